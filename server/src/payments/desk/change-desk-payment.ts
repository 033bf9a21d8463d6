import { type DeskMode, type DeskState, deskStates } from '@petsetu/contract/payments/payments.ts'
import { type Actor, recordAudit } from '../../people/audit/record-audit.ts'
import { hasDutyStill } from '../../people/users/admin-duties.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { conflict, type HttpError, notFound } from '../../platform/errors.ts'
import { lockOrders, recordPayment } from '../ledger/record-payment.ts'
import { type Order, readOrder } from '../orders/order-queries.ts'
import { DESK_KEY } from '../provider/account.ts'
import { type DeskDeps, deskPayment } from './take-desk-payment.ts'

type Deps = DeskDeps & { db: Db }

/** The bank has paid the cheque: it counts from now on, and its receipt is issued. Rejects with 409 unless it is pending. */
export async function clearCheque(deps: Deps, paymentId: number, by: Actor): Promise<void> {
  await decideCheque(deps, paymentId, { by, state: 'cleared', status: 'captured' })
}

/** The bank has returned the cheque: it never counted, and its subject can be paid again. Rejects with 409 unless it is pending. */
export async function bounceCheque(deps: Deps, paymentId: number, by: Actor): Promise<void> {
  await decideCheque(deps, paymentId, { by, state: 'bounced', status: 'failed' })
}

type Decision = { by: Actor; state: 'cleared' | 'bounced'; status: 'captured' | 'failed' }

async function decideCheque(deps: Deps, paymentId: number, { by, state, status }: Decision): Promise<void> {
  await inTransaction(deps.db, async (transaction) => {
    const { order, row } = await lockDeskPayment(transaction, paymentId)
    if (row.mode !== 'cheque') throw conflict('not_a_cheque')
    if (row.state !== 'pending') throw already(row.state)
    const at = new Date()
    await transaction
      .updateTable('desk_payments')
      .set({ state, decided_by: by.person.id, decided_at: at })
      .where('payment_id', '=', paymentId)
      .execute()
    const payment = deskPayment(order, { id: row.providerPaymentId, status, at })
    await recordPayment({ ...deps, db: transaction, keyId: DESK_KEY }, order, payment, 'desk')
    const action = state === 'cleared' ? 'cheque-cleared' : 'cheque-bounced'
    const details = { before: { state: row.state }, after: { state } }
    await recordAudit(transaction, by, action, { kind: 'payment', id: paymentId }, details)
  })
}

function already(state: DeskState): HttpError {
  if (state === 'cleared') return conflict('cheque_cleared_already')
  return conflict(state === 'bounced' ? 'cheque_bounced_already' : 'void_already')
}

type Voiding = { by: Actor; reason: string; aloneMaxPaise: number }

/**
 * Voids money taken at the desk: what counted is returned as by a refund, and a cheque that is pending never counts. A sum above
 * `aloneMaxPaise` is asked for by one admin and becomes void when another agrees who neither asked nor took it. Whoever asked hands
 * it back or, if they are not at the desk any more, whoever agrees. Returns whether it is void now.
 */
export async function voidDeskPayment(
  deps: Deps,
  paymentId: number,
  { by, reason, aloneMaxPaise }: Voiding,
): Promise<boolean> {
  return inTransaction(deps.db, async (transaction) => {
    const { order, row } = await lockDeskPayment(transaction, paymentId)
    if (!deskStates[row.state].isValid) throw already(row.state)
    if (row.isSettled) throw conflict('settled_already')
    const update = transaction.updateTable('desk_payments').where('payment_id', '=', paymentId)
    const [at, adminId] = [new Date(), by.person.id]
    const object = { kind: 'payment', id: paymentId } as const
    const needsAnother = order.amountPaise > aloneMaxPaise
    if (!row.isVoidAsked) {
      await update
        .set({ void_asked_by: adminId, void_asked_by_name: by.person.username, void_asked_at: at, void_reason: reason })
        .execute()
      if (needsAnother) {
        await recordAudit(transaction, by, 'desk-void-asked', object, { reason })
        return false
      }
    } else if (needsAnother && (row.voidAskedBy === adminId || row.takenBy === adminId)) {
      throw conflict('void_needs_another_admin')
    } else if (await hasAskerLeft(transaction, row)) {
      // The name of whoever asked stays.
      await update.set({ void_asked_by: adminId }).execute()
    }
    await update.set({ state: 'void', voided_by: adminId, voided_at: at }).execute()
    const status = row.state === 'pending' ? 'failed' : 'refunded'
    const payment = deskPayment(order, { id: row.providerPaymentId, status, at })
    await recordPayment({ ...deps, db: transaction, keyId: DESK_KEY }, order, payment, 'desk')
    const change = { before: { state: row.state }, after: { state: 'void' } }
    await recordAudit(transaction, by, 'desk-payment-voided', object, { reason, ...change })
    return true
  })
}

/** True if somebody asked to void it who does not work at the desk any more. */
export async function hasAskerLeft(db: Db, { voidAskedBy }: Pick<Locked, 'voidAskedBy'>): Promise<boolean> {
  return voidAskedBy === null || !(await hasDutyStill(db, voidAskedBy, 'money'))
}

type Locked = {
  providerPaymentId: string
  mode: DeskMode
  state: DeskState
  takenBy: number | null
  voidAskedBy: number | null
  isVoidAsked: boolean
  isSettled: boolean
}

/** Locks a payment of the desk with the orders of its subject; what it then reads stays true until the transaction ends. */
export async function lockDeskPayment(transaction: Db, paymentId: number): Promise<{ order: Order; row: Locked }> {
  const found = await transaction
    .selectFrom('payments')
    .select(['order_id', 'key_id'])
    .where('id', '=', paymentId)
    .executeTakeFirst()
  if (!found?.order_id || found.key_id !== DESK_KEY) throw notFound('payment_not_found')
  const order = await readOrder(transaction, found.order_id)
  await lockOrders(transaction, order)
  const row = await transaction
    .selectFrom('desk_payments')
    .innerJoin('payments', 'payments.id', 'payment_id')
    .select(['provider_payment_id as providerPaymentId', 'mode', 'state', 'settled_at', 'void_asked_at'])
    .select(['taken_by as takenBy', 'void_asked_by as voidAskedBy'])
    .where('payment_id', '=', paymentId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return {
    order,
    row: {
      ...row,
      isVoidAsked: row.void_asked_at !== null,
      isSettled: row.settled_at !== null,
    },
  }
}
