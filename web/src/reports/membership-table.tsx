import { Button } from '@mantine/core'
import type { ReportedMembership } from '@petsetu/contract/reports.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import { formatLongDay, formatLongInstant } from '../languages/page-text.ts'
import { MembershipStatus } from '../shared/membership-status.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import classes from './report-cells.module.css'
import { useCancelMembership } from './use-cancel-membership.ts'

export function MembershipTable({ memberships }: { memberships: ReportedMembership[] }) {
  const cancelling = useCancelMembership()
  const columns: Column<ReportedMembership>[] = [
    { head: 'ID', isTight: true, cell: ({ id }) => id },
    { head: 'User', cell: ({ username }) => <strong className={classes.text}>{username}</strong> },
    { head: 'Plan', cell: ({ plan_name }) => <span className={classes.text}>{plan_name}</span> },
    { head: 'Category', cell: ({ category }) => (category === 'premium' ? 'Premium' : 'Regular') },
    { head: 'Start Date', align: 'right', isTight: true, cell: ({ created_at }) => formatLongInstant(created_at) },
    {
      head: 'Expiry Date',
      align: 'right',
      isTight: true,
      cell: ({ expiry_date }) => (expiry_date ? formatLongDay(expiry_date) : '–'),
    },
    { head: 'Status', cell: ({ status }) => <MembershipStatus status={status} /> },
    { head: 'Amount Paid', align: 'right', isTight: true, cell: ({ amount_paid }) => formatRupees(amount_paid) },
    {
      head: 'Actions',
      cell: (membership) => (
        <CancelAction
          membership={membership}
          isBusy={cancelling.isSaving(membership.id)}
          onCancel={() => cancelling.start(membership)}
        />
      ),
    },
  ]
  return (
    <DataTable
      isDense
      caption="Memberships, newest first"
      columns={columns}
      rows={memberships}
      keyOf={({ id }) => id}
    />
  )
}

type CancelProps = { membership: ReportedMembership; isBusy: boolean; onCancel: () => void }

function CancelAction({ membership: { status, id }, isBusy, onCancel }: CancelProps) {
  if (status !== 'active' && status !== 'pending') return null
  return (
    <Button variant="subtle" color="heart" px={8} ml={-8} loading={isBusy} onClick={onCancel}>
      Cancel<span className="visually-hidden">&nbsp;membership {id}</span>
    </Button>
  )
}
