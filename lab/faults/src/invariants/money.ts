import type { Purpose } from '@petsetu/contract/platform/purposes.ts'
import type { Evidence } from '../evidence.ts'
import type { LedgerPayment } from '../ledger.ts'
import { PURPOSE_FACTS } from './purposes.ts'

/** I1: every capture for one of our orders is recorded once, with the right amount. */
export function everyCaptureIsKnownOnce(evidence: Evidence): string[] {
  return captures(evidence).flatMap(({ payment }) => {
    const rows = evidence.paymentsByProviderId.get(payment.id) ?? []
    const [row] = rows
    if (!row) return [`${payment.id} was captured at the provider and is unknown to us`]
    if (rows.length > 1) return [`${payment.id} is in our books ${rows.length} times`]
    if (row.status !== payment.status)
      return [`${payment.id} is ${payment.status} at the provider, ${row.status} with us`]
    return row.amount_paise === payment.amount
      ? []
      : [`${payment.id}: ${payment.amount} paise, ${row.amount_paise} with us`]
  })
}

/** I2: one payment per subject is applied; every further one is recorded as surplus or quarantined. */
export function oneIsAppliedTheRestIsSurplus(evidence: Evidence): string[] {
  const applied = evidence.books.payments.filter(({ disposition }) => disposition === 'applied')
  const perSubject = Map.groupBy(applied, ({ purpose, subject_id }) => `${purpose} ${subject_id}`)
  const doubled = [...perSubject].filter(([, rows]) => rows.length > 1)
  const lost = captures(evidence).filter(
    ({ payment }) => payment.status === 'captured' && isUnplaced(evidence, payment),
  )
  const wrong = captures(evidence).filter(
    ({ payment, order }) => payment.amount !== order.amount_paise && dispositionOf(evidence, payment) === 'applied',
  )
  const unpaid = evidence.books.payments.filter(
    ({ disposition, provider_payment_id: id }) =>
      disposition !== 'none' && evidence.ledgerPayments.get(id)?.captured === false,
  )
  return [
    ...unpaid.map(({ provider_payment_id: id, disposition }) => `${id} is ${disposition} and was never captured`),
    ...doubled.map(([subject, rows]) => `${rows.length} payments are applied to ${subject}`),
    ...lost.map(({ payment }) => `${payment.id} holds money and is neither applied nor surplus nor quarantined`),
    ...wrong.map(
      ({ payment, order }) => `${payment.id} of ${payment.amount} is applied to ${order.amount_paise} paise`,
    ),
  ]
}

/** I8: the journal, the report and the provider agree on the sum. Payments that do not match their order, or come from abroad, are in none of them. */
export function theSumsAgree(evidence: Evidence): string[] {
  const { books } = evidence
  const provider = captures(evidence)
    .filter(({ payment, order }) => payment.amount === order.amount_paise && !payment.international)
    .filter(({ payment }) => payment.status === 'captured')
    .reduce((sum, { payment }) => sum + payment.amount - payment.amount_refunded, 0)
  const lastEntries = new Map(books.journal.map((entry) => [entry.payment_id, entry]))
  const journal = books.payments.reduce((sum, payment) => {
    const last = lastEntries.get(payment.id)
    if (last?.status_after !== 'captured' || last.disposition_after === 'quarantined') return sum
    return sum + payment.amount_paise - last.refunded_paise_after
  }, 0)
  const sums = `provider ${provider}, journal ${journal}, report ${books.revenuePaise} paise`
  return provider === journal && journal === books.revenuePaise ? [] : [`the sums differ: ${sums}`]
}

/**
 * I9: refunds never exceed the payment, a full refund shows on the payment and on its subject, and one that failed waits for an admin,
 * whether it had counted or not.
 */
export function refundsReachTheirSubjects(evidence: Evidence): string[] {
  const { books, ledger, ledgerPayments } = evidence
  const finished = new Set(ledger.refunds.filter(({ status }) => status === 'processed').map(({ id }) => id))
  const sentTwice = [...Map.groupBy(books.refunds.filter(isOpenRefund), ({ payment_id }) => payment_id).values()]
  const late = books.refunds.filter(
    ({ provider_refund_id: id, status }) => id !== null && finished.has(id) && status !== 'processed',
  )
  const cameBack = books.payments.filter(
    ({ provider_payment_id: id, refunded_paise }) =>
      refunded_paise > (ledgerPayments.get(id)?.amount_refunded ?? refunded_paise),
  )
  return [
    ...books.payments
      .filter(({ refunded_paise, amount_paise }) => refunded_paise < 0 || refunded_paise > amount_paise)
      .map(({ provider_payment_id: id }) => `${id}: more went back than came`),
    ...captures(evidence).flatMap(({ payment }) =>
      payment.status === 'refunded' ? notRefunded(evidence, payment) : [],
    ),
    ...sentTwice.filter((rows) => rows.length > 1).map((rows) => `payment ${rows[0]?.payment_id} is sent back twice`),
    ...cameBack
      .filter(({ refund_failed_at, settled_at }) => refund_failed_at === null && settled_at === null)
      .map(({ provider_payment_id: id }) => `${id} went back, came back, and nobody is told`),
    ...stuckRefunds(books).map(({ provider_payment_id: id }) => `the refund of ${id} failed, and nobody is told`),
    ...late.map(({ id, status }) => `refund ${id} is done at the provider and ${status} with us`),
  ]
}

/** Payments whose last refund failed before it counted, and that are in no list of work. */
function stuckRefunds({ payments, refunds, waiting }: Evidence['books']) {
  return payments.filter(({ id, status, settled_at }) => {
    const own = refunds.filter(({ payment_id }) => payment_id === id)
    const hasFailed = own.length > 0 && !own.some(isOpenRefund)
    return hasFailed && status === 'captured' && settled_at === null && !waiting.has(id)
  })
}

function notRefunded({ paymentsByProviderId, books }: Evidence, { id, amount }: LedgerPayment): string[] {
  const row = paymentsByProviderId.get(id)?.[0]
  if (!row) return [`${id} went back and is unknown to us`]
  if (row.status !== 'refunded' || row.refunded_paise !== amount)
    return [`${id} went back and is ${row.status} with us`]
  if (row.disposition !== 'applied') return []
  const { state, refundedState } = PURPOSE_FACTS[row.purpose as Purpose]
  const shown = state(books, row.subject_id ?? 0)
  return shown === refundedState ? [] : [`${row.purpose} ${row.subject_id} is ${shown}, but its money went back`]
}

const isOpenRefund = ({ status }: { status: string }) => status !== 'failed'

function isUnplaced(evidence: Evidence, payment: LedgerPayment): boolean {
  return !['applied', 'surplus', 'quarantined'].includes(dispositionOf(evidence, payment) ?? '')
}

function dispositionOf({ paymentsByProviderId }: Evidence, { id }: LedgerPayment): string | undefined {
  return paymentsByProviderId.get(id)?.[0]?.disposition
}

/** Every captured payment of one of our orders, with its order. */
export function captures({ ledger, ledgerOrders, ordersByReceipt }: Evidence) {
  return ledger.payments.flatMap((payment) => {
    const order = ordersByReceipt.get(ledgerOrders.get(payment.order_id)?.receipt ?? '')
    return payment.captured && order ? [{ payment, order }] : []
  })
}
