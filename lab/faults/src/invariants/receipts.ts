import type { Evidence } from '../evidence.ts'

/** I34: each applied payment has one receipt, each that went back one more, and the numbers of a year have no gap, apart from test money. */
export function receiptsHaveNoGaps({ books }: Evidence): string[] {
  const { payments, receipts, refundReceipts } = books
  const applied = payments.filter(({ disposition }) => disposition === 'applied')
  const returned = applied.filter(({ status }) => status === 'refunded')
  return [
    ...differences('receipt', applied, receipts),
    ...differences('receipt of a refund', returned, refundReceipts),
    ...gapsIn('receipts', receipts),
    ...gapsIn('receipts of refunds', refundReceipts),
  ]
}

function differences(name: string, payments: { id: number }[], receipts: { payment_id: number }[]): string[] {
  const wanted = new Set(payments.map(({ id }) => id))
  const issued = new Set(receipts.map(({ payment_id }) => payment_id))
  return [
    ...[...wanted].filter((id) => !issued.has(id)).map((id) => `payment ${id} has no ${name}`),
    ...[...issued].filter((id) => !wanted.has(id)).map((id) => `payment ${id} has a ${name} that it should not have`),
  ]
}

function gapsIn(name: string, receipts: { year: number | null; number: number; is_test: boolean }[]): string[] {
  return [...Map.groupBy(receipts, ({ year, is_test }) => `${year}${is_test ? ', of test money,' : ''}`)].flatMap(
    ([year, rows]) => {
      const numbers = new Set(rows.map(({ number }) => number))
      const isWhole = numbers.size === rows.length && Math.max(...numbers) === rows.length
      return isWhole
        ? []
        : [`the numbers of the ${name} of ${year} have a gap: ${[...numbers].toSorted((a, b) => a - b)}`]
    },
  )
}
