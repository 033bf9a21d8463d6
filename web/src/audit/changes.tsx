import type { AuditRow } from '@petsetu/contract/audit.ts'
import { counted } from '@petsetu/languages/formats.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { useText } from '../languages/use-text.tsx'
import { fieldName, valueWords } from './change-words.ts'
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
  const changes = fieldsOf(row).map((field) => changeOf(row, field, text))
  const length = changes.reduce((sum, { before, after }) => sum + (before?.length ?? 0) + (after?.length ?? 0), 0)
  const isShort = changes.length + personal.length <= FIELDS_SHOWN_MAX && length <= LENGTH_SHOWN_MAX
  const list = (
    <ul className={classes.changes}>
      {changes.map(({ field, before, after }) => (
        <li key={field}>
          <b>{fieldName(field, text)}</b> {row.before && <del>{before ?? text('audit.nothing')}</del>}
          {row.before && row.after && <span aria-hidden> → </span>}
          {row.after && <ins>{after ?? text('audit.nothing')}</ins>}
        </li>
      ))}
      {personal.map((field) => (
        <li key={field}>
          <b>{fieldName(field, text)}</b> {text('audit.notKept')}
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

function changeOf({ before, after }: AuditRow, field: string, text: Translate): Change {
  return {
    field,
    before: valueWords(field, before?.[field], text),
    after: valueWords(field, after?.[field], text),
  }
}
