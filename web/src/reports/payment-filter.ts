import { PaymentFilter, PaymentOrder, PaymentReportQuery } from '@petsetu/contract/report-filters.ts'
import { reportCalls } from '@petsetu/contract/reports.ts'
import { type FilterOf, listFilter } from '../lists/list-filter.ts'
import { schemaErrors } from '../ui/form/schema-errors.ts'

export const PAYMENT_FILTERING = {
  ...listFilter({ ...PaymentFilter.shape, sort: PaymentOrder }),
  errorsOf: schemaErrors(PaymentReportQuery),
  report: reportCalls.payments,
}

export type PaymentChosen = FilterOf<typeof PAYMENT_FILTERING>

/** The filter as the chart and the CSV take it, which have an order of their own. */
export function paymentQuery(chosen: PaymentChosen) {
  return PAYMENT_FILTERING.queryOf({ ...chosen, sort: '' })
}
