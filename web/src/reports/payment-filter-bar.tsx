import type { PaymentStatus } from '@petsetu/contract/payments.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { useText } from '../languages/use-text.tsx'
import { FilterBar, FilterDay, FilterSelect, optionsOf } from './filter-bar.tsx'
import type { ReportFilter } from './use-report-filter.ts'
import { UserFilter } from './user-filter.tsx'

export const PAYMENT_STATUSES: Record<PaymentStatus, PlainId> = {
  created: 'paymentStatus.created',
  authorized: 'paymentStatus.authorized',
  captured: 'paymentStatus.captured',
  failed: 'paymentStatus.failed',
  refunded: 'paymentStatus.refunded',
}

export function PaymentFilterBar({ filter }: { filter: ReportFilter }) {
  const text = useText()
  return (
    <FilterBar filter={filter}>
      <FilterSelect
        filter={filter}
        field="status"
        label={text('columns.status')}
        options={optionsOf(PAYMENT_STATUSES, text)}
      />
      <UserFilter filter={filter} />
      <FilterDay filter={filter} field="start_date" label={text('reports.startDate')} />
      <FilterDay filter={filter} field="end_date" label={text('reports.endDate')} />
    </FilterBar>
  )
}
