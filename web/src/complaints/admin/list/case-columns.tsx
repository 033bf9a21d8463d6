import { Button, Checkbox, Group, Text } from '@mantine/core'
import { shownType } from '@petsetu/contract/complaints/complaint-facts.ts'
import { complaintStatuses, feeStatuses } from '@petsetu/contract/complaints/complaint-statuses.ts'
import { shownWords } from '@petsetu/contract/platform/removed.ts'
import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import type { ListedComplaint } from '@petsetu/contract/complaints/complaints.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { formatDaysAgo } from '@petsetu/languages/days-ago.ts'
import { INDIA_AHEAD_MS, pluralValues } from '@petsetu/languages/formats.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { IconAlertTriangle, IconClock } from '@tabler/icons-react'
import { Link } from 'react-router'
import { pageLanguage } from '../../../platform/languages/page-language.ts'
import { RichText } from '../../../platform/languages/use-text.tsx'
import { formatMediumDay, formatMediumInstant } from '../../../platform/lists/medium-days.ts'
import { Status } from '../../../platform/ui/feedback/status-badge.tsx'
import { screenReaderOnly } from '../../../platform/ui/layout/screen-reader-only.tsx'
import { type Column, OnlyIn, sortBy } from '../../../platform/ui/table/data-table.tsx'
import { daysUntil } from '../../../shared/deadlines/due-badge.tsx'
import { addressOf, type ComplaintFilter } from '../complaint-filter.ts'
import classes from './case-list.module.css'

const DAY_MS = 86_400_000

type Options = {
  filter: ComplaintFilter
  chosen: number[]
  onChoose: (id: number) => void
}

/**
 * The columns of the list. What the work on a case needs stands within them: who has it, how old it is, whether it is
 * overdue. A card begins with the case, and all of it opens the case.
 */
export function caseColumns({ filter, chosen, onChoose }: Options, text: Translate): Column<ListedComplaint>[] {
  const addressFor = (id: number) => paths.complaintDetail.to({ id }, addressOf(filter))
  return [
    {
      head: text('columns.id'),
      isTight: true,
      inCard: 'end',
      cell: ({ id }) => (
        <Group component="span" className={classes.choice ?? ''} gap="xs" wrap="nowrap">
          <Checkbox
            aria-label={text('caseList.choose', { id })}
            checked={chosen.includes(id)}
            onChange={() => onChoose(id)}
          />
          {id}
        </Group>
      ),
    },
    {
      head: text('complaints.name'),
      inCard: 'line',
      cell: (complaint) => <Name complaint={complaint} to={addressFor(complaint.id)} text={text} />,
    },
    {
      head: text('complaints.type'),
      inCard: 'title',
      cell: (complaint) => <Subject complaint={complaint} to={addressFor(complaint.id)} text={text} />,
    },
    {
      head: text('complaints.submitted'),
      sort: { ascending: 'oldest', descending: 'newest', isUsual: true },
      align: 'right',
      isTight: true,
      inCard: 'nothing',
      cell: (complaint) => (
        <span>
          {formatMediumInstant(complaint.created_at)} <Age complaint={complaint} text={text} />
        </span>
      ),
    },
    {
      head: text('columns.status'),
      // The cell says how long a case is overdue.
      sort: { ...sortBy('due'), title: text('labels.dueDay') },
      isTight: true,
      inCard: 'value',
      cell: (complaint) => <StatusCell complaint={complaint} text={text} />,
    },
    {
      head: text('complaints.payment'),
      inCard: 'nothing',
      cell: ({ payment_status }) => <Status look={feeStatuses[payment_status]} />,
    },
    {
      head: text('columns.actions'),
      inCard: 'nothing',
      cell: ({ id }) => (
        <Button component={Link} to={addressFor(id)} variant="subtle" px={10} ml={-10}>
          <RichText id="complaints.view" fill={{ id, which: screenReaderOnly }} />
        </Button>
      ),
    },
  ]
}

type CellProps = { complaint: ListedComplaint; text: Translate }

/** The name; in a card with the reference and the age, which have columns or lines of their own in a table. */
function Name({ complaint, to, text }: CellProps & { to: string }) {
  const { is_name_withheld, fullname, assignee, reference } = complaint
  const name = is_name_withheld ? <em>{text('caseList.withheld')}</em> : shownWords(fullname, text)
  const holder = assignee && (
    <Text span inherit c="dimmed" fw={400}>
      {' '}
      · {assignee.username}
    </Text>
  )
  return (
    <>
      <OnlyIn place="row">
        <span className={classes.withReference}>
          <span>
            <Link className={classes.name} to={to}>
              {name}
            </Link>
            {holder}
          </span>{' '}
          <small>{reference}</small>
        </span>
      </OnlyIn>
      <OnlyIn place="card">
        <span className={classes.person}>
          <span>
            {name}
            {holder}
          </span>{' '}
          <span className={classes.reference}>{reference}</span> <Age complaint={complaint} text={text} />
        </span>
      </OnlyIn>
    </>
  )
}

/** The type and the place; in a card, the link that opens the case. */
function Subject({ complaint, to, text }: CellProps & { to: string }) {
  const type = shownWords(shownType(complaint.type_of_complaint, text), text)
  const place = shownWords(complaint.place, text)
  return (
    <>
      <OnlyIn place="row">
        <span className={classes.subject} title={place}>
          {type} <small>{place}</small>
        </span>
      </OnlyIn>
      <OnlyIn place="card">
        <Link className={classes.opens} to={to}>
          {[type, place].filter(Boolean).join(' · ')}
        </Link>
      </OnlyIn>
    </>
  )
}

/** The days since a complaint was filed, or that it was filed today. */
function Age({ complaint: { created_at }, text }: CellProps) {
  const days = ageOf(created_at)
  const age = days === 0 ? formatDaysAgo(created_at, pageLanguage()) : text('caseList.age', pluralValues(days))
  return <span className={classes.age}>{age}</span>
}

/** The status, and how long a case is overdue, or that it is due today or tomorrow; in a card with the fee. */
function StatusCell({ complaint: { status, due_on, payment_status }, text }: CellProps) {
  const isOpen = complaintStatuses[status].isOpen
  return (
    <span className={classes.status}>
      <Status look={complaintStatuses[status]} />
      {isOpen && due_on !== null && <Urgency day={due_on} text={text} />}
      <OnlyIn place="card">
        <span className={classes.fee} data-paid={payment_status === 'paid'}>
          {/* A card has no heads, and two badges that may say the same. */}
          <Text span inherit c="dimmed">
            {text('complaints.payment')}
          </Text>{' '}
          <Status look={feeStatuses[payment_status]} />
        </span>
      </OnlyIn>
    </span>
  )
}

/** In a table without the ground of a badge, so that it is quieter than the status above it. */
function Urgency({ day, text }: { day: string; text: Translate }) {
  const left = daysUntil(day)
  if (left > 1) return null
  const isLate = left < 0
  const Icon = isLate ? IconAlertTriangle : IconClock
  const near = text(left === 0 ? 'complaintDetail.dueToday' : 'complaintDetail.dueTomorrow')
  return (
    <span className={classes.urgency} data-late={isLate} title={text('caseList.wasDue', { day: formatMediumDay(day) })}>
      <Icon size={16} aria-hidden />
      {isLate ? text('caseList.overdueBy', pluralValues(-left)) : near}
    </span>
  )
}

function ageOf(instant: string): number {
  const dayOf = (time: number) => Math.floor((time + INDIA_AHEAD_MS) / DAY_MS)
  return Math.max(0, dayOf(Date.now()) - dayOf(Date.parse(instant)))
}
