// `npm run restore -- --from FOLDER`: puts a back-up into an empty data folder, or an empty database at DATABASE_URL.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { checkedManifest } from '../server/src/backup/manifest.ts'
import { restore } from '../server/src/backup/restore.ts'
import { type Config, readConfig } from '../server/src/config/config.ts'
import { checkDatabase } from '../server/src/db/check-database.ts'
import { findDatabase } from '../server/src/db/database.ts'
import { openOwnerPool } from '../server/src/db/pool.ts'
import { openFileDriver } from '../server/src/files/open-driver.ts'
import { createLog } from '../server/src/log.ts'
import { folderArgument, report } from './backup-command.ts'

process.umask(0o077)
try {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const folder = path.resolve(folderArgument('from', 'a folder that npm run backup wrote'))
  const config = readConfig(process.env)
  const manifest = await checkedManifest(folder)
  await restoreInto(config, folder, manifest)
  console.log(
    `Restored ${folder}, made ${manifest.madeAt}. Everybody has to log in again. Start the program with the same settings: npm start`,
  )
} catch (error) {
  report(error)
}

async function restoreInto(config: Config, folder: string, manifest: Awaited<ReturnType<typeof checkedManifest>>) {
  const database = await findDatabase(config, 'empty')
  const owner = openOwnerPool(database.ownerUrl)
  try {
    await checkDatabase(config.migrateDatabaseUrl ? 'MIGRATE_DATABASE_URL' : 'DATABASE_URL', owner)
    const incoming = path.join(config.dataDir, 'attachments/incoming')
    await restore(owner, await openFileDriver(config, createLog('warn')), { folder, manifest, incoming })
  } catch (error) {
    await owner.end()
    // Leaves the data folder empty, as it was.
    await database.discard()
    throw error
  }
  await owner.end()
  await database.close()
}
