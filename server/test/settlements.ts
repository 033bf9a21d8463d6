import { settlementCalls } from '@petsetu/contract/payments/settlements.ts'
import type { TestApp } from './harness.ts'
import { theAdmin } from './payment-state.ts'

/** The columns of the report that the provider's dashboard makes. Amounts are in rupees, the fee is without GST. */
const COLUMNS = [
  ...['transaction_entity', 'entity_id', 'amount', 'currency', 'fee (exclusive tax)', 'tax', 'debit', 'credit'],
  ...['payment_method', 'card_type', 'issuer_name', 'entity_created_at', 'payment_captured_at', 'payment_notes'],
  ...['refund_notes', 'arn', 'entity_description', 'order_id', 'order_receipt', 'order_notes', 'dispute_id'],
  ...['dispute_created_at', 'dispute_reason', 'settlement_id', 'settled_at', 'settlement_utr', 'settled_by'],
]

export type Cells = Partial<Record<string, string | number>>

/** A report of the dashboard as a CSV file. */
export function reportFile(lines: Cells[], columns = COLUMNS): Blob {
  const rows = lines.map((cells) => columns.map((column) => cells[column] ?? '').join(','))
  return new Blob([[columns.join(','), ...rows, ''].join('\r\n')], { type: 'text/csv' })
}

let count = 0

/** A settlement that no test has named yet, in July 2021. */
export const aSettlement = () => {
  count++
  return {
    settlement_id: `setl_${count}`,
    settled_at: '21/07/2021 10:30:00',
    settlement_utr: `UTR${count}`,
    currency: 'INR',
  }
}

/** Returns a settled payment: two percent of fee, and GST of 18 percent on it. */
export function settledPayment(id: string, rupees: number): Cells {
  const fee = Math.round(rupees * 2) / 100
  const tax = Math.round(fee * 18) / 100
  return {
    ...{ transaction_entity: 'payment', entity_id: id, amount: rupees.toFixed(2), tax, debit: '0.0' },
    ...{ 'fee (exclusive tax)': fee, credit: (rupees - fee - tax).toFixed(2) },
  }
}

export async function importReport(app: TestApp, file: Blob) {
  return app.call(
    settlementCalls.import,
    { body: { file } as Record<string, unknown> as Record<string, never> },
    await theAdmin(app),
  )
}
