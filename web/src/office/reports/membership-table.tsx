import { Button, Text, UnstyledButton } from '@mantine/core'
import { mailStates } from '@petsetu/contract/office/mails.ts'
import { type MembershipOrder, type ReportedMembership, reportCalls } from '@petsetu/contract/office/reports.ts'
import { membershipStatuses } from '@petsetu/contract/supporters/membership-facts.ts'
import { type MembershipReminder, membershipCalls } from '@petsetu/contract/supporters/memberships.ts'
import { pluralValues } from '@petsetu/languages/formats.ts'
import type { PlainId, Translate } from '@petsetu/languages/translator.ts'
import { IconClock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useUser } from '../../people/auth/session.ts'
import { formatLongInstant } from '../../platform/languages/page-formats.ts'
import { RichText, useText } from '../../platform/languages/use-text.tsx'
import { callQuery } from '../../platform/lib/requests/call-query.ts'
import { request } from '../../platform/lib/requests/request.ts'
import { CorrectLink } from '../../platform/lists/correct-link.tsx'
import { ListTable } from '../../platform/lists/list-table.tsx'
import { formatMediumDay, formatMediumInstant } from '../../platform/lists/medium-days.ts'
import dialogStyles from '../../platform/ui/dialog/dialog.module.css'
import { Dialog, type DialogHandle } from '../../platform/ui/dialog/dialog.tsx'
import { TableSkeleton } from '../../platform/ui/feedback/list-skeletons.tsx'
import { Loaded } from '../../platform/ui/feedback/loaded.tsx'
import { Status } from '../../platform/ui/feedback/status-badge.tsx'
import { useSave } from '../../platform/ui/form/use-save.ts'
import { screenReaderOnly } from '../../platform/ui/layout/screen-reader-only.tsx'
import { columnAmounts } from '../../platform/ui/table/column-amounts.ts'
import { type Column, DataTable, OnlyIn, sortBy } from '../../platform/ui/table/data-table.tsx'
import { RowActions } from '../../platform/ui/table/row-actions.tsx'
import { daysUntil } from '../../shared/deadlines/due-badge.tsx'
import { MembershipLinks } from '../../shared/pay-links/membership-links.tsx'
import { PersonLink } from './record-links.tsx'
import classes from './report-cells.module.css'

export const CATEGORIES: Record<ReportedMembership['category'], PlainId> = {
  regular: 'plan.regular',
  premium: 'plan.premium',
}

type Props = { memberships: ReportedMembership[]; order: MembershipOrder | null }

export function MembershipTable({ memberships, order }: Props) {
  const text = useText()
  const admin = useUser()
  const cancelling = useCancelMembership()
  const columns: Column<ReportedMembership>[] = [
    ...membershipColumns(memberships, text),
    {
      head: text('columns.actions'),
      inCard: 'detail',
      cell: (membership) => (
        <RowActions>
          <CancelAction
            membership={membership}
            isBusy={cancelling.isSaving(membership.id)}
            onCancel={() => cancelling.start(membership)}
          />
          <MembershipLinks membership={membership} />
          <CorrectLink purpose="membership" id={membership.id} name={membership.username} admin={admin} isIcon />
        </RowActions>
      ),
    },
  ]
  return (
    <ListTable
      caption={text(order === null ? 'membershipReport.caption' : 'titles.membershipReport')}
      columns={columns}
      rows={memberships}
      keyOf={({ id }) => id}
      order={order}
      hasSortSelect
    />
  )
}

export function membershipColumns(memberships: ReportedMembership[], text: Translate): Column<ReportedMembership>[] {
  const write = columnAmounts(memberships.flatMap(({ amount_paid, returned }) => [amount_paid, returned]))
  return [
    { head: text('columns.id'), inCard: 'detail', isTight: true, cell: ({ id }) => id },
    {
      head: text('columns.user'),
      sort: sortBy('user'),
      inCard: 'title',
      cell: ({ username, user_id, plan_name }) => (
        <span className={classes.text}>
          <strong>
            <PersonLink id={user_id} name={username} />
          </strong>
          <OnlyIn place="card"> · {plan_name}</OnlyIn>
        </span>
      ),
    },
    {
      head: text('membershipReport.plan'),
      inCard: 'nothing',
      cell: ({ plan_name }) => <span className={classes.text}>{plan_name}</span>,
    },
    {
      head: text('membershipReport.category'),
      inCard: 'detail',
      cell: ({ category }) => text(CATEGORIES[category]),
    },
    {
      head: text('membershipReport.startDate'),
      inCard: 'detail',
      sort: sortBy('start'),
      align: 'right',
      isTight: true,
      cell: ({ created_at }) => formatMediumInstant(created_at),
    },
    {
      head: text('membershipReport.expiryDate'),
      inCard: 'value',
      sort: sortBy('expiry'),
      align: 'right',
      isTight: true,
      cell: (membership) => <ExpiryDay membership={membership} />,
    },
    {
      head: text('columns.status'),
      inCard: 'end',
      cell: (membership) => <StatusCell membership={membership} />,
    },
    {
      head: text('membershipReport.amountPaid'),
      inCard: 'detail',
      sort: sortBy('amount'),
      align: 'right',
      isTight: true,
      cell: ({ amount_paid, returned }) => (
        <>
          {write(amount_paid)}
          {returned > 0 && (
            <span className={classes.returned}>{text('donations.returned', { amount: write(returned) })}</span>
          )}
        </>
      ),
    },
  ]
}

const NEAR_DAYS = 30

