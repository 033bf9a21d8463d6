import { PaymentFilter, PaymentReportQuery } from '@petsetu/contract/report-filters.ts'
import { reportCalls } from '@petsetu/contract/reports.ts'
import { type FilterOf, listFilter } from '../lists/list-filter.ts'
import { schemaErrors } from '../ui/form/schema-errors.ts'

export const PAYMENT_FILTERING = {
  ...listFilter(PaymentFilter.shape),
  errorsOf: schemaErrors(PaymentReportQuery),
  report: reportCalls.payments,
}

export type PaymentChosen = FilterOf<typeof PAYMENT_FILTERING>

export const paymentQuery = PAYMENT_FILTERING.queryOf
