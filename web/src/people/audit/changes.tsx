import { Box, Stack } from '@mantine/core'
import type { AuditRow } from '@petsetu/contract/people/audit.ts'
import { auditField, auditPart } from '@petsetu/contract/people/audit-fields.ts'
import { writtenFinancialYear } from '@petsetu/contract/platform/calendar.ts'
import { PAISE_PER_RUPEE } from '@petsetu/contract/platform/money.ts'
import { formatRupees, pluralValues } from '@petsetu/languages/formats.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import type { ReactNode } from 'react'
import { formatLongDay, formatLongTime } from '../../platform/languages/page-formats.ts'
import { useText } from '../../platform/languages/use-text.tsx'
import fold from '../../platform/ui/layout/unfolds.module.css'
import { writtenTag } from '../../shared/record-name.ts'
import classes from './changes.module.css'

// More is shown only on request, so that a row has two lines. So many letters fit a line of the column on a small laptop.
const LINES_MAX = 2
const LETTERS_A_LINE = 18

type Change = { field: string; before: string | null; after: string | null }

export function hasChanges(row: AuditRow): boolean {
  return fieldsOf(row).length + row.personal_fields.length > 0
}

/** Shows the changes of several rows that say the same but for the values, behind their number. */
export function ChangesOfEach({ rows }: { rows: AuditRow[] }) {
  const text = useText()
  const number = text('audit.entries', pluralValues(rows.length))
  if (!rows.some(hasChanges)) return number
  return (
    <Unfolding summary={number}>
      <Stack gap="xs">
        {rows.map((row) => (
          <Changes key={row.id} row={row} />
        ))}
      </Stack>
    </Unfolding>
  )
}

/** The fields that changed, each with what it was and what it is; of those about a person only the names. */
export function Changes({ row }: { row: AuditRow }) {
  const text = useText()
  const { personal_fields: personal } = row
  const changes = fieldsOf(row).map((field) => changeOf(row, field, text))
  const lines = changes.reduce((sum, change) => sum + linesOf(change), personal.length)
  const list = (
    <Stack component="ul" gap={0} m={0} p={0} className={classes.changes ?? ''}>
      {changes.map(({ field, before, after }) => (
        <li key={field}>
          <b>{fieldName(field, row.action, text)}</b> {row.before && <del>{before ?? text('audit.nothing')}</del>}
          {row.before && row.after && <span aria-hidden> → </span>}
          {row.after && <ins>{after ?? text('audit.nothing')}</ins>}
        </li>
      ))}
      {personal.map((field) => (
        <li key={field}>
          <b>{fieldName(field, row.action, text)}</b> {text('audit.notKept')}
        </li>
      ))}
    </Stack>
  )
  if (lines <= LINES_MAX) return list
  return <Unfolding summary={text('audit.fields', pluralValues(changes.length + personal.length))}>{list}</Unfolding>
}

function Unfolding({ summary, children }: { summary: string; children: ReactNode }) {
  return (
    <details>
      <Box component="summary" className={`${fold.unfolds} ${classes.fields}`} py={11} my={-5}>
        {summary}
      </Box>
      {children}
    </details>
  )
}

function linesOf({ before, after }: Change): number {
  return Math.max(1, Math.ceil(((before?.length ?? 0) + (after?.length ?? 0)) / LETTERS_A_LINE))
}

export function fieldsOf({ before, after }: AuditRow): string[] {
  return [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
}

function changeOf({ action, before, after }: AuditRow, field: string, text: Translate): Change {
  return {
    field,
    before: valueWords({ field, action }, before?.[field], text),
    after: valueWords({ field, action }, after?.[field], text),
  }
}

/** A field that this version does not know is shown as it is stored. */
function fieldName(field: string, action: string, text: Translate): string {
  const known = auditField(field, action)
  return known ? text(known.label) : field
}

/** A field of a row; its name may mean something else in a row about another action. */
type Place = { field: string; action: string }

/** A stored value in the words of the page; null for an empty one. */
function valueWords(place: Place, value: unknown, text: Translate): string | null {
  if (value === null || value === undefined || value === '') return null
  if (Array.isArray(value)) return value.map((each) => valueWords(place, each, text)).join(', ')
  if (typeof value === 'boolean') return text(value ? 'audit.yes' : 'audit.no')
  if (typeof value === 'object') return partsOf(place, value, text)
  const { unit, values = {} } = auditField(place.field, place.action) ?? {}
  const written = String(value)
  if (unit === 'paise') return formatRupees(Number(value) / PAISE_PER_RUPEE)
  if (unit === 'rupees') return formatRupees(Number(value))
  if (unit === 'day' && /^\d{4}-\d\d-\d\d$/.test(written)) return formatLongDay(written)
  if (unit === 'instant' && !Number.isNaN(Date.parse(written))) return formatLongTime(written)
  if (unit === 'language') return auditPart(written, text)
  if (unit === 'year') return writtenFinancialYear(Number(value))
  if (unit === 'tag') return writtenTag(written)
  const id = Object.hasOwn(values, written) ? values[written] : undefined
  return id ? text(id) : written
}

/** The parts of a value that has several, such as a text in each language. A part may be a field of the audit itself. */
function partsOf({ field, action }: Place, value: object, text: Translate): string {
  const parts = Object.entries(value).map(([name, part]) => {
    const isField = auditField(name, action) !== null
    const words = valueWords({ field: isField ? name : field, action }, part, text)
    return [isField ? fieldName(name, action, text) : auditPart(name, text), words] as const
  })
  return parts.flatMap(([name, words]) => (words ? [`${name}: ${words}`] : [])).join('; ')
}
