import { schemaResolver } from '@mantine/form'
import type { Input } from '@petsetu/contract/call.ts'
import { MembershipFilter, MembershipReportQuery, reportCalls } from '@petsetu/contract/reports.ts'
import { type Filter, searchOf } from './report-filter.ts'

const EMPTY = { status: '', category: '', plan_id: '', expiring: '', start_date: '', end_date: '' }

const resolve = schemaResolver(MembershipReportQuery, { sync: true })

export const MEMBERSHIP_FILTERING = {
  empty: EMPTY,
  checks: MembershipFilter.shape,
  errorsOf: (search: Filter) => resolve(search) as Record<string, string>,
  report: reportCalls.memberships,
}

export function membershipQuery(applied: typeof EMPTY): Input<typeof reportCalls.membershipsCsv>['query'] {
  return searchOf(applied)
}
