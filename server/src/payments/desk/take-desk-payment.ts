import { randomBytes } from 'node:crypto'
import type { DeskPaymentForm } from '@petsetu/contract/payments/desk.ts'
import { VALID_DESK_STATES } from '@petsetu/contract/payments/payments.ts'
import { toPaise } from '@petsetu/contract/platform/money.ts'
import { sql } from 'kysely'
import { type Actor, recordAudit } from '../../people/audit/record-audit.ts'
import type { Db } from '../../platform/db/pool.ts'
import { conflict, HttpError } from '../../platform/errors.ts'
import { PURPOSE_RULES } from '../../purposes.ts'
import { recordPayment } from '../ledger/record-payment.ts'
import { setVoidAside } from '../ledger/set-void-aside.ts'
import { setProviderOrder } from '../orders/open-order.ts'
import { type Order, openOrderRow, readOrder } from '../orders/order-queries.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { DESK_ID_PREFIX, DESK_KEY } from '../provider/account.ts'

export type DeskDeps = Pick<PaymentDeps, 'payables' | 'enqueueMail' | 'foundation'>

/**
 * Records money that an admin takes at the desk, all in the caller's transaction; returns the payment's id. Cash and UPI payments
 * count at once, as a captured payment does. A cheque is a payment without an outcome until it is cleared or bounces.
 *
 * `takenAt` is now, except where the demo tells of an earlier hour.
 *
 * Rejects a subject that is paid or unknown, an amount that is not due, a second cheque for the same subject, and a cheque or a UPI
 * payment that was taken already.
 */
export async function takeDeskPayment(
  deps: DeskDeps,
  transaction: Db,
  form: DeskPaymentForm,
  by: Actor,
  takenAt = new Date(),
): Promise<number> {
  await rejectTakenReference(transaction, form)
  const amountPaise = toPaise(form.amount)
  const order = await openDeskOrder(deps, transaction, form, amountPaise)
  const isCheque = form.mode === 'cheque'
  if (isCheque) await deps.payables[form.purpose].onOpened(transaction, form.subject_id)
  const payment = deskPayment(order, {
    id: DESK_ID_PREFIX + randomBytes(9).toString('base64url'),
    status: isCheque ? 'created' : 'captured',
    at: takenAt,
  })
  const { id, disposition } = await recordPayment({ ...deps, db: transaction, keyId: DESK_KEY }, order, payment, 'desk')
  // Its subject was cancelled or merged just now.
  if (!isCheque && disposition !== 'applied') throw conflict('changed_meanwhile')
  await insertDeskPayment(transaction, id, form, { takenAt, admin: by.person })
  const { mode, purpose, subject_id } = form
  const after = { mode, purpose, subject_id, amount_paise: amountPaise }
  await recordAudit(transaction, by, 'desk-payment-taken', { kind: 'payment', id }, { after })
  return id
}

/** The state of money at the desk, in the form in which the provider reports a payment. */
export function deskPayment(
  { amountPaise, providerOrderId }: Pick<Order, 'amountPaise' | 'providerOrderId'>,
  { id, status, at }: { id: string; status: 'created' | 'captured' | 'failed' | 'refunded'; at: Date },
) {
  return {
    id,
    orderId: providerOrderId,
    amountPaise,
    currency: 'INR',
    status,
    refundedPaise: status === 'refunded' ? amountPaise : 0,
    errorDescription: null,
    isInternational: null,
    createdAt: at,
  }
}

async function openDeskOrder(
  { payables }: DeskDeps,
  transaction: Db,
  { purpose, subject_id: subjectId }: DeskPaymentForm,
  amountPaise: number,
): Promise<Order> {
  const subject = { purpose, subjectId }
  await setVoidAside(payables, transaction, subject)
  // Whoever erases, cancels or merges it at this moment has locked it, and a cheque that comes after that is not due any more.
  await sql`
    select from ${sql.table(PURPOSE_RULES[purpose].table)} where id = ${subjectId} for no key update`.execute(
    transaction,
  )
  await payables[purpose].requireDue(transaction, subjectId, amountPaise)
  await rejectSecondCheque(transaction, subject)
  const { id, receipt } = await openOrderRow(
    transaction,
    { ...subject, amountPaise },
    { keyId: DESK_KEY, reconcileAfterSeconds: null },
  )
  await setProviderOrder(transaction, id, DESK_ID_PREFIX + receipt)
  return readOrder(transaction, id)
}

/** Two payments for one thing could both be cleared. */
async function rejectSecondCheque(db: Db, { purpose, subjectId }: Pick<Order, 'purpose' | 'subjectId'>): Promise<void> {
  const pending = await db
    .selectFrom('desk_payments')
    .innerJoin('payments', 'payments.id', 'payment_id')
    .select('payment_id')
    .where('purpose', '=', purpose)
    .where('subject_id', '=', subjectId)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  if (pending) throw conflict('cheque_is_pending')
}

type Taken = { takenAt: Date; admin: Actor['person'] }

async function insertDeskPayment(
  transaction: Db,
  paymentId: number,
  form: DeskPaymentForm,
  { takenAt, admin }: Taken,
): Promise<void> {
  const { mode, reference = null, bank = null, cheque_date = null } = form
  const isCheque = mode === 'cheque'
  const inserted = await transaction
    .insertInto('desk_payments')
    .values({
      payment_id: paymentId,
      mode,
      reference,
      bank,
      cheque_date,
      taken_by: admin.id,
      taken_by_name: admin.username,
      taken_at: takenAt,
      state: isCheque ? 'pending' : 'cleared',
      ...(!isCheque && { decided_by: admin.id, decided_at: takenAt }),
    })
    // Waits for another desk that takes the same cheque at this moment.
    .onConflict((same) => same.doNothing())
    .executeTakeFirst()
  if (inserted.numInsertedOrUpdatedRows === 1n) return
  await rejectTakenReference(transaction, form)
  // The other payment was voided just now. Without its row here, this one would be missing in the cash sheet.
  throw conflict('changed_meanwhile')
}

/**
 * Rejects a cheque, or a UPI payment, that was taken already, and names the payment in which it was. The cheques of two accounts may have the
 * same number; they are two if both have a day, and not the same.
 */
async function rejectTakenReference(
  db: Db,
  { mode, reference, bank, cheque_date = null }: DeskPaymentForm,
): Promise<void> {
  if (!reference) return
  const first = await db
    .selectFrom('desk_payments')
    .select(['payment_id', 'taken_by_name'])
    .where('mode', '=', mode)
    .where(sql<boolean>`lower(reference) = lower(${reference}) and lower(coalesce(bank, '')) = lower(${bank ?? ''})`)
    .where(sql<boolean>`coalesce(cheque_date = ${cheque_date}::date, true)`)
    .where('state', 'in', VALID_DESK_STATES)
    .limit(1)
    .executeTakeFirst()
  if (!first) return
  const values = { number: String(first.payment_id), admin: first.taken_by_name }
  throw new HttpError(409, 'desk_reference_taken', { values })
}
