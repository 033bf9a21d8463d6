import {
  areaOf,
  IMPORT_AREAS,
  IMPORT_PROBLEMS_MAX,
  type ImportKind,
  statesAt,
} from '@petsetu/contract/office/imports.ts'
import { PetId } from '@petsetu/contract/pets/pet-schemas.ts'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import { recordAudit } from '../../people/audit/record-audit.ts'
import { hasDuty } from '../../people/users/admin-duties.ts'
import { knownTags } from '../../pets/tags/tag-queries.ts'
import { countApart } from '../../platform/db/counters.ts'
import { isDatabaseUnavailable } from '../../platform/db/database-errors.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import type { ImportColumns } from './import-fields.ts'
import { memberImporter } from './import-members.ts'
import { animalImporter, petImporter } from './import-pets.ts'
import { findSameImport, WITHOUT_FILE } from './import-queries.ts'
import {
  type Entry,
  type ImportedRecord,
  type Importer,
  importer,
  type Rejected,
  type RowProblem,
  readRow,
  rowProblem,
} from './importer.ts'
import { readCsv } from './read-csv.ts'

const tagImporter = importer({
  schema: z.object({ petId: PetId }),
  keyOf: ({ petId }) => petId,
  async validate(db, entries) {
    const petIds = entries.map(({ value }) => value.petId)
    const known = new Set(await knownTags(db, petIds))
    const ready = petIds.filter((petId) => !known.has(petId))
    return { ready, knownCount: petIds.length - ready.length, problems: [] }
  },
  async insert(transaction, petIds) {
    await transaction
      .insertInto('tags')
      .values(petIds.map((pet_id) => ({ pet_id })))
      .execute()
    return petIds.map((tag) => ({ kind: 'tag', tag }))
  },
})

const IMPORTERS: Record<ImportKind, Importer> = {
  pets: petImporter,
  animals: animalImporter,
  tags: tagImporter,
  members: memberImporter,
}

const RETRY_MS = 1_000

type Deps = { db: Db; log: FastifyBaseLogger }
type Running = NonNullable<Awaited<ReturnType<typeof findRunning>>>
type Counts = { new_rows: number; known_rows: number; wrong_rows: number; problems: RowProblem[] }

/** Checks or imports a file. All rows are stored in one transaction; progress is stored beside it. */
export async function runImport({ db, log }: Deps, { importId }: { importId: number }): Promise<void> {
  const running = await findRunning(db, importId)
  if (!running) return
  try {
    if (running.state === 'checking') await check(db, running)
    else await importAll(db, running)
  } catch (error) {
    // The job is tried again.
    if (isDatabaseUnavailable(error)) throw error
    const failure = error instanceof DutyLostError ? 'dutyGone' : 'unexpected'
    if (failure === 'unexpected') log.error({ err: error, importId }, 'an import failed')
    await db
      .updateTable('imports')
      .set({ state: 'failed', failure })
      .where('id', '=', importId)
      // Another process may have taken the job over and finished it.
      .where('state', '=', running.state)
      .execute()
  }
}

/** Starts the job, in the transaction that `db` may be. */
export async function enqueueImport(db: Db, importId: number, runAt: Date | null = null): Promise<void> {
  await enqueue(db, 'run-import', { importId }, { jobKey: `import ${importId}`, runAt })
}

/** Starts the jobs of all imports that wait for one, after a restore. */
export async function resumeImports(db: Db): Promise<void> {
  const waiting = await db.selectFrom('imports').select('id').where('state', 'in', statesAt('job')).execute()
  // A pool of the database's owner reads ids as text.
  for (const { id } of waiting) await enqueueImport(db, Number(id))
}

/** Rows of the file are wrong by now: nothing is imported, and the page shows what is wrong. */
class WrongRowsError extends Error {
  readonly counts: Counts
  constructor(counts: Counts) {
    super('rows of an import are wrong')
    this.counts = counts
  }
}

class DutyLostError extends Error {}

async function findRunning(db: Db, id: number) {
  const row = await db
    .selectFrom('imports')
    .select(['id', 'kind', 'state', 'content', 'columns', 'fingerprint', 'admin_id', 'admin_username', 'request_id'])
    .where('id', '=', id)
    .where('state', 'in', statesAt('job'))
    .executeTakeFirst()
  if (!row?.content) return null
  return { ...row, content: row.content, columns: row.columns as ImportColumns }
}

async function check(db: Db, running: Running): Promise<void> {
  const counts = noCounts()
  for await (const batch of batchesOf(db, running)) {
    add(counts, batch)
    await saveProgress(db, running.id, batch.rows)
  }
  if (await findSameImport(db, running)) countAsKnown(counts)
  await finishCheck(db, running.id, 'checking', counts)
}

async function importAll(db: Db, running: Running): Promise<void> {
  try {
    const isDone = await inTransaction(db, async (transaction) => {
      const { rows } = await sql<{ is_free: boolean }>`
        select pg_try_advisory_xact_lock(hashtext('petsetu import')) as is_free`.execute(transaction)
      // One import at a time, so that two of the same rows see each other. Nobody waits for a lock meanwhile.
      if (!rows[0]?.is_free) return false
      await countApart(transaction)
      await insertAll(db, transaction, running)
      return true
    })
    if (!isDone) await enqueueImport(db, running.id, new Date(Date.now() + RETRY_MS))
  } catch (error) {
    if (!(error instanceof WrongRowsError)) throw error
    await finishCheck(db, running.id, 'importing', error.counts)
  }
}

