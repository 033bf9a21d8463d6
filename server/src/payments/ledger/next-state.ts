import type { PaymentStatus } from '@petsetu/contract/payments/payments.ts'
import type { Order } from '../orders/order-queries.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import type { ProviderPayment } from '../provider/gateway.ts'
import type { PaymentState } from './notify-subject.ts'
import { wasSubjectPaid } from './payment-queries.ts'

// A payment's status never goes back. `failed` ranks low on purpose: a late bank may still authorise the payment.
const RANK: Record<PaymentStatus, number> = { created: 0, failed: 1, authorized: 2, captured: 3, refunded: 4 }

export type State = PaymentState & { refundedPaise: number }
export type Known = State & { id: number }

/** The state of a payment after the provider has reported it: `recordPayment` says by which rules. */
export async function nextState(
  deps: Pick<PaymentDeps, 'db' | 'payables' | 'foundation'>,
  order: Order | null,
  payment: ProviderPayment,
  known: Known | null,
): Promise<State> {
  const status = known && RANK[known.status] >= RANK[payment.status] ? known.status : payment.status
  const refundedPaise = Math.min(payment.amountPaise, Math.max(known?.refundedPaise ?? 0, payment.refundedPaise))
  const disposition = known?.disposition ?? 'none'
  const isSettled = disposition === 'applied' || disposition === 'surplus'
  if (isSettled || status !== 'captured') return { status, refundedPaise, disposition }
  const isUsable = order !== null && isMatch(order, payment) && !mayNotBeTaken(deps, payment)
  if (!isUsable) return { status, refundedPaise, disposition: 'quarantined' }
  return { status, refundedPaise, disposition: (await isWanted(deps, order)) ? 'applied' : 'surplus' }
}

export function isMatch(order: Order, payment: ProviderPayment): boolean {
  const isSameOrder = payment.orderId !== null && payment.orderId === order.providerOrderId
  return isSameOrder && payment.amountPaise === order.amountPaise && payment.currency === 'INR'
}

/** True for money from abroad that the foundation does not take. Whatever it was for, it pays for nothing and goes back. */
export function mayNotBeTaken(
  { foundation }: Pick<PaymentDeps, 'foundation'>,
  { isInternational }: Pick<ProviderPayment, 'isInternational'>,
): boolean {
  return isInternational === true && !foundation().takesForeignMoney
}

/** True if the subject of this order still needs a payment. It needs none after a refund, either. */
export async function isWanted({ db, payables }: Pick<PaymentDeps, 'db' | 'payables'>, order: Order): Promise<boolean> {
  return !(await wasSubjectPaid(db, order)) && (await payables[order.purpose].isPayable(db, order.subjectId))
}

export function isSame(known: Known, next: State): boolean {
  return (
    known.status === next.status && known.disposition === next.disposition && known.refundedPaise === next.refundedPaise
  )
}
