import { createWriteStream } from 'node:fs'
import { readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { ERASURES_FILE, listErasures, readErasures, textOf, unionOf } from '../../people/privacy/erasing/erasures.ts'
import { openDb, type Pool } from '../../platform/db/pool.ts'
import type { FileDriver } from '../../platform/files/driver.ts'
import { filesOfPhoto } from '../../platform/files/photo-store.ts'
import { makePrivateFolder, writeThrough } from '../../platform/files/private-folder.ts'
import { BACKUP_CLOCK } from '../../platform/jobs/clock.ts'
import {
  ATTACHMENTS,
  BackupError,
  fingerprint,
  INCOMPLETE,
  type Manifest,
  TABLES,
  UNFINISHED,
  writeManifest,
} from './manifest.ts'
import { dumpRows, listTables } from './table-rows.ts'

type Snapshot = Omit<Manifest, 'format' | 'files' | 'missing' | 'madeAt'> & { attachments: string[] }

/**
 * Writes all data into a new folder while the program runs: first all tables in one snapshot, then every attachment they refer
 * to; an attachment never changes, and is not removed while its complaint or photo exists. The folder gets its final name only
 * when everything is written, the list of erasures too, and another one if attachments were not found. If it fails, nothing is left.
 */
export async function backUp(
  pool: Pool,
  driver: FileDriver,
  folder: string,
): Promise<{ folder: string; manifest: Omit<Manifest, 'format'> }> {
  const unfinished = folder + UNFINISHED
  for (const name of [folder, folder + INCOMPLETE])
    if (await stat(name).catch(() => null))
      throw new BackupError(`${name} is there already: name a folder that is not.`)
  await rm(unfinished, { recursive: true, force: true })
  try {
    const manifest = await write(pool, driver, unfinished)
    await writeErasuresBeside(pool, folder)
    const named = manifest.missing.length > 0 ? folder + INCOMPLETE : folder
    await rename(unfinished, named)
    await writeThrough(path.dirname(folder))
    return { folder: named, manifest }
  } catch (error) {
    // The disk may be full, and the next back-up needs the place.
    await rm(unfinished, { recursive: true, force: true }).catch(() => {})
    throw error
  }
}

async function write(pool: Pool, driver: FileDriver, folder: string): Promise<Omit<Manifest, 'format'>> {
  for (const part of [TABLES, ATTACHMENTS]) await makePrivateFolder(path.join(folder, part))

  const madeAt = new Date().toISOString()
  const { attachments, ...snapshot } = await dumpTables(pool, path.join(folder, TABLES))
  const absent = new Set<string>()
  for (const name of attachments) {
    const file = await driver.read(name)
    if (!file) absent.add(name)
    else
      await pipeline(
        file.content,
        createWriteStream(path.join(folder, ATTACHMENTS, name), { flush: true, mode: 0o600 }),
      )
  }

  const paths = [
    ...snapshot.tables.map(({ name }) => tableFile(name)),
    ...attachments.filter((name) => !absent.has(name)).map((name) => path.posix.join(ATTACHMENTS, name)),
  ]
  const files: Manifest['files'] = []
  for (const file of paths) files.push({ path: file, ...(await fingerprint(path.join(folder, file))) })
  // A photo may have been deleted meanwhile.
  const stillNamed = absent.size > 0 ? await namesOfFiles(pool) : []
  const missing = stillNamed.filter((name) => absent.has(name))
  const manifest = { madeAt, ...snapshot, files, missing }
  await writeManifest(folder, manifest)
  for (const part of [TABLES, ATTACHMENTS, '.']) await writeThrough(path.join(folder, part))
  return manifest
}

/** The back-ups beside this one that were being written when their command was killed, or still are. */
export async function listUnfinished(folder: string): Promise<string[]> {
  const parent = path.dirname(folder)
  return (await readdir(parent)).filter((name) => name.endsWith(UNFINISHED)).map((name) => path.join(parent, name))
}

/** Lists all erasures beside the back-ups, so that an older one that is restored loses them again. */
async function writeErasuresBeside(pool: Pool, folder: string): Promise<void> {
  const file = path.join(path.dirname(folder), ERASURES_FILE)
  // The tables may be those of an earlier version.
  const { rows } = await pool.query<{ there: boolean }>("select to_regclass('erasures') is not null as there")
  const listed = rows[0]?.there ? await listErasures(openDb(pool)) : []
  const erasures = unionOf(await readErasures(file), listed)
  await writeFile(`${file}.new`, textOf(erasures), { mode: 0o600, flush: true })
  await rename(`${file}.new`, file)
}

export async function noteBackup(pool: Pool): Promise<void> {
  // The tables may be those of an earlier version.
  const { rows } = await pool.query<{ there: boolean }>("select to_regclass('clock_runs') is not null as there")
  if (!rows[0]?.there) return
  await pool.query(
    'insert into clock_runs (name) values ($1) on conflict (name) do update set ran_at = excluded.ran_at',
    [BACKUP_CLOCK],
  )
}

export const tableFile = (table: string) => path.posix.join(TABLES, `${table}.jsonl`)

async function dumpTables(pool: Pool, folder: string): Promise<Snapshot> {
  const client = await pool.connect()
  try {
    const names = (await listTables(client)).map((name) => pg.escapeIdentifier(name))
    if (names.length === 0)
      throw new BackupError(
        'There is nothing to back up: the database has no tables. Set DATABASE_URL, or DATA_DIR, to those of the program.',
      )
    await client.query('begin isolation level repeatable read read only')
    await client.query('set local idle_in_transaction_session_timeout = 0')
    // Before anything is read: if a migration rewrote a table after the snapshot was taken, the snapshot would find no rows in it.
    await client.query(`lock table ${names.join(', ')} in access share mode`)
    const migrations = await column(client, 'select name as value from kysely_migration order by name')
    const tables: Manifest['tables'] = []
    for (const name of await listTables(client)) {
      tables.push({ name, rows: await dumpRows(client, name, path.join(folder, path.basename(tableFile(name)))) })
    }
    const attachments = await namesOfFiles(client)
    const sequences = await client.query<{ name: string; last: string }>(
      `select quote_ident(sequencename) as name, last_value::text as last from pg_sequences
       where schemaname = 'public' and last_value is not null`,
    )
    await client.query('commit')
    return { migrations: migrations as Manifest['migrations'], tables, sequences: sequences.rows, attachments }
  } finally {
    client.release()
  }
}

// By the table that has them.
const NAMES_OF_FILES = {
  complaints: 'select file_path as value from complaints where file_path is not null',
  complaint_files: `
    select name as value from complaint_files
    union all
    select original_name from complaint_files where original_name is not null`,
  certificate_files: 'select name as value from certificate_files',
  photos: 'select name as value from photos',
  found_photos: 'select name as value from found_photos',
}

/** The names of all files that the rows mention. */
export async function namesOfFiles(client: Pick<pg.PoolClient, 'query'>): Promise<string[]> {
  const names = async (table: keyof typeof NAMES_OF_FILES) => {
    // The tables may be those of an earlier version.
    const isThere = await column(client, `select 1 as value where to_regclass('${table}') is not null`)
    return isThere.length > 0 ? column(client, NAMES_OF_FILES[table]) : []
  }
  // The first file of a complaint may be in both tables.
  const attachments = new Set([...(await names('complaints')), ...(await names('complaint_files'))])
  const photos = [...(await names('photos')), ...(await names('found_photos'))]
  return [...attachments, ...(await names('certificate_files')), ...photos.flatMap(filesOfPhoto)]
}

async function column(client: Pick<pg.PoolClient, 'query'>, statement: string): Promise<string[]> {
  const { rows } = await client.query<{ value: string }>(statement)
  return rows.map(({ value }) => value)
}
