import { schemaResolver } from '@mantine/form'
import type { Input } from '@petsetu/contract/call.ts'
import { PaymentFilter, PaymentReportQuery, reportCalls } from '@petsetu/contract/reports.ts'
import { type Filter, searchOf } from './report-filter.ts'

const EMPTY = { status: '', user_id: '', unmatched: '', start_date: '', end_date: '' }

const resolve = schemaResolver(PaymentReportQuery, { sync: true })

export const PAYMENT_FILTERING = {
  empty: EMPTY,
  checks: PaymentFilter.shape,
  errorsOf: (search: Filter) => resolve(search) as Record<string, string>,
  report: reportCalls.payments,
}

export function paymentQuery(applied: typeof EMPTY): Input<typeof reportCalls.paymentsCsv>['query'] {
  return searchOf(applied)
}
