import {
  MembershipFilter,
  MembershipOrder,
  MembershipReportQuery,
  reportCalls,
} from '@petsetu/contract/office/reports.ts'
import { labelsOf } from '@petsetu/contract/platform/registry.ts'
import { membershipStatuses } from '@petsetu/contract/supporters/membership-facts.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useText } from '../../platform/languages/use-text.tsx'
import { callQuery } from '../../platform/lib/requests/call-query.ts'
import { type FilterOf, listFilter } from '../../platform/lists/list-filter.ts'
import { schemaErrors } from '../../platform/ui/form/schema-errors.ts'
import { FilterBar, FilterDay, FilterSelect, type Option, optionsOf, type ReportFilter } from './filter-bar.tsx'
import { CATEGORIES } from './membership-table.tsx'

type Props = { filter: ReportFilter; presets: ReactNode }

export function MembershipFilterBar({ filter, presets }: Props) {
  const text = useText()
  return (
    <FilterBar filter={filter} presets={presets}>
      <FilterSelect
        filter={filter}
        field="status"
        label={text('columns.status')}
        options={optionsOf(labelsOf(membershipStatuses), text)}
      />
      <FilterSelect
        filter={filter}
        field="category"
        label={text('membershipReport.category')}
        options={optionsOf(CATEGORIES, text)}
      />
      <FilterSelect
        filter={filter}
        field="plan_id"
        label={text('membershipReport.plan')}
        options={usePlanOptions(filter.draft.plan_id ?? '')}
      />
      <FilterDay filter={filter} field="start_date" label={text('reports.startDate')} />
      <FilterDay filter={filter} field="end_date" label={text('reports.endDate')} />
    </FilterBar>
  )
}

/** All plans that are active or have memberships. If they fail to load, only the console says so, and a chosen plan stays an option. */
function usePlanOptions(chosen: string): Option[] {
  const text = useText()
  const plans = useQuery(callQuery(reportCalls.plans, {}))
  const options =
    plans.data?.data.map(({ id, name, is_deleted }) => ({
      value: String(id),
      label: is_deleted ? text('membershipReport.deletedPlan', { name }) : name,
    })) ?? []
  const isKnown = chosen === '' || options.some(({ value }) => value === chosen)
  return isKnown
    ? options
    : [...options, { value: chosen, label: text('membershipReport.unknownPlan', { id: chosen }) }]
}

export const MEMBERSHIP_FILTERING = {
  ...listFilter({ ...MembershipFilter.shape, sort: MembershipOrder }),
  errorsOf: schemaErrors(MembershipReportQuery),
  report: reportCalls.memberships,
}

export type MembershipChosen = FilterOf<typeof MEMBERSHIP_FILTERING>

/** The filter as the chart and the CSV take it, which have an order of their own. */
export function membershipQuery(chosen: MembershipChosen) {
  return MEMBERSHIP_FILTERING.queryOf({ ...chosen, sort: '' })
}
