import { copyFile } from 'node:fs/promises'
import path from 'node:path'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { migrate } from '../db/migrate.ts'
import { openDb, type Pool } from '../db/pool.ts'
import type { FileDriver } from '../files/driver.ts'
import { PHOTO_FILE } from '../files/photo-store.ts'
import { makePrivateFolder } from '../files/private-folder.ts'
import { sweepSince } from '../payments/reconcile/sweep-payments.ts'
import { queueOpenEvents } from '../payments/webhooks/webhook-inbox.ts'
import { tableFile } from './back-up.ts'
import { BackupError } from './backup-error.ts'
import { ATTACHMENTS, type Manifest } from './manifest.ts'
import { listTables, loadRows } from './table-rows.ts'

/**
 * Restores a verified back-up into a database without rows. It creates the tables at the schema version of the back-up, copies
 * the files, loads the rows in one transaction and then runs newer migrations. All sessions end, since some may have been
 * ended after the back-up. `owner` is a pool of the database's owner.
 */
export async function restore(
  owner: Pool,
  driver: FileDriver,
  { folder, manifest, incoming }: { folder: string; manifest: Manifest; incoming: string },
): Promise<void> {
  await rejectFilled(owner, manifest)
  const db = openDb(owner)
  await migrate(db, manifest.migrations.at(-1))
  await restoreFiles(driver, folder, manifest, incoming)
  const client = await owner.connect()
  try {
    await client.query('begin')
    await loadTables(client, folder, manifest)
    await client.query('delete from sessions')
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
  await migrate(db)
  await runMigrations({ pgPool: owner })
  await deletePhotosWithoutFiles(owner, manifest)
  await queueOpenEvents(db)
  // Only the provider knows of orders created after the back-up.
  await sweepSince(db, new Date(manifest.madeAt))
}

async function rejectFilled(owner: Pool, { migrations }: Manifest): Promise<void> {
  const client = await owner.connect()
  try {
    for (const table of await listTables(client)) {
      const { rowCount } = await client.query(`select from ${pg.escapeIdentifier(table)} limit 1`)
      if (rowCount)
        throw new BackupError(`The database is not empty: ${table} has rows. Restore into one that is empty.`)
    }
    const { rows } = await client.query<{ there: boolean }>(
      "select to_regclass('kysely_migration') is not null as there",
    )
    if (!rows[0]?.there) return
    const ran = await client.query<{ name: string }>('select name from kysely_migration where name <> all($1)', [
      migrations,
    ])
    if (ran.rowCount)
      throw new BackupError('The database has the tables of another version. Restore into one that is empty.')
  } finally {
    client.release()
  }
}

async function restoreFiles(driver: FileDriver, folder: string, manifest: Manifest, incoming: string): Promise<void> {
  await makePrivateFolder(incoming)
  for (const file of manifest.files.filter(({ path: file }) => file.startsWith(`${ATTACHMENTS}/`))) {
    const name = path.basename(file.path)
    const copy = path.join(incoming, name)
    await copyFile(path.join(folder, file.path), copy)
    await driver.put(name, copy)
  }
}

/** Photos that were deleted while the back-up was made: it has their rows, but not their files. */
async function deletePhotosWithoutFiles(owner: Pool, { files }: Manifest): Promise<void> {
  const names = files.map((file) => PHOTO_FILE.exec(path.basename(file.path))?.[1]).filter(Boolean)
  for (const table of ['photos', 'found_photos'])
    await owner.query(`delete from ${table} where name <> all($1)`, [names])
}

async function loadTables(client: pg.PoolClient, folder: string, { tables, sequences }: Manifest): Promise<void> {
  const expected = new Map(tables.map(({ name, rows }) => [name, rows]))
  for (const table of await listTables(client)) {
    const rows = await loadRows(client, table, path.join(folder, tableFile(table)))
    if (rows !== expected.get(table)) throw new Error(`Of ${table} came ${rows} rows, not ${expected.get(table)}`)
  }
  for (const { name, last } of sequences) await client.query('select setval($1::regclass, $2::bigint)', [name, last])
}
