import { shownType } from '@petsetu/contract/complaints/complaint-facts.ts'
import { type DashboardEvent, dashboardCalls, type EventKind } from '@petsetu/contract/office/dashboard.ts'
import { ACTION_LABELS, labelOf } from '@petsetu/contract/people/audit.ts'
import type { Purpose } from '@petsetu/contract/platform/purposes.ts'
import { isKeyOf } from '@petsetu/contract/platform/registry.ts'
import { formatDaysAgo } from '@petsetu/languages/days-ago.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import {
  IconCertificate,
  IconChevronRight,
  IconCoinRupee,
  IconMessageReport,
  IconPaw,
  type IconProps,
  IconTool,
  IconUsers,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { Link } from 'react-router'
import { formatLongTime } from '../../platform/languages/page-formats.ts'
import { pageLanguage } from '../../platform/languages/page-language.ts'
import { useText } from '../../platform/languages/use-text.tsx'
import { callQuery } from '../../platform/lib/requests/call-query.ts'
import { TableSkeleton } from '../../platform/ui/feedback/list-skeletons.tsx'
import { Loaded } from '../../platform/ui/feedback/loaded.tsx'
import card from '../../platform/ui/layout/card.module.css'
import { recordName } from '../../shared/record-name.ts'
import { TryAgain } from './try-again.tsx'
import classes from './work-list.module.css'

const ICONS: Record<EventKind, ComponentType<IconProps>> = {
  'complaint-filed': IconMessageReport,
  'payment-received': IconCoinRupee,
  'pet-registered': IconPaw,
  'account-created': IconUsers,
  'membership-begun': IconCertificate,
  'admin-action': IconTool,
}

/** Lists the latest events, newest first; each line leads to its record. */
export function LatestEvents() {
  const text = useText()
  const events = useQuery(callQuery(dashboardCalls.events, {}))
  return (
    <Loaded
      query={events}
      skeleton={<TableSkeleton rows={5} />}
      failure={(_, retry) => <TryAgain message={text('dashboardEvents.failed')} onRetry={retry} />}
    >
      {({ data: latest }) =>
        latest.length === 0 ? (
          <p className={card.card}>{text('dashboardEvents.none')}</p>
        ) : (
          <ul className={`${card.card} ${classes.list}`}>
            {latest.map((event) => (
              <li key={`${event.kind} ${event.id}`}>
                <OneEvent event={event} />
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}

function OneEvent({ event }: { event: DashboardEvent }) {
  const text = useText()
  const Icon = ICONS[event.kind]
  const subject = subjectOf(event, text)
  return (
    <Link className={classes.work ?? ''} to={event.path}>
      <Icon size={22} stroke={1.75} aria-hidden />
      <span className={classes.words}>
        {sentenceOf(event, text)}
        {subject && <span className={classes.subject}> · {subject}</span>}
      </span>
      <time dateTime={event.at} title={formatLongTime(event.at)}>
        {formatDaysAgo(event.at, pageLanguage())}
      </time>
      <IconChevronRight size={20} aria-hidden />
    </Link>
  )
}

const RECEIVED = {
  complaint: 'dashboardEvents.feeReceived',
  membership: 'dashboardEvents.membershipReceived',
  donation: 'dashboardEvents.donationReceived',
} as const satisfies Record<Purpose, string>

function sentenceOf(event: DashboardEvent, text: Translate): string {
  const { kind, amount } = event
  const [who, what] = [event.who ?? '', event.what ?? '']
  switch (kind) {
    case 'complaint-filed':
      return text('dashboardEvents.complaintFiled', { what })
    case 'payment-received':
      return text(isKeyOf(RECEIVED, what) ? RECEIVED[what] : 'dashboardEvents.paymentReceived', {
        what: formatRupees(amount ?? 0),
      })
    case 'pet-registered':
      return text('dashboardEvents.petRegistered', { who, what })
    case 'account-created':
      return text('dashboardEvents.accountCreated', { who })
    case 'membership-begun':
      return text('dashboardEvents.membershipBegun', { who, what })
    case 'admin-action':
      return text('dashboardEvents.adminAction', { who, what: actOf(event, text) })
  }
}

/** Says what a complaint is about and where, or whose money came; the sentences of other events say it. */
function subjectOf({ kind, who, sort, place }: DashboardEvent, text: Translate): string {
  if (kind === 'complaint-filed') return [shownType(sort ?? '', text), place].filter(Boolean).join(' · ')
  return kind === 'payment-received' ? (who ?? '') : ''
}

/** Says what an admin did, and to which record if it was a single one. */
function actOf({ what, object_kind: kind, object_id: id }: DashboardEvent, text: Translate): string {
  const act = labelOf(ACTION_LABELS, what ?? '', text)
  return kind !== null && id !== null ? `${act} · ${recordName(kind, id, text)}` : act
}
