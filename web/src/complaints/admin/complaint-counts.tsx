import { paths } from '@petsetu/contract/paths.ts'
import { formatCount } from '@petsetu/languages/formats.ts'
import { IconCoinRupee } from '@tabler/icons-react'
import { useText } from '../../languages/use-text.tsx'
import { CountCards } from '../../ui/chart/count-cards.tsx'
import { STATUS_BADGES } from '../complaint-status.tsx'
import { type ComplaintList, paidCount } from './complaint-list.ts'

/** The number of complaints of each status, and of paid ones; dashes until the list has loaded. */
export function ComplaintCounts({ list, isBusy }: { list: ComplaintList | undefined; isBusy: boolean }) {
  const text = useText()
  const { pending, in_progress, resolved, closed } = STATUS_BADGES
  const summary = list?.summary
  const counts = [
    { ...pending, search: { status: 'pending' }, count: summary?.pending_complaints },
    { ...in_progress, search: { status: 'in_progress' }, count: summary?.in_progress_complaints },
    { ...resolved, search: { status: 'resolved' }, count: summary?.resolved_complaints },
    { ...closed, search: { status: 'closed' }, count: summary?.closed_complaints },
    {
      id: 'complaints.payments' as const,
      icon: IconCoinRupee,
      search: { payment: 'paid' },
      count: list && paidCount(list),
    },
  ]
  return (
    <CountCards
      isBusy={isBusy}
      isCompact
      counts={counts.map(({ id, icon, count, search }) => ({
        to: paths.complaints.to({}, search),
        label: text(id),
        icon,
        value: count === undefined ? undefined : formatCount(count),
      }))}
    />
  )
}
