// `npm run restore -- --from FOLDER`: puts a back-up into an empty data folder, or an empty database at DATABASE_URL.
import { existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { checkedManifest } from '../server/src/backup/manifest.ts'
import { restore } from '../server/src/backup/restore.ts'
import { attachmentPlace } from '../server/src/complaints/attachment-place.ts'
import { type Config, ConfigError, readConfig } from '../server/src/config.ts'
import { findDatabase } from '../server/src/db/database.ts'
import { meetDatabase } from '../server/src/db/meet-database.ts'
import { openOwnerPool } from '../server/src/db/pool.ts'
import { createLog } from '../server/src/log.ts'
import { folderArgument, report } from './backup-command.ts'

try {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const folder = path.resolve(folderArgument('from', 'a folder that npm run backup wrote'))
  const config = readConfig(process.env)
  const manifest = await checkedManifest(folder)
  refuseFilledFolder(config)
  try {
    await restoreInto(config, folder, manifest)
  } catch (error) {
    // It was empty, and is again.
    if (!config.databaseUrl) rmSync(config.dataDir, { recursive: true, force: true })
    throw error
  }
  console.log(`Restored ${folder}, made ${manifest.madeAt}. Start the program with the same settings: npm start`)
} catch (error) {
  report(error)
}

async function restoreInto(config: Config, folder: string, manifest: Awaited<ReturnType<typeof checkedManifest>>) {
  const database = await findDatabase(config, 'alone')
  const owner = openOwnerPool(database.ownerUrl)
  try {
    await meetDatabase(config.migrateDatabaseUrl ? 'MIGRATE_DATABASE_URL' : 'DATABASE_URL', owner)
    const incoming = path.join(config.dataDir, 'attachments/incoming')
    await restore(owner, await attachmentPlace(config, createLog('warn')), { folder, manifest, incoming })
  } finally {
    await owner.end()
    await database.close()
  }
}

function refuseFilledFolder({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl || !existsSync(dataDir) || readdirSync(dataDir).length === 0) return
  throw new ConfigError(
    `DATA_DIR must be an empty folder, or one that is not there yet, to restore into; not ${dataDir}.`,
  )
}
