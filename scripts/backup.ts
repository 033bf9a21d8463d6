// `npm run backup -- --to FOLDER`: everything that the program keeps, into a new folder, while it runs.
import path from 'node:path'
import { readConfig } from '../server/src/platform/config/config.ts'
import { findDatabase } from '../server/src/platform/db/database.ts'
import { openOwnerPool } from '../server/src/platform/db/pool.ts'
import { checkDatabase } from '../server/src/platform/db/prepare-database.ts'
import { openFileDriver } from '../server/src/platform/files/file-store.ts'
import { backUp, listUnfinished, noteBackup } from '../server/src/site/backup/back-up.ts'
import { BackupError } from '../server/src/site/backup/manifest.ts'
import { commandLog, readArguments, runCommand, UsageError } from './run-command.ts'

const USAGE = 'Usage: npm run backup -- --to FOLDER, a folder that is not there yet, for example backups/2026-01-31.'

await runCommand(async () => {
  const { to } = readArguments({ to: { type: 'string' } }, USAGE)
  if (!to) throw new UsageError(USAGE)
  const folder = path.resolve(to)
  const config = readConfig(process.env)
  const database = await findDatabase(config, 'alongside')
  const pool = openOwnerPool(database.ownerUrl)
  try {
    await checkDatabase(database.ownerSetting, pool)
    const made = await backUp(pool, await openFileDriver(config, commandLog()), folder)
    const { tables, missing } = made.manifest
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    console.log(`Backed up to ${made.folder}: ${rows} rows of ${tables.length} tables, and the attachments.`)
    const unfinished = await listUnfinished(folder)
    if (unfinished.length > 0)
      console.log(`Remove what was never finished, unless it is being written now: ${unfinished.join(', ')}`)
    if (missing.length > 0) throw new BackupError(`These attachments were not where they belong: ${missing.join(', ')}`)
    await noteBackup(pool)
  } finally {
    await pool.end()
    await database.close()
  }
})
