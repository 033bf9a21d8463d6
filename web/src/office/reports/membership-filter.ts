import { MembershipFilter, MembershipOrder, MembershipReportQuery } from '@petsetu/contract/office/report-filters.ts'
import { reportCalls } from '@petsetu/contract/office/reports.ts'
import { type FilterOf, listFilter } from '../../platform/lists/list-filter.ts'
import { schemaErrors } from '../../platform/ui/form/schema-errors.ts'

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
