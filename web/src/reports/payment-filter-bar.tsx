import { FilterBar, FilterDay, FilterSelect } from './filter-bar.tsx'
import type { ReportFilter } from './use-report-filter.ts'
import { UserFilter } from './user-filter.tsx'

const STATUSES = [
  { value: 'created', label: 'Created' },
  { value: 'authorized', label: 'Authorized' },
  { value: 'captured', label: 'Captured' },
  { value: 'failed', label: 'Failed' },
  { value: 'refunded', label: 'Refunded' },
]

export function PaymentFilterBar({ filter }: { filter: ReportFilter }) {
  return (
    <FilterBar filter={filter}>
      <FilterSelect filter={filter} field="status" label="Status" options={STATUSES} />
      <UserFilter filter={filter} />
      <FilterDay filter={filter} field="start_date" label="Start Date" />
      <FilterDay filter={filter} field="end_date" label="End Date" />
    </FilterBar>
  )
}
