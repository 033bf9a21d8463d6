import { type PaymentDisposition, type PaymentStatus, paymentStatuses } from '@petsetu/contract/payments/payments.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/pool.ts'
import { keepYearsOpen } from '../books/book-years.ts'
import type { Order } from '../orders/order-queries.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { DESK_KEY } from '../provider/account.ts'
import type { ProviderPayment } from '../provider/gateway.ts'
import { IN_A_DAY } from '../refunds/refund-queries.ts'
import { wasSubjectPaid } from './payment-queries.ts'

export type Source = 'verify' | 'webhook' | 'reconcile' | 'admin' | 'refund' | 'desk' | 'settled'

/** Inserts or updates a payment. Only `recordPayment` does. */
export async function writePayment(
  db: Db,
  keyId: string,
  order: Order | null,
  payment: ProviderPayment,
  { goesBack, ...next }: State & { goesBack: boolean },
): Promise<number> {
  const state = {
    status: next.status,
    disposition: next.disposition,
    refunded_paise: next.refundedPaise,
    error_description: payment.errorDescription,
  }
  const row = await db
    .insertInto('payments')
    .values({
      ...state,
      provider_payment_id: payment.id,
      key_id: keyId,
      order_id: order?.id ?? null,
      purpose: order?.purpose ?? null,
      subject_id: order?.subjectId ?? null,
      amount_paise: payment.amountPaise,
      currency: payment.currency,
      captured_at: next.status === 'captured' ? sql`now()` : null,
      international: payment.isInternational,
      return_at: goesBack ? IN_A_DAY : null,
      created_at: payment.createdAt,
    })
    .onConflict((conflict) =>
      conflict.column('provider_payment_id').doUpdateSet({
        ...state,
        ...untilSettled('amount_paise', 'currency', 'order_id', 'purpose', 'subject_id'),
        captured_at: sql`coalesce(payments.captured_at, excluded.captured_at)`,
        international: sql`coalesce(excluded.international, payments.international)`,
        return_at: sql`coalesce(payments.return_at, excluded.return_at)`,
        // A cheque counts from the day on which the bank pays it, in every report as on its receipt.
        created_at: sql`case when payments.key_id = ${DESK_KEY} and payments.status = 'created'
          and excluded.status = 'captured' then excluded.created_at else payments.created_at end`,
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Until a payment is applied or surplus, later values from the provider replace earlier ones. */
function untilSettled(...columns: string[]) {
  const latest = (column: string) => sql`case when payments.disposition in ('none', 'quarantined')
    then coalesce(${sql.ref(`excluded.${column}`)}, ${sql.ref(`payments.${column}`)}) else ${sql.ref(`payments.${column}`)} end`
  return Object.fromEntries(columns.map((column) => [column, latest(column)]))
}

export async function writeJournal(
  db: Db,
  paymentId: number,
  source: Source,
  known: Known | null,
  next: State,
): Promise<void> {
  await keepYearsOpen(db)
  await db
    .insertInto('payment_journal')
    .values({
      payment_id: paymentId,
      source,
      status_before: known?.status ?? null,
      status_after: next.status,
      disposition_before: known?.disposition ?? null,
      disposition_after: next.disposition,
      refunded_paise_before: known?.refundedPaise ?? 0,
      refunded_paise_after: next.refundedPaise,
    })
    .execute()
}

export type PaymentState = { status: PaymentStatus; disposition: PaymentDisposition }
export type State = PaymentState & { refundedPaise: number }
export type Known = State & { id: number; isSettledOtherwise: boolean }

/** The state of a payment after the provider has reported it, by the rules of `recordPayment`. */
export async function nextState(
  deps: Pick<PaymentDeps, 'db' | 'payables' | 'foundation'>,
  order: Order | null,
  payment: ProviderPayment,
  known: Known | null,
): Promise<State> {
  const isNews = !known || paymentStatuses[known.status].rank < paymentStatuses[payment.status].rank
  const status = isNews ? payment.status : known.status
  const refundedPaise = Math.min(payment.amountPaise, Math.max(known?.refundedPaise ?? 0, payment.refundedPaise))
  const disposition = known?.disposition ?? 'none'
  const isFinal = disposition === 'applied' || disposition === 'surplus'
  if (isFinal || status !== 'captured') return { status, refundedPaise, disposition }
  // Money that an admin has settled otherwise pays for nothing, whatever the settings say by now.
  if (known?.isSettledOtherwise) return { status, refundedPaise, disposition }
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
