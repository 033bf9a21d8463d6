import type { Evidence } from '../evidence.ts'

/**
 * I34: each applied payment has one receipt, each that went back one more, and the numbers of a year have no gap.
 * Receipts of test money are in a series of their own, apart from those that the version before had issued.
 */
export function receiptsHaveNoGaps({ books }: Evidence): string[] {
  const { payments, receipts, refundReceipts, testSeriesSince } = books
  const applied = payments.filter(({ disposition }) => disposition === 'applied')
  const returned = applied.filter(({ status }) => status === 'refunded')
  return [
    ...differences('receipt', applied, receipts),
    ...differences('receipt of a refund', returned, refundReceipts),
    ...inTheWrongSeries(payments, receipts, refundReceipts, testSeriesSince),
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

type Issued = { payment_id: number; is_test: boolean }

function inTheWrongSeries(
  payments: { id: number; key_id: string | null }[],
  receipts: (Issued & { created_at: Date })[],
  refundReceipts: Issued[],
  since: Date,
): string[] {
  const keys = new Map(payments.map(({ id, key_id }) => [id, key_id]))
  const earlier = new Set(
    receipts.filter(({ created_at, is_test }) => !is_test && created_at < since).map(({ payment_id }) => payment_id),
  )
  return [...receipts, ...refundReceipts]
    .filter(({ payment_id }) => !earlier.has(payment_id))
    .filter(({ payment_id, is_test }) => is_test !== (keys.get(payment_id)?.startsWith('rzp_test_') ?? false))
    .map(({ payment_id, is_test }) => `payment ${payment_id} has a receipt ${is_test ? 'of' : 'not of'} test money`)
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