async function insertAll(db: Db, transaction: Db, running: Running): Promise<void> {
  const { id, kind } = running
  // Another process had taken it over and is done.
  if (!(await isStillRunning(transaction, id))) return
  await requireDuty(transaction, running)
  const counts = noCounts()
  const isSame = (await findSameImport(transaction, running)) !== null
  for await (const batch of batchesOf(transaction, running)) {
    add(counts, batch)
    if (batch.ready.length > 0 && counts.wrong_rows === 0 && !isSame)
      await insertRecords(transaction, id, await IMPORTERS[kind].insert(transaction, batch.ready))
    await saveProgress(db, id, batch.rows)
  }
  if (counts.wrong_rows > 0) throw new WrongRowsError(counts)
  if (isSame) countAsKnown(counts)
  // Again, because an import takes a while.
  await requireDuty(transaction, running)
  await IMPORTERS[kind].finish?.(transaction, id)
  const { problems: _, ...figures } = counts
  await transaction
    .updateTable('imports')
    .set({ ...figures, ...WITHOUT_FILE, state: 'done', finished_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .execute()
  const after = { what: kind, new: counts.new_rows, known: counts.known_rows }
  await recordAudit(transaction, actorOf(running), 'import-done', { kind: 'import', id }, { after })
}

async function isStillRunning(transaction: Db, id: number): Promise<boolean> {
  const row = await transaction.selectFrom('imports').select('state').where('id', '=', id).executeTakeFirst()
  return row?.state === 'importing'
}

/** The admin for the audit: an admin, as `requireDuty` has found. */
function actorOf({ admin_id: id, admin_username: username, request_id }: Running) {
  const person = { id, username, role: 'admin', duties: null, language: null, mustEnrol: false } as const
  return { person, request: { id: request_id } }
}

async function requireDuty(transaction: Db, { admin_id, kind }: Running): Promise<void> {
  await transaction
    .selectFrom('users')
    .select('id')
    .where('id', '=', admin_id)
    .where(hasDuty(IMPORT_AREAS[areaOf(kind)].duty))
    .executeTakeFirstOrThrow(() => new DutyLostError('the admin lost the duty for an import'))
}

const batchesOf = (db: Db, { kind, content, columns, admin_id }: Running) =>
  readRows(db, { content, columns, adminId: admin_id }, IMPORTERS[kind])

async function insertRecords(transaction: Db, import_id: number, made: ImportedRecord[]): Promise<void> {
  await transaction
    .insertInto('import_records')
    .values(made.map((record) => ({ ...record, import_id })))
    .execute()
}

/** Uses `db` and not the transaction of the import, so that the progress can be read meanwhile. */
async function saveProgress(db: Db, id: number, rows: number): Promise<void> {
  await db.updateTable('imports').set({ done_rows: rows }).where('id', '=', id).execute()
}

async function finishCheck(db: Db, id: number, from: 'checking' | 'importing', counts: Counts): Promise<void> {
  const { problems, ...figures } = counts
  await db
    .updateTable('imports')
    .set({ ...figures, state: 'checked', problems: sql`${JSON.stringify(problems)}::jsonb` })
    .where('id', '=', id)
    .where('state', '=', from)
    .execute()
}

const noCounts = (): Counts => ({ new_rows: 0, known_rows: 0, wrong_rows: 0, problems: [] })

function add(counts: Counts, { ready, knownCount, problems }: Batch): void {
  counts.new_rows += ready.length
  counts.known_rows += knownCount
  counts.wrong_rows += new Set(problems.map(({ row }) => row)).size
  counts.problems.push(...problems.slice(0, IMPORT_PROBLEMS_MAX - counts.problems.length))
}

/** This file was imported before. Its records may have been changed since, and would not be recognised. */
function countAsKnown(counts: Counts): void {
  counts.known_rows += counts.new_rows
  counts.new_rows = 0
}

const ROWS_A_BATCH = 250

/** The result of a batch of rows. `rows` is the number of rows that were read so far. */
type Batch = { ready: unknown[]; knownCount: number; problems: RowProblem[]; rows: number }

type Source = { content: Buffer; columns: ImportColumns; adminId: number }

/** Reads the rows of a file in batches, and compares them with each other and with what is stored. */
async function* readRows(db: Db, source: Source, importer: Importer): AsyncGenerator<Batch> {
  const rowByKey = new Map<string, number>()
  let entries: Entry<unknown>[] = []
  let rejected: Rejected[] = []
  let problems: RowProblem[] = []
  let width = 0
  let rows = 0
  async function batch(): Promise<Batch> {
    const validated = await importer.validate(db, entries, { adminId: source.adminId, rejected })
    const result = { ...validated, problems: [...problems, ...validated.problems].sort((a, b) => a.row - b.row), rows }
    entries = []
    rejected = []
    problems = []
    return result
  }
  for await (const row of readCsv(source.content)) {
    if (width === 0) {
      width = row.cells.length
      continue
    }
    rows++
    const read = readRow(row, source.columns, width, importer.schema)
    if ('problems' in read) {
      problems.push(...read.problems)
      if (read.rejected) rejected.push(read.rejected)
    } else {
      const key = importer.keyOf(read.value)
      const first = rowByKey.get(key)
      rowByKey.set(key, first ?? row.row)
      if (first === undefined) entries.push({ row: row.row, value: read.value })
      else problems.push({ row: row.row, field: null, problem: rowProblem('sameAsRow', { other: first }) })
    }
    if (rows % ROWS_A_BATCH === 0) yield await batch()
  }
  yield await batch()
}
