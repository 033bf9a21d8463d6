import { createHash } from 'node:crypto'
import { IMPORT_AREAS, type ImportArea, type ImportKind, type ImportSummary } from '@petsetu/contract/office/imports.ts'
import { sql } from 'kysely'
import { deleteInBatches } from '../../platform/db/batches.ts'
import { daysAgo } from '../../platform/db/expressions.ts'
import { isoTimes } from '../../platform/db/iso-times.ts'
import type { Db } from '../../platform/db/pool.ts'
import { notFound } from '../../platform/errors.ts'
import type { Person } from '../../platform/http/routing/person.ts'
import { guessColumns, type ImportColumns } from './import-fields.ts'
import type { RowProblem } from './importer.ts'
import type { inspectCsv } from './read-csv.ts'

const LISTED_MAX = 20

/** An import as it is stored, without the file. */
export type StoredImport = Awaited<ReturnType<typeof readImport>>

export async function listImports(db: Db, area: ImportArea): Promise<ImportSummary[]> {
  const rows = await db
    .selectFrom('imports')
    .select(['id', 'kind', 'state', 'admin_username as admin', 'created_at', 'finished_at'])
    .select(['row_count', 'new_rows', 'known_rows', 'wrong_rows'])
    .where('kind', 'in', [...IMPORT_AREAS[area].kinds])
    .orderBy('id', 'desc')
    .limit(LISTED_MAX)
    .execute()
  return rows.map(isoTimes)
}

export async function readImport(db: Db, area: ImportArea, id: number) {
  const row = await db
    .selectFrom('imports')
    .select(['id', 'kind', 'state', 'admin_id', 'admin_username', 'request_id', 'headings', 'sample', 'columns'])
    .select(['fingerprint', 'row_count', 'done_rows', 'new_rows', 'known_rows', 'wrong_rows', 'problems', 'failure'])
    .select(['created_at', 'finished_at', sql<boolean>`content is not null`.as('has_content')])
    .where('id', '=', id)
    .where('kind', 'in', [...IMPORT_AREAS[area].kinds])
    .executeTakeFirstOrThrow(() => notFound('import_not_found'))
  return {
    ...row,
    sample: row.sample as string[][],
    columns: row.columns as ImportColumns,
    problems: row.problems as RowProblem[],
  }
}

export async function insertImport(
  transaction: Db,
  file: { kind: ImportKind; content: Buffer; inspected: Awaited<ReturnType<typeof inspectCsv>> },
  by: { person: Person; requestId: string },
): Promise<number> {
  const { kind, content, inspected } = file
  const columns = guessColumns(kind, inspected.headings)
  const { id } = await transaction
    .insertInto('imports')
    .values({
      kind,
      content,
      headings: inspected.headings,
      row_count: inspected.rowCount,
      sample: sql`${JSON.stringify(inspected.sample)}::jsonb`,
      columns: sql`${JSON.stringify(columns)}::jsonb`,
      fingerprint: fingerprintOf(kind, columns, content),
      ...changedBy(by),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export function changedBy({ person, requestId }: { person: Person; requestId: string }) {
  return { admin_id: person.id, admin_username: person.username, request_id: requestId }
}

export async function readContent(db: Db, id: number): Promise<Buffer | null> {
  const row = await db.selectFrom('imports').select('content').where('id', '=', id).executeTakeFirst()
  return row?.content ?? null
}

/** The same for the same file that is imported in the same way. */
export function fingerprintOf(kind: ImportKind, columns: ImportColumns, content: Buffer): string {
  const chosen = Object.entries(columns).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([kind, chosen]))
    .update(content)
    .digest('base64url')
}

/** The import of the same file in the same way that is done and was not undone. */
export async function findSameImport(db: Db, { id, fingerprint }: { id: number; fingerprint: string }) {
  const row = await db
    .selectFrom('imports')
    .select(['id', 'admin_username as admin', 'finished_at'])
    .where('fingerprint', '=', fingerprint)
    .where('state', '=', 'done')
    .where('new_rows', '>', 0)
    .where('id', '<>', id)
    .limit(1)
    .executeTakeFirst()
  return row ? { id: row.id, admin: row.admin, at: (row.finished_at ?? new Date()).toISOString() } : null
}

export const WITHOUT_FILE = { content: null, headings: sql<string[]>`'{}'`, sample: sql<string>`'[]'::jsonb` }

/**
 * Deletes what was sent and not imported, and long after it what is known of imports; what they made stays. That a pet was imported stays
 * known with the pet, because it does not go with its admin's account.
 */
export async function forgetImports(db: Db, { filesDays, days }: { filesDays: number; days: number }): Promise<void> {
  await deleteInBatches(db, 'imports', sql`content is not null and created_at < ${daysAgo(filesDays)}`)
  await deleteInBatches(db, 'imports', sql`created_at < ${daysAgo(days)}`)
  await deleteInBatches(
    db,
    'import_records',
    sql`import_id is null and (kind <> 'pet' or not exists (select from pets where pets.id = record_id))`,
  )
}
