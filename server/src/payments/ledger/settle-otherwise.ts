import { paymentDispositions, type SettledAs } from '@petsetu/contract/payments/payments.ts'
import { sql } from 'kysely'
import { type Actor, recordAudit } from '../../people/audit/record-audit.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { keepYearsOpen } from '../books/book-years.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { OPEN_REFUNDS } from './payment-queries.ts'
import { mayNotBeTaken } from './write-payment.ts'

/**
 * Records how an admin settled unmatched money, or a failed refund, outside the provider. It is no longer listed as open, does not go
 * back by itself, and is in the books by movement as kept or returned; the payment's status at the provider does not change. Money from
 * abroad that may not be taken cannot be kept.
 */
export async function settleOtherwise(
  { db, foundation }: Pick<PaymentDeps, 'db' | 'foundation'>,
  paymentId: number,
  { by, note, as }: { by: Actor; note: string; as: SettledAs },
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const payment = await transaction
      .selectFrom('payments')
      .select(['status', 'disposition', 'refunded_paise', 'settled_at', 'refund_failed_at', 'international'])
      .where('id', '=', paymentId)
      .forUpdate()
      .executeTakeFirst()
    if (!payment) throw notFound('payment_not_found')
    const { status, disposition, refunded_paise } = payment
    if (payment.settled_at) throw conflict('settled_already')
    const isUnmatched = status === 'captured' && paymentDispositions[disposition].isUnmatched
    if (!isUnmatched && !payment.refund_failed_at) throw conflict('not_unmatched')
    if (await isRefundUnderWay(transaction, paymentId)) throw conflict('refund_under_way')
    const isForbidden = mayNotBeTaken({ foundation }, { isInternational: payment.international })
    if (as === 'kept' && isForbidden) throw conflict('foreign_money_kept')
    await transaction
      .updateTable('payments')
      .set({ settled_at: sql`now()`, settled_by: by.person.id, settled_note: note, settled_as: as })
      .where('id', '=', paymentId)
      .execute()
    await keepYearsOpen(transaction)
    await transaction
      .insertInto('payment_journal')
      .values({
        payment_id: paymentId,
        source: 'settled',
        status_before: status,
        status_after: status,
        disposition_before: disposition,
        disposition_after: disposition,
        refunded_paise_before: refunded_paise,
        refunded_paise_after: refunded_paise,
      })
      .execute()
    const object = { kind: 'payment', id: paymentId } as const
    await recordAudit(transaction, by, { action: 'payment-settled', object, reason: note, after: { as } })
  })
}

async function isRefundUnderWay(transaction: Db, paymentId: number): Promise<boolean> {
  const open = await transaction
    .selectFrom('refunds')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('status', 'in', OPEN_REFUNDS)
    .executeTakeFirst()
  return open !== undefined
}
