import { Box, Stack } from '@mantine/core'
import { OUTCOMES, PRIORITIES } from '@petsetu/contract/complaints/case-labels.ts'
import { complaintStatuses } from '@petsetu/contract/complaints/complaint-statuses.ts'
import type { AuditRow } from '@petsetu/contract/people/audit.ts'
import type { Duty } from '@petsetu/contract/people/duties.ts'
import { CAMP_KIND_TEXTS } from '@petsetu/contract/pets/camps/camp-kinds.ts'
import { CARE_KIND_TEXTS } from '@petsetu/contract/pets/care-kinds.ts'
import { PAISE_PER_RUPEE } from '@petsetu/contract/platform/money.ts'
import { purposes } from '@petsetu/contract/platform/purposes.ts'
import { labelsOf } from '@petsetu/contract/platform/registry.ts'
import { formatRupees, pluralValues } from '@petsetu/languages/formats.ts'
import type { PlainId, Translate } from '@petsetu/languages/translator.ts'
import { formatLongDay } from '../../platform/languages/page-formats.ts'
import { useText } from '../../platform/languages/use-text.tsx'
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
    <Stack component="ul" gap={2} m={0} p={0} className={classes.changes ?? ''}>
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
    </Stack>
  )
  if (isShort) return list
  return (
    <details>
      <Box component="summary" mih={44} fw={600} style={{ alignContent: 'center', cursor: 'pointer' }}>
        {text('audit.fields', pluralValues(changes.length + personal.length))}
      </Box>
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

// The name of a field in the database or in a form, as the pages call it. The audit keeps fields that are not here, too: they are shown
// as they are stored.
const FIELDS: Record<string, PlainId> = {
  address: 'labels.address',
  addresses: 'audit.addresses',
  amount_paise: 'labels.amount',
  assignee_id: 'caseWork.assignee',
  category: 'labels.category',
  contactDetails: 'labels.contactDetails',
  day: 'labels.careDay',
  description: 'labels.description',
  description_hi: 'audit.descriptionHindi',
  description_mr: 'audit.descriptionMarathi',
  donationLink: 'labels.donationLink',
  due_on: 'labels.dueDay',
  duplicate_of: 'audit.duplicateOf',
  duration_months: 'labels.duration',
  duties: 'duties.duties',
  email: 'labels.email',
  features: 'labels.features',
  features_hi: 'audit.featuresHindi',
  features_mr: 'audit.featuresMarathi',
  foundationName: 'labels.foundationName',
  helplinePhone: 'labels.helpline',
  hold_until: 'labels.holdUntil',
  internal: 'caseEvents.internal',
  kind: 'labels.careKind',
  known: 'audit.knownRows',
  language: 'settings.language',
  legalName: 'labels.legalName',
  location: 'labels.location',
  logo: 'settings.logo',
  mailSignature: 'labels.mailSignature',
  markdown: 'labels.legalText',
  mode: 'desk.mode',
  name: 'labels.name',
  name_hi: 'audit.nameHindi',
  name_mr: 'audit.nameMarathi',
  new: 'audit.newRows',
  note: 'labels.note',
  outcome: 'caseWork.outcome',
  ownerName: 'labels.ownerName',
  petAge: 'labels.petAge',
  petGender: 'labels.gender',
  petName: 'labels.petName',
  petType: 'labels.petType',
  phone: 'labels.phone',
  plan: 'auditObjects.plan',
  price: 'labels.price',
  priority: 'caseWork.priority',
  product: 'labels.careProduct',
  purpose: 'receipts.paidFor',
  queued: 'audit.queued',
  source: 'audit.source',
  storyPhoto: 'settings.storyPhoto',
  state: 'columns.status',
  status: 'columns.status',
  tag: 'auditObjects.tag',
  tags: 'adminSearch.tags',
  text: 'labels.legalText',
  title: 'labels.title',
  username: 'labels.username',
  valid_until: 'labels.validUntil',
  vet: 'labels.vet',
}

const VALUES: Record<string, Record<string, PlainId>> = {
  status: labelsOf(complaintStatuses),
  priority: PRIORITIES,
  outcome: OUTCOMES,
  category: { regular: 'frame.regular', premium: 'frame.premium' },
  duties: {
    pets: 'duties.pets',
    cases: 'duties.cases',
    members: 'duties.members',
    money: 'duties.money',
    settings: 'duties.settings',
    privacy: 'duties.privacy',
  } satisfies Record<Duty, PlainId>,
  source: { phone: 'caseEvents.byPhone', desk: 'caseEvents.atDesk' },
  petGender: { male: 'pets.male', female: 'pets.female' },
  kind: { ...CARE_KIND_TEXTS, ...CAMP_KIND_TEXTS, handed_over: 'desk.handedOver', received: 'desk.received' },
  mode: { cash: 'receipts.cash', cheque: 'receipts.cheque', upi: 'receipts.upi' },
  purpose: labelsOf(purposes),
}

const DAYS = new Set(['due_on', 'day', 'valid_until', 'hold_until'])

function fieldName(field: string, text: Translate): string {
  const id = Object.hasOwn(FIELDS, field) ? FIELDS[field] : undefined
  return id ? text(id) : field
}

/** A stored value in the words of the page; null for an empty one. */
function valueWords(field: string, value: unknown, text: Translate): string | null {
  if (value === null || value === undefined || value === '') return null
  if (Array.isArray(value)) return value.map((each) => valueWords(field, each, text)).join(', ')
  if (typeof value === 'boolean') return text(value ? 'audit.yes' : 'audit.no')
  if (typeof value === 'object') return JSON.stringify(value)
  if (field === 'amount_paise') return formatRupees(Number(value) / PAISE_PER_RUPEE)
  if (field === 'price') return formatRupees(Number(value))
  const written = String(value)
  if (DAYS.has(field) && /^\d{4}-\d\d-\d\d$/.test(written)) return formatLongDay(written)
  const words = Object.hasOwn(VALUES, field) ? VALUES[field] : undefined
  const id = words && Object.hasOwn(words, written) ? words[written] : undefined
  return id ? text(id) : written
}
