import type { Import } from '@petsetu/contract/imports.ts'
import type { PlainId, Translate } from '@petsetu/languages/translator.ts'
import type { Db } from '../db/pool.ts'
import { IMPORT_FIELDS } from './import-fields.ts'
import { findSameImport, type StoredImport } from './import-queries.ts'
import { describeRowProblem } from './row-values.ts'
import { isUntouched } from './undo-import.ts'

const FAILURES: Record<string, PlainId> = {
  dutyGone: 'importFailures.dutyGone',
  unexpected: 'importFailures.unexpected',
}

/** An import as an admin sees it, in their language. */
export async function viewImport(db: Db, stored: StoredImport, text: Translate): Promise<Import> {
  const { id, kind, state, columns, headings, failure } = stored
  const fields = IMPORT_FIELDS[kind].map(({ name, label, isRequired = false }) => ({
    ...{ name, label: text(label) },
    is_required: isRequired,
  }))
  const columnOf = (field: string) => {
    const position = columns[field]
    const label = fields.find(({ name }) => name === field)?.label ?? field
    return (position === undefined ? null : headings[position]) || label
  }
  return {
    ...{ id, kind, state, columns, headings, fields, sample: stored.sample, admin: stored.admin_username },
    created_at: stored.created_at.toISOString(),
    finished_at: stored.finished_at?.toISOString() ?? null,
    ...{ row_count: stored.row_count, done_rows: stored.done_rows },
    ...{ new_rows: stored.new_rows, known_rows: stored.known_rows, wrong_rows: stored.wrong_rows },
    problems: stored.problems.map(({ row, field, problem }) => ({
      row,
      column: field === null ? null : columnOf(field),
      message: describeRowProblem(text, problem),
    })),
    failure: failure && text(FAILURES[failure] ?? 'importFailures.unexpected'),
    imported_before: state === 'checked' ? await findSameImport(db, stored) : null,
    can_undo: state === 'done' && stored.new_rows > 0 && (await isUntouched(db, id)),
  }
}
