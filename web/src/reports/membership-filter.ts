import { MembershipFilter, MembershipReportQuery } from '@petsetu/contract/report-filters.ts'
import { reportCalls } from '@petsetu/contract/reports.ts'
import { type FilterOf, listFilter } from '../lists/list-filter.ts'
import { schemaErrors } from '../ui/form/schema-errors.ts'

export const MEMBERSHIP_FILTERING = {
  ...listFilter(MembershipFilter.shape),
  errorsOf: schemaErrors(MembershipReportQuery),
  report: reportCalls.memberships,
}

export type MembershipChosen = FilterOf<typeof MEMBERSHIP_FILTERING>

export const membershipQuery = MEMBERSHIP_FILTERING.queryOf
