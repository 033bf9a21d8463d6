import { sql } from 'kysely'
import { recordEvent } from '../../platform/record-event.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import type { ProviderRefund } from '../provider/gateway.ts'
import { failLate, type Refund } from './refund-queries.ts'

/**
 * Checks how a refund ended. A refund that failed at the bank after its payment was marked 'refunded' cannot be undone here,
 * since a payment's status never goes back: it is logged and shown to the admin until a refund succeeds or the money is
 * settled otherwise. `own` is our row; null for a refund made in the provider's dashboard.
 */
export async function followRefund(
  { db, gateway, log }: Pick<PaymentDeps, 'db' | 'gateway' | 'log'>,
  { id, paymentId, status }: ProviderRefund,
  own: Refund | null,
): Promise<void> {
  const payment = db.updateTable('payments').where('provider_payment_id', '=', paymentId)
  if (status === 'processed')
    await payment.set({ refund_failed_at: null }).where('refund_failed_at', 'is not', null).execute()
  if (status !== 'failed') return
  const { refundedPaise } = await gateway.fetchPayment(paymentId)
  const isLate = own?.status === 'processed'
  const failed = await payment
    .set({ refund_failed_at: sql`now()` })
    .where('status', '=', 'refunded')
    .where('refund_failed_at', 'is', null)
    .$if(!isLate, (update) => update.where('refunded_paise', '>', refundedPaise))
    .executeTakeFirst()
  if (own && isLate) await failLate(db, own.id)
  if (failed.numUpdatedRows > 0n)
    recordEvent(log, { event: 'refund-failed-late', providerPaymentId: paymentId, providerRefundId: id })
}
