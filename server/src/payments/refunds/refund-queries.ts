import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { type Actor, recordAudit } from '../../people/audit/record-audit.ts'
import { literals } from '../../platform/db/expressions.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { IS_FEE_OWED, OPEN_REFUNDS } from '../ledger/payment-queries.ts'
import { takeDue } from '../orders/order-queries.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { DESK_KEY, IS_AT_PROVIDER, isOurAccount } from '../provider/account.ts'
import type { ProviderRefund } from '../provider/gateway.ts'

export type Refund = {
  id: number
  paymentId: number
  providerPaymentId: string
  amountPaise: number
  idempotencyKey: string
  providerRefundId: string | null
  status: string
}

/**
 * The payment's open refund; inserts one over the remaining amount if there is none. Rejects with 404 for an unknown payment,
 * and with 409 if nothing is left to refund. `returnedPaise` is what the provider has returned of a payment that `findPartReturned` finds; null
 * for any other.
 */
export async function openRefund(
  db: Db,
  paymentId: number,
  by: Actor | null,
  returnedPaise: number | null = null,
): Promise<Refund> {
  return inTransaction(db, async (transaction) => {
    const payment = await transaction
      .selectFrom('payments')
      .select([
        'amount_paise as amountPaise',
        'refunded_paise as refundedPaise',
        'status',
        'settled_at',
        'refund_failed_at',
        'key_id',
      ])
      .where('id', '=', paymentId)
      .forUpdate()
      .executeTakeFirstOrThrow(() => notFound('payment_not_found'))
    if (payment.key_id === DESK_KEY) throw conflict('void_at_the_desk')
    if (payment.settled_at) throw conflict('settled_already', 'errorSentences.settledInAnotherWay')
    const hasFailed = payment.refund_failed_at !== null
    if (payment.status === 'refunded' && !hasFailed) throw conflict('refunded_already')
    if (payment.status !== 'captured' && !hasFailed) throw conflict('not_captured')
    // Our own sum counts a refund that failed.
    const amountPaise = payment.amountPaise - Math.min(payment.refundedPaise, returnedPaise ?? payment.refundedPaise)
    if (amountPaise === 0) throw conflict('refunded_already')
    if (hasFailed) await failProcessed(transaction, paymentId)
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('refunds')
      .values({
        payment_id: paymentId,
        amount_paise: amountPaise,
        idempotency_key: `refund-${randomUUID()}`,
        requested_by: by?.person.id ?? null,
        next_check_at: sql`now() + interval '1 minute'`,
      })
      .onConflict((same) => same.column('payment_id').where('status', '<>', 'failed').doNothing())
      .executeTakeFirst()
    if (by && numInsertedOrUpdatedRows === 1n) {
      const after = { amount_paise: amountPaise }
      await recordAudit(transaction, by, 'payment-refunded', { kind: 'payment', id: paymentId }, { after })
    }
    return selectRefunds(transaction)
      .where('payment_id', '=', paymentId)
      .where('refunds.status', '<>', 'failed')
      .executeTakeFirstOrThrow()
  })
}

/** The provider's id of a payment of which something went back by our books, or whose refund failed since; null for any other. */
export async function findPartReturned(db: Db, paymentId: number): Promise<string | null> {
  const payment = await db
    .selectFrom('payments')
    .select('provider_payment_id')
    .where('id', '=', paymentId)
    .where(sql<boolean>`(refund_failed_at is not null or status = 'captured' and refunded_paise > 0)`)
    .executeTakeFirst()
  return payment?.provider_payment_id ?? null
}

function selectRefunds(db: Db) {
  return db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select([
      'refunds.id',
      'refunds.payment_id as paymentId',
      'payments.provider_payment_id as providerPaymentId',
      'refunds.amount_paise as amountPaise',
      'refunds.idempotency_key as idempotencyKey',
      'refunds.provider_refund_id as providerRefundId',
      'refunds.status',
    ])
}

export async function updateRefund(
  db: Db,
  refundId: number,
  { providerRefundId, status }: { providerRefundId?: string; status: 'pending' | 'processed' | 'failed' },
): Promise<void> {
  await db
    .updateTable('refunds')
    .set({
      ...(providerRefundId && { provider_refund_id: providerRefundId }),
      // The answer may come after the event that finished the refund.
      status: sql`case when status in ${literals(OPEN_REFUNDS)} then ${status} else status end`,
      ...(status !== 'pending' && { next_check_at: null }),
    })
    .where('id', '=', refundId)
    .execute()
}

