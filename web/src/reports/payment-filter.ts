import type { Input } from '@petsetu/contract/call.ts'
import { PaymentFilter, PaymentReportQuery } from '@petsetu/contract/report-filters.ts'
import { reportCalls } from '@petsetu/contract/reports.ts'
import { schemaErrors } from '../ui/form/schema-errors.ts'
import { searchOf } from './report-filter.ts'

const EMPTY = { status: '', user_id: '', payment_id: '', unmatched: '', start_date: '', end_date: '' }

export const PAYMENT_FILTERING = {
  empty: EMPTY,
  checks: PaymentFilter.shape,
  errorsOf: schemaErrors(PaymentReportQuery),
  report: reportCalls.payments,
}

export function paymentQuery(applied: typeof EMPTY): Input<typeof reportCalls.paymentsCsv>['query'] {
  return searchOf(applied)
}
