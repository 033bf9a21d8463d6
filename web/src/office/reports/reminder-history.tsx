import { UnstyledButton } from '@mantine/core'
import type { ReportedMembership } from '@petsetu/contract/office/reports.ts'
import { type MembershipReminder, membershipCalls } from '@petsetu/contract/supporters/memberships.ts'
import { pluralValues } from '@petsetu/languages/formats.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { formatLongDay, formatLongInstant } from '../../platform/languages/page-formats.ts'
import { useText } from '../../platform/languages/use-text.tsx'
import { callQuery } from '../../platform/lib/call-query.ts'
import classes from '../../platform/ui/feedback/dialog.module.css'
import { Dialog } from '../../platform/ui/feedback/dialog.tsx'
import { TableSkeleton } from '../../platform/ui/feedback/list-skeletons.tsx'
import { Loaded } from '../../platform/ui/feedback/loaded.tsx'
import { screenReaderOnly } from '../../platform/ui/layout/screen-reader-only.tsx'
import { type Column, DataTable } from '../../platform/ui/table/data-table.tsx'
import cells from './report-cells.module.css'

const STATES: Record<MembershipReminder['state'], PlainId> = {
  waiting: 'mailList.waiting',
  held: 'mailList.held',
  failed: 'mailList.failed',
  sent: 'mailList.sent',
}

/** The last day of a membership: a button that shows who was reminded of it, and when. */
export function ExpiryDay({ membership }: { membership: ReportedMembership }) {
  const text = useText()
  const [isOpen, setOpen] = useState(false)
  if (!membership.expiry_date) return '–'
  return (
    <>
      <UnstyledButton className={cells.reminded ?? ''} onClick={() => setOpen(true)}>
        {formatLongDay(membership.expiry_date)}
        {screenReaderOnly(text('membershipReport.reminders', { id: membership.id }))}
      </UnstyledButton>
      {isOpen && <HistoryDialog membership={membership} onClose={() => setOpen(false)} />}
    </>
  )
}

function HistoryDialog({ membership, onClose }: { membership: ReportedMembership; onClose: () => void }) {
  const text = useText()
  const dialog = useRef<HTMLDialogElement>(null)
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
      cell: ({ state, sent_at, created_at }) => `${text(STATES[state])}: ${formatLongInstant(sent_at ?? created_at)}`,
    },
  ]
  return (
    <Loaded query={reminders} skeleton={<TableSkeleton rows={2} />} failure={text('membershipReport.remindersFailed')}>
      {({ data }) =>
        data.length === 0 ? (
          <p className={classes.text}>{text('membershipReport.noReminders')}</p>
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