/** Says in how many days an active membership ends, where that is within a month; else null. */
function endingOf({ status, expiry_date }: ReportedMembership, text: Translate): string | null {
  if (status !== 'active' || expiry_date === null) return null
  const left = daysUntil(expiry_date)
  if (left < 0 || left > NEAR_DAYS) return null
  return left === 0 ? text('membershipReport.endsToday') : text('membershipReport.endsIn', pluralValues(left))
}

/** The status. In a card it says below it that the membership ends soon; a row marks its last day with a clock. */
function StatusCell({ membership }: { membership: ReportedMembership }) {
  const text = useText()
  const ending = endingOf(membership, text)
  return (
    <span className={classes.status}>
      <Status look={membershipStatuses[membership.status]} />
      {ending && (
        <OnlyIn place="card">
          <span className={classes.ending}>
            <IconClock size={16} aria-hidden />
            {ending}
          </span>
        </OnlyIn>
      )}
    </span>
  )
}

type CancelProps = { membership: ReportedMembership; isBusy: boolean; onCancel: () => void }

function CancelAction({ membership: { status, id }, isBusy, onCancel }: CancelProps) {
  if (status !== 'active' && status !== 'pending') return null
  return (
    <Button variant="subtle" color="heart" px={8} ml={-8} loading={isBusy} onClick={onCancel}>
      <RichText id="membershipReport.cancel" fill={{ id, which: screenReaderOnly }} />
    </Button>
  )
}

function useCancelMembership() {
  const text = useText()
  return useSave({
    call: membershipCalls.cancel,
    send: ({ id }: ReportedMembership) => request(membershipCalls.cancel, { params: { id: String(id) } }),
    confirm: ({ plan_name, username, status }) => ({
      title: text('membershipReport.cancelQuestion', { username }),
      children: text(status === 'pending' ? 'membershipReport.cancelPending' : 'membershipReport.cancelActive', {
        plan: plan_name,
      }),
      confirmLabel: text('membershipReport.cancelConfirm'),
      keepLabel: text('membershipReport.keep'),
    }),
    rowOf: ({ id }) => id,
    invalidates: [reportCalls.memberships, reportCalls.membershipMonths],
    success: (_, { username }) => text('membershipReport.cancelDone', { username }),
    failure: { fallback: text('membershipReport.cancelFailed') },
  })
}

/**
 * The last day of a membership: a button that shows who was reminded of it, and when. A card, which names no head, does not say of a
 * cancelled one that it runs until then.
 */
function ExpiryDay({ membership }: { membership: ReportedMembership }) {
  const text = useText()
  const [isOpen, setOpen] = useState(false)
  if (!membership.expiry_date) return <NotStarted since={membership.created_at} />
  const ending = endingOf(membership, text)
  return (
    <>
      <UnstyledButton
        className={classes.reminded ?? ''}
        data-near={ending !== null || undefined}
        title={ending ?? undefined}
        onClick={() => setOpen(true)}
      >
        <OnlyIn place="row">
          {ending && <IconClock className={classes.clock} size={16} aria-hidden />}
          {formatMediumDay(membership.expiry_date)}
          {ending && screenReaderOnly(ending)}
        </OnlyIn>
        <OnlyIn place="card">
          {membership.status === 'cancelled'
            ? text('membershipReport.registered', { day: formatMediumInstant(membership.created_at) })
            : text('membershipReport.until', { day: formatMediumDay(membership.expiry_date) })}
        </OnlyIn>
        {screenReaderOnly(text('membershipReport.reminders', { id: membership.id }))}
      </UnstyledButton>
      {isOpen && <HistoryDialog membership={membership} onClose={() => setOpen(false)} />}
    </>
  )
}

/** A card has no column for the day on which somebody registered, and without a last day nothing else to say. */
function NotStarted({ since }: { since: string }) {
  const text = useText()
  return (
    <>
      <OnlyIn place="row">
        <Text span inherit c="dimmed">
          –
        </Text>
      </OnlyIn>
      <OnlyIn place="card">{text('membershipReport.registered', { day: formatMediumInstant(since) })}</OnlyIn>
    </>
  )
}

function HistoryDialog({ membership, onClose }: { membership: ReportedMembership; onClose: () => void }) {
  const text = useText()
  const dialog = useRef<DialogHandle>(null)
  return (
    <Dialog
      ref={dialog}
      title={text('membershipReport.remindersOf', { username: membership.username })}
      onClose={onClose}
    >
      <Reminders id={membership.id} />
    </Dialog>
  )
}

function Reminders({ id }: { id: number }) {
  const text = useText()
  const reminders = useQuery(callQuery(membershipCalls.reminders, { params: { id: String(id) } }))
  const columns: Column<MembershipReminder>[] = [
    { head: text('membershipReport.reminder'), cell: ({ days }) => stepOf(days) },
    { head: text('mailList.to'), cell: ({ to_address }) => to_address },
    {
      head: text('columns.status'),
      cell: ({ state, sent_at, created_at }) =>
        `${text(mailStates[state].label)}: ${formatLongInstant(sent_at ?? created_at)}`,
    },
  ]
  return (
    <Loaded query={reminders} skeleton={<TableSkeleton rows={2} />} failure={text('membershipReport.remindersFailed')}>
      {({ data }) =>
        data.length === 0 ? (
          <p className={dialogStyles.text}>{text('membershipReport.noReminders')}</p>
        ) : (
          <DataTable
            isDense
            caption={text('membershipReport.remindersCaption')}
            columns={columns}
            rows={data}
            keyOf={({ days }) => days}
          />
        )
      }
    </Loaded>
  )

  function stepOf(days: number): string {
    if (days === 0) return text('membershipReport.onLastDay')
    return text(days < 0 ? 'membershipReport.daysBefore' : 'membershipReport.daysAfter', pluralValues(Math.abs(days)))
  }
}
