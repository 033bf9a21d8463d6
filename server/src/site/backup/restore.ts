import { copyFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { financialYearOf } from '@petsetu/contract/platform/calendar.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { runMigrations } from 'graphile-worker'
import { sql } from 'kysely'
import pg from 'pg'
import { resumeImports } from '../../office/imports/run-import.ts'
import { revokeAllPayLinks } from '../../payments/pay-links.ts'
import { sweepSince } from '../../payments/reconcile/reconcile.ts'
import { queueOpenEvents } from '../../payments/webhooks/webhook-inbox.ts'
import { resumeBreachLetters } from '../../people/privacy/breaches/breach-letters.ts'
import {
  ERASURES_FILE,
  type Erasure,
  parseErasures,
  readErasures,
  unionOf,
} from '../../people/privacy/erasing/erasures.ts'
import { replayErasures } from '../../people/privacy/erasing/replay-erasures.ts'
import { dropOldNotices } from '../../people/push/push-devices.ts'
import { revokeAllFeeds } from '../../people/users/care-feed.ts'
import { deleteAllUndos, endAllLinks } from '../../people/users/one-time-links.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { type Db, openDb, type Pool } from '../../platform/db/pool.ts'
import type { FileDriver } from '../../platform/files/driver.ts'
import { PHOTO_FILE } from '../../platform/files/photo-store.ts'
import { makePrivateFolder } from '../../platform/files/private-folder.ts'
import { holdWaitingMails } from '../../platform/mail/mail-queries.ts'
import { tableFile } from './back-up.ts'
import { ATTACHMENTS, BackupError, type Manifest } from './manifest.ts'
import { listTables, loadRows } from './table-rows.ts'

type Source = {
  folder: string
  manifest: Manifest
  incoming: string
  /** Lists of erasures beside those beside the back-up and in the store of files. */
  erasures?: Erasure[]
  /** The program had been stopped before the back-up was made, and has not run since. */
  isComplete?: boolean
}

// A browser would go with its session, and its owner would not be told any more. Older back-ups have no such table.
const KEEP_DEVICES = `do $$
begin
  if to_regclass('push_devices') is not null then
    update push_devices set session_id = null;
  end if;
end
$$`

/**
 * Restores a verified back-up into a database without rows. It creates the tables at the schema version of the back-up, copies
 * the files, loads the rows in one transaction and then runs newer migrations. All sessions and one-time links end, since some may
 * have been ended or spent after the back-up. Mails that waited are held, since most of them were sent after it. Numbers that may have
 * been given out after it are left out, and open pay links, calendar feeds and links to a former address end, unless the back-up
 * `isComplete`. What was erased after it is erased again; returns how many erasures these were. `owner` is a pool of the database's owner.
 */
export async function restore(
  owner: Pool,
  driver: FileDriver,
  { folder, manifest, incoming, erasures = [], isComplete = false }: Source,
): Promise<number> {
  await rejectFilled(owner, manifest)
  // Before anything is changed, because a damaged list stops the restore.
  const known = unionOf(
    erasures,
    await readErasures(path.join(folder, '..', ERASURES_FILE)),
    await storedErasures(driver),
  )
  const db = openDb(owner)
  await migrate(db, manifest.migrations.at(-1))
  await restoreFiles(driver, folder, manifest, incoming)
  const client = await owner.connect()
  try {
    await client.query('begin')
    await loadTables(client, folder, manifest)
    await client.query(KEEP_DEVICES)
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
  await deleteRowsWithoutFiles(owner, manifest)
  if (!isComplete) {
    await leaveOutNumbers(db, new Date(manifest.madeAt))
    // Some may have been revoked, paid or spent after the back-up.
    await revokeAllPayLinks(db)
    await revokeAllFeeds(db)
    await deleteAllUndos(db)
  }
  await endAllLinks(db)
  // No back-up contains jobs.
  await holdWaitingMails(db)
  await dropOldNotices(db)
  await resumeImports(db)
  await resumeBreachLetters(db)
  await queueOpenEvents(db)
  // Only the provider knows of orders created after the back-up.
  await sweepSince(db, new Date(manifest.madeAt))
  // An erasure that was under way when the back-up began is older, and not in it; of the others of that day it has a row. Still earlier ones may
  // have no row any more, and their numbers may have been given to somebody else.
  const since = new Date(Date.parse(manifest.madeAt) - DAY_MS).toISOString()
  return replayErasures(
    db,
    known.filter(({ at }) => at > since),
  )
}

/** Reads those that a bucket lists, which outlives the database. */
async function storedErasures(driver: FileDriver): Promise<Erasure[]> {
  const file = await driver.read(ERASURES_FILE)
  return file ? parseErasures(await text(file.content), `${ERASURES_FILE} in the store of files`) : []
}

/** Nobody hands out so many between a back-up and its restore. */
export const LEFT_OUT = 1_000

// People were told these numbers, or have them on paper. The code of a printed member card is made of the number of an account.
const NUMBERED = ['complaints', 'memberships', 'donations', 'payments', 'grievances', 'privacy_requests', 'users']

/** Continues at higher numbers: somebody may have a receipt or reference that was given out after the back-up. */
async function leaveOutNumbers(db: Db, madeAt: Date): Promise<void> {
  // A payment of the week before may be recorded later.
  const first = financialYearOf(today(new Date(madeAt.getTime() - WEEK_MS)))
  for (const table of ['receipts', 'refund_receipts'])
    await sql`
      insert into receipt_floors (is_refund, year, number)
      select ${table === 'refund_receipts'}::boolean, of_year,
        next_receipt_number(${table === 'refund_receipts'}::boolean, false, of_year) - 1 + ${LEFT_OUT}::integer
      from generate_series(${first}::integer, ${financialYearOf(today())}::integer) of_year
      on conflict (is_refund, year) do update set number = excluded.number`.execute(db)
  for (const table of NUMBERED)
    await sql`
      select setval(sequence, nextval(sequence) + ${LEFT_OUT}::integer)
      from (select pg_get_serial_sequence(${table}, 'id')::regclass as sequence) found`.execute(db)
}

const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS

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
    try {
      await copyFile(path.join(folder, file.path), copy)
      await driver.put(name, copy)
    } finally {
      // A bucket leaves it there, and all of them together may be more than the disk holds.
      await rm(copy, { force: true })
    }
  }
}

/** Photos and certificates that were deleted while the back-up was made: it has their rows, but not their files. */
async function deleteRowsWithoutFiles(owner: Pool, { files }: Manifest): Promise<void> {
  const names = files.map((file) => path.basename(file.path))
  const photos = names.map((name) => PHOTO_FILE.exec(name)?.[1]).filter(Boolean)
  for (const table of ['photos', 'found_photos'])
    await owner.query(`delete from ${table} where name <> all($1)`, [photos])
  await owner.query('delete from certificate_files where name <> all($1)', [names])
}

async function loadTables(client: pg.PoolClient, folder: string, { tables, sequences }: Manifest): Promise<void> {
  const expected = new Map(tables.map(({ name, rows }) => [name, rows]))
  for (const table of await listTables(client)) {
    const rows = await loadRows(client, table, path.join(folder, tableFile(table)))
    if (rows !== expected.get(table)) throw new Error(`Of ${table} came ${rows} rows, not ${expected.get(table)}`)
  }
  for (const { name, last } of sequences) await client.query('select setval($1::regclass, $2::bigint)', [name, last])
}