export async function findRefundByProviderId(db: Db, providerRefundId: string): Promise<Refund | null> {
  const refund = await selectRefunds(db).where('provider_refund_id', '=', providerRefundId).executeTakeFirst()
  return refund ?? null
}

/**
 * Gives the payment's row that waits for an answer, or was finished without one, the id of this refund of the same amount; null if there is
 * none. The answer to our request may be lost, and its event is then the first that tells of the id.
 */
export async function adoptRefund(db: Db, { id, paymentId, amountPaise }: ProviderRefund): Promise<Refund | null> {
  await db
    .updateTable('refunds')
    .from('payments')
    .set({ provider_refund_id: id })
    .whereRef('payments.id', '=', 'refunds.payment_id')
    .where('payments.provider_payment_id', '=', paymentId)
    .where('refunds.amount_paise', '=', amountPaise)
    .where('refunds.provider_refund_id', 'is', null)
    .where('refunds.status', '<>', 'failed')
    .execute()
  return findRefundByProviderId(db, id)
}

export async function failLate(db: Db, refundId: number): Promise<void> {
  await db.updateTable('refunds').set({ status: 'failed' }).where('id', '=', refundId).execute()
}

/** Makes room for a refund that makes up for the one that failed, of which the provider may have named no id. */
async function failProcessed(transaction: Db, paymentId: number): Promise<void> {
  await transaction
    .updateTable('refunds')
    .set({ status: 'failed' })
    .where('payment_id', '=', paymentId)
    .where('status', '=', 'processed')
    .execute()
}

/** Marks the refunds of a payment as done, because the provider reports it as refunded. */
export async function finishRefunds(db: Db, paymentId: number): Promise<void> {
  await db
    .updateTable('refunds')
    .set({ status: 'processed', next_check_at: null })
    .where('payment_id', '=', paymentId)
    .where('status', 'in', OPEN_REFUNDS)
    .execute()
}

export async function takeDueRefunds(db: Db, keyId: string, limit: number, pauseSecondsMin: number): Promise<Refund[]> {
  const isOurs = sql<boolean>`exists (select from payments where payments.id = payment_id and ${isOurAccount(keyId)})`
  const ids = await takeDue(db, 'refunds', isOurs, { limit, pauseSecondsMin })
  return ids.length === 0 ? [] : selectRefunds(db).where('refunds.id', 'in', ids).execute()
}

/** SQL: the instant at which money that was found now goes back by itself. */
export const IN_A_DAY = sql<Date>`now() + interval '24 hours'`

/** Opens refunds of what goes back by itself; one that the provider refused is opened anew a day later. */
export async function returnByItself({ db, keyId, foundation }: ReturnDeps): Promise<void> {
  const isOpen = sql<boolean>`(payments.status = 'captured' and payments.settled_at is null and payments.refund_failed_at is null and ${IS_AT_PROVIDER} and ${isOurAccount(keyId)})`
  // The version before this one, which may still run on another node, stores no time.
  await sql`
    update payments set return_at = ${IN_A_DAY}
    where disposition = 'surplus' and return_at is null and ${isOpen}`.execute(db)
  const isDue = sql`${isReturned(foundation().takesForeignMoney)} and payments.return_at <= now()`
  // Few refunds fail, so that these are looked for first.
  const isOwed = sql`payments.id in (select payment_id from refunds where refunds.status = 'failed') and ${IS_FEE_OWED}`
  await insertRefunds(db, sql`${isDue} and ${isOpen}`)
  await insertRefunds(db, sql`${isOwed} and ${isOpen}`)
}

/** Opens a refund of each payment that meets the condition, unless it has one or had one within a day. */
async function insertRefunds(db: Db, isDue: RawBuilder<unknown>): Promise<void> {
  await sql`
    insert into refunds (payment_id, amount_paise, idempotency_key, next_check_at)
    select id, amount_paise - refunded_paise, 'refund-' || gen_random_uuid(), now()
    from payments
    where ${isDue}
      and not exists (
        select from refunds
        where refunds.payment_id = payments.id and (refunds.status <> 'failed' or refunds.created_at > now() - interval '24 hours'))
    for update of payments skip locked
    on conflict (payment_id) where status <> 'failed' do nothing`.execute(db)
}

type ReturnDeps = Pick<PaymentDeps, 'db' | 'keyId' | 'foundation'>

/** SQL condition: nothing was due for this payment, or it is money from abroad that may not be taken. */
function isReturned(takesForeignMoney: boolean): RawBuilder<boolean> {
  const isForeign = takesForeignMoney
    ? sql`false`
    : sql`(payments.disposition = 'quarantined' and payments.international)`
  return sql<boolean>`(payments.disposition = 'surplus' or ${isForeign})`
}
