import type { AuditRow } from '@petsetu/contract/audit.ts'
import { counted } from '@petsetu/languages/formats.ts'
import { useText } from '../languages/use-text.tsx'
import classes from './changes.module.css'

// More than this is shown only on request, so that a row stays low.
const FIELDS_SHOWN_MAX = 3
const LENGTH_SHOWN_MAX = 120

type Change = { field: string; before: string | null; after: string | null }

export function hasChanges(row: AuditRow): boolean {
  return fieldsOf(row).length + row.personal_fields.length > 0
}

/** The fields that changed, each with what it was and what it is; of those about a person only the names. */
export function Changes({ row }: { row: AuditRow }) {
  const text = useText()
  const { personal_fields: personal } = row
  const changes = fieldsOf(row).map((field) => changeOf(row, field))
  const length = changes.reduce((sum, { before, after }) => sum + (before?.length ?? 0) + (after?.length ?? 0), 0)
  const isShort = changes.length + personal.length <= FIELDS_SHOWN_MAX && length <= LENGTH_SHOWN_MAX
  const list = (
    <ul className={classes.changes}>
      {changes.map(({ field, before, after }) => (
        <li key={field}>
          <code>{field}</code> {row.before && <del>{before ?? text('audit.nothing')}</del>}
          {row.before && row.after && <span aria-hidden> → </span>}
          {row.after && <ins>{after ?? text('audit.nothing')}</ins>}
        </li>
      ))}
      {personal.map((field) => (
        <li key={field}>
          <code>{field}</code> {text('audit.notKept')}
        </li>
      ))}
    </ul>
  )
  if (isShort) return list
  return (
    <details className={classes.more}>
      <summary>{text('audit.fields', counted(changes.length + personal.length))}</summary>
      {list}
    </details>
  )
}

function fieldsOf({ before, after }: AuditRow): string[] {
  return [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
}

function changeOf({ before, after }: AuditRow, field: string): Change {
  return { field, before: written(before?.[field]), after: written(after?.[field]) }
}

function written(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
