import type { Input } from '@petsetu/contract/call.ts'
import { MembershipFilter, MembershipReportQuery } from '@petsetu/contract/report-filters.ts'
import { reportCalls } from '@petsetu/contract/reports.ts'
import { schemaErrors } from '../ui/form/schema-errors.ts'
import { searchOf } from './report-filter.ts'

const EMPTY = { status: '', category: '', plan_id: '', membership_id: '', expiring: '', start_date: '', end_date: '' }

export const MEMBERSHIP_FILTERING = {
  empty: EMPTY,
  checks: MembershipFilter.shape,
  errorsOf: schemaErrors(MembershipReportQuery),
  report: reportCalls.memberships,
}

export function membershipQuery(applied: typeof EMPTY): Input<typeof reportCalls.membershipsCsv>['query'] {
  return searchOf(applied)
}
