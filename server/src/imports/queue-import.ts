import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'
import { conflict, HttpError } from '../errors.ts'
import { IMPORT_FIELDS, type ImportColumns } from './import-fields.ts'
import { changedBy, fingerprintOf, readContent, type StoredImport } from './import-queries.ts'
import { enqueueImport } from './run-import.ts'

type Changer = Parameters<typeof changedBy>[0]

/** Has the rows checked by the job, with these columns for these fields. */
export async function queueCheck(db: Db, stored: StoredImport, columns: ImportColumns, by: Changer): Promise<void> {
  requireColumns(stored, columns)
  await inTransaction(db, async (transaction) => {
    const content = await readContent(transaction, stored.id)
    if (!content) throw conflict('import_file_deleted')
    const fingerprint = fingerprintOf(stored.kind, columns, content)
    const chosen = { columns: sql<string>`${JSON.stringify(columns)}::jsonb`, fingerprint }
    await queue(transaction, stored.id, { to: 'checking', from: ['uploaded', 'checked', 'failed'], ...chosen }, by)
  })
}

/** Has what was checked without a problem imported by the job. */
export async function queueImport(db: Db, stored: StoredImport, by: Changer): Promise<void> {
  if (stored.wrong_rows > 0 || stored.new_rows === 0) throw conflict('import_not_ready')
  await inTransaction(db, (transaction) => queue(transaction, stored.id, { to: 'importing', from: ['checked'] }, by))
}

type Step = {
  to: 'checking' | 'importing'
  from: StoredImport['state'][]
  columns?: ReturnType<typeof sql<string>>
  fingerprint?: string
}

/** Gives the import to the job. Rejects with 409 where it has gone on meanwhile. */
async function queue(transaction: Db, id: number, { to, from, ...chosen }: Step, by: Changer): Promise<void> {
  const taken = await transaction
    .updateTable('imports')
    .set({ ...chosen, ...changedBy(by), state: to, failure: null, done_rows: 0 })
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirst()
  if (taken.numUpdatedRows === 0n) throw conflict('import_not_ready')
  await enqueueImport(transaction, id)
}

/** Every field that an import cannot do without has a column, and every column exists. */
function requireColumns({ kind, headings }: StoredImport, columns: ImportColumns): void {
  const known = IMPORT_FIELDS[kind]
  const missing = known.filter(({ name, isRequired }) => isRequired && columns[name] === undefined)
  if (missing.length > 0) throw new HttpError(400, 'import_column_missing', { field: 'columns' })
  const areAll = Object.entries(columns).every(
    ([field, position]) => known.some(({ name }) => name === field) && position < headings.length,
  )
  if (!areAll) throw new HttpError(400, 'import_column_unknown', { field: 'columns' })
}
