import { ComplaintStatus } from '@petsetu/contract/complaints.ts'
import { useSearchParams } from 'react-router'
import { FilterButtons } from '../../ui/table/filter-buttons.tsx'
import { STATUS_BADGES } from './complaint-status.tsx'

const ALL = ''

const CHOICES = [
  { value: ALL, label: 'All' },
  ...ComplaintStatus.options.map((status) => ({ value: status, label: STATUS_BADGES[status].label })),
]

/** One button for each status and one for all. Each leads to the first page. */
export function StatusFilter({ chosen }: { chosen: ComplaintStatus | null }) {
  const [, setParams] = useSearchParams()
  return (
    <FilterButtons
      legend="Filter by status"
      choices={CHOICES}
      chosen={chosen ?? ALL}
      onChoose={(status) => setParams({ ...(status && { status }) }, { preventScrollReset: true })}
    />
  )
}
