import { reportCalls } from '@petsetu/contract/reports.ts'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../lib/call-query.ts'
import { FilterBar, FilterDay, FilterSelect, type Option } from './filter-bar.tsx'
import type { ReportFilter } from './use-report-filter.ts'

const STATUSES = [
  { value: 'active', label: 'Active' },
  { value: 'expired', label: 'Expired' },
  { value: 'cancelled', label: 'Cancelled' },
  { value: 'pending', label: 'Pending' },
]

const CATEGORIES = [
  { value: 'regular', label: 'Regular' },
  { value: 'premium', label: 'Premium' },
]

export function MembershipFilterBar({ filter }: { filter: ReportFilter }) {
  return (
    <FilterBar filter={filter}>
      <FilterSelect filter={filter} field="status" label="Status" options={STATUSES} />
      <FilterSelect filter={filter} field="category" label="Category" options={CATEGORIES} />
      <FilterSelect filter={filter} field="plan_id" label="Plan" options={usePlanOptions(filter.draft.plan_id ?? '')} />
      <FilterDay filter={filter} field="start_date" label="Start Date" />
      <FilterDay filter={filter} field="end_date" label="End Date" />
    </FilterBar>
  )
}

/** All plans that are active or have memberships. If they fail to load, only the console says so, and a chosen plan stays an option. */
function usePlanOptions(chosen: string): Option[] {
  const plans = useQuery(callQuery(reportCalls.plans, {}))
  const options =
    plans.data?.data.map(({ id, name, is_deleted }) => ({
      value: String(id),
      label: is_deleted ? `${name} (deleted)` : name,
    })) ?? []
  const isKnown = chosen === '' || options.some(({ value }) => value === chosen)
  return isKnown ? options : [...options, { value: chosen, label: `Plan ${chosen}` }]
}
