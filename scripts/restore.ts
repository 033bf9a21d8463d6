// `npm run restore -- --from FOLDER [--complete]`: puts a back-up into an empty data folder, or an empty database at DATABASE_URL.
import path from 'node:path'
import { type Config, readConfig } from '../server/src/platform/config/config.ts'
import { checkDatabase } from '../server/src/platform/db/check-database.ts'
import { findDatabase } from '../server/src/platform/db/database.ts'
import { openOwnerPool } from '../server/src/platform/db/pool.ts'
import { openFileDriver } from '../server/src/platform/files/open-driver.ts'
import { createLog } from '../server/src/platform/log.ts'
import { checkedManifest, type Manifest } from '../server/src/site/backup/manifest.ts'
import { LEFT_OUT, restore } from '../server/src/site/backup/restore.ts'
import { readArguments, runCommand, UsageError } from './run-command.ts'

const USAGE =
  'Usage: npm run restore -- --from FOLDER [--complete]. FOLDER was written by npm run backup; --complete says that the program had been stopped before.'

await runCommand(async () => {
  const { from, complete = false } = readArguments({ from: { type: 'string' }, complete: { type: 'boolean' } }, USAGE)
  if (!from) throw new UsageError(USAGE)
  const folder = path.resolve(from)
  const config = readConfig(process.env)
  const manifest = await checkedManifest(folder)
  await restoreInto(config, folder, manifest, complete)
  console.log(
    `Restored ${folder}, made ${manifest.madeAt}. Everybody has to log in again. Start the program with the same settings: npm start`,
  )
  if (!complete)
    console.log(
      `Receipts and references go on ${LEFT_OUT} numbers higher, because some may have been given out after the back-up. Write that into your books.`,
    )
})

async function restoreInto(config: Config, folder: string, manifest: Manifest, isComplete: boolean): Promise<void> {
  const database = await findDatabase(config, 'empty')
  const owner = openOwnerPool(database.ownerUrl)
  try {
    await checkDatabase(config.migrateDatabaseUrl ? 'MIGRATE_DATABASE_URL' : 'DATABASE_URL', owner)
    const incoming = path.join(config.dataDir, 'attachments/incoming')
    await restore(owner, await openFileDriver(config, createLog('warn')), { folder, manifest, incoming, isComplete })
  } catch (error) {
    await owner.end()
    // Leaves the data folder empty, as it was.
    await database.discard()
    throw error
  }
  await owner.end()
  await database.close()
}
