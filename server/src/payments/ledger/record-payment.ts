import { toRupees } from '@petsetu/contract/platform/money.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import { sql } from 'kysely'
import { keepIssuer } from '../../office/settings/receipt-issuers.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { textsIn } from '../../platform/languages/texts.ts'
import type { NewMail } from '../../platform/mail/mail-content.ts'
import type { EnqueueMail } from '../../platform/mail/outbox.ts'
import type { Order } from '../orders/order-queries.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { DESK_KEY, isTestKey } from '../provider/account.ts'
import type { ProviderPayment } from '../provider/gateway.ts'
import type { Payable, Payables, Payer, ReturnedPayment } from '../purpose-rules.ts'
import { type IssuedReceipt, insertRefundReceipt } from '../receipts/receipt-numbers.ts'
import { insertReceipt, type ReceiptText } from '../receipts/receipt-queries.ts'
import { finishRefunds } from '../refunds/refund-queries.ts'
import { isSubjectPaid } from './payment-queries.ts'
import {
  isMatch,
  isSame,
  type Known,
  mayNotBeTaken,
  nextState,
  type PaymentState,
  type Source,
  type State,
  writeJournal,
  writePayment,
} from './write-payment.ts'

export type RecordedPayment = State & { id: number }

/**
 * Records the state of one payment as the provider reports it. Nothing else changes what is paid. It runs in one
 * transaction that locks the subject's orders. The status moves forward or stays. A captured payment that matches its
 * order is `applied` if it is the first for its subject, and `surplus` otherwise; it is `quarantined` while amount,
 * currency or order do not match, or if it comes from abroad and may not be taken. Each change goes to the journal and
 * to the subject. The same payment again changes nothing. `order` is null for a payment without an order of ours.
 */
export async function recordPayment(
  deps: RecordDeps,
  order: Order | null,
  payment: ProviderPayment,
  source: Source,
): Promise<RecordedPayment> {
  const { db, payables, keyId, enqueueMail } = deps
  return inTransaction(db, async (transaction) => {
    if (order) await lockOrders(transaction, order)
    else await lockStray(transaction, payment.id)
    const known = await findKnown(transaction, payment.id)
    const next = await nextState({ ...deps, db: transaction }, order, payment, known)
    if (known && isSame(known, next)) {
      // A retried refund: the payment already had the status 'refunded'.
      if (payment.status === 'refunded') await finishRefunds(transaction, known.id)
      return { id: known.id, ...next }
    }

    const isForbidden = next.disposition === 'quarantined' && mayNotBeTaken(deps, payment)
    const isReturned = next.disposition === 'surplus' || (isForbidden && order !== null)
    const goesBack = isReturned && next.status === 'captured' && keyId !== DESK_KEY
    const id = await writePayment(transaction, keyId, order, payment, { ...next, goesBack })
    await writeJournal(transaction, id, source, known, next)
    if (next.status === 'refunded') await finishRefunds(transaction, id)
    if (order) {
      const goesBackUncaptured =
        next.status === 'authorized' && (!isMatch(order, payment) || mayNotBeTaken(deps, payment))
      await advanceOrder(transaction, order, { ...next, goesBackUncaptured })
      const change = changeOf(known, next)
      const payable = payables[order.purpose]
      const receipt = await notifySubject(transaction, payable, order.subjectId, change, payment, enqueueMail)
      const isReceipted = receipt !== null || change === 'refunded'
      const issuerId = isReceipted ? await keepIssuer(transaction, deps.foundation()) : undefined
      const paid = { paymentId: id, paidAt: payment.createdAt, isTest: isTestKey(keyId), issuerId }
      const issued = receipt && (await insertReceipt(transaction, paid, receipt))
      const returned = change === 'refunded' ? await insertRefundReceipt(transaction, id, new Date(), issuerId) : null
      const recorded = {
        order,
        paymentId: id,
        payment,
        issued,
        returned,
        known,
        next,
        handedBack: wayBack(keyId, source),
        isForbidden,
      }
      const mail = await mailAbout(transaction, payables, recorded)
      if (mail) await enqueueMail(transaction, mail)
    }
    return { id, ...next }
  })
}

type RecordDeps = Pick<PaymentDeps, 'db' | 'payables' | 'keyId' | 'enqueueMail' | 'foundation'>

/** Locks all orders of the subject in a fixed order, so that its payments are recorded one after the other. */
export async function lockOrders(db: Db, order: Pick<Order, 'purpose' | 'subjectId'>): Promise<void> {
  await db
    .selectFrom('payment_orders')
    .select('id')
    .where('purpose', '=', order.purpose)
    .where('subject_id', '=', order.subjectId)
    .orderBy('id')
    .forUpdate()
    .execute()
}

// A payment without an order has no row to lock at first, so an advisory lock serialises two events about it.
async function lockStray(db: Db, providerPaymentId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${providerPaymentId}))`.execute(db)
}

async function findKnown(db: Db, providerPaymentId: string): Promise<Known | null> {
  const row = await db
    .selectFrom('payments')
    .select(['id', 'status', 'disposition', 'refunded_paise as refundedPaise'])
    .select(sql<boolean>`settled_at is not null`.as('isSettledOtherwise'))
    .where('provider_payment_id', '=', providerPaymentId)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

type OrderNews = State & { goesBackUncaptured: boolean }

async function advanceOrder(db: Db, order: Order, next: OrderNews): Promise<void> {
  const isDone = next.disposition === 'applied' || next.disposition === 'surplus'
  // Money that is quarantined, is not going to be captured, or was refunded before we heard of it, pays for nothing. The provider accepts no
  // second payment for such an order, so it is replaced and the subject gets a new one.
  const isRefunded = next.disposition === 'none' && next.status === 'refunded'
  const isSpent = next.disposition === 'quarantined' || next.goesBackUncaptured || isRefunded
  // A paid order is still polled, because the webhook of a second payment, or of a refund made in the provider's dashboard,
  // may be lost.
  await db
    .updateTable('payment_orders')
    .set(isDone ? { status: 'paid' } : { status: 'attempted', ...(isSpent && { replaced_at: sql`now()` }) })
    .where('id', '=', order.id)
    .where('status', '<>', 'paid')
    .execute()
}

type Change = 'paid' | 'failed' | 'refunded'

/** Returns the change that the new state of a payment means for its subject; null if nothing. */
function changeOf(known: PaymentState | null, next: PaymentState): Change | null {
  const wasApplied = known?.disposition === 'applied'
  if (next.disposition === 'applied' && !wasApplied) return 'paid'
  if (wasApplied && next.status === 'refunded' && known?.status !== 'refunded') return 'refunded'
  return next.status === 'failed' ? 'failed' : null
}

/** Passes the change to the subject. Returns what the receipt says, if one has to be written. */
async function notifySubject(
  transaction: Db,
  payable: Payable,
  subjectId: number,
  change: Change | null,
  { id, amountPaise, createdAt }: ProviderPayment,
  enqueueMail: EnqueueMail,
): Promise<ReceiptText | null> {
  if (change === 'paid') {
    return payable.onPaid(transaction, subjectId, { amountPaise, providerPaymentId: id, paidAt: createdAt })
  }
  if (change === 'refunded') await payable.onRefunded(transaction, subjectId, enqueueMail)
  if (change === 'failed') await payable.onFailed(transaction, subjectId)
  return null
}

type Recorded = {
  order: Order
  paymentId: number
  payment: ProviderPayment
  issued: IssuedReceipt | null
  returned: IssuedReceipt | null
  known: State | null
  next: State
  handedBack: ReturnedPayment['handedBack']
  isForbidden: boolean
}

/** Writes the mail about a payment that paid for its subject, is held because it came from abroad, or was returned, all of it or a part. */
async function mailAbout(
  transaction: Db,
  payables: Payables,
  { order, paymentId, payment: { amountPaise }, issued, returned, known, next, handedBack, isForbidden }: Recorded,
): Promise<NewMail | null> {
  const { purpose, subjectId } = order
  if (issued) return payables[purpose].paidMail(transaction, subjectId, { amountPaise, receipt: issued })
  const isReturned = next.status === 'refunded' && known?.status !== 'refunded'
  const wasHeld = known?.status === 'captured' && known.disposition === 'quarantined'
  const isHeld = isForbidden && next.status === 'captured' && !wasHeld
  // A part that went back before has had a mail of its own, unless it was heard of together with the payment.
  const returnedBefore = known?.refundedPaise ?? 0
  const isInPart =
    next.status === 'captured' && !isHeld && next.refundedPaise > returnedBefore && next.refundedPaise < amountPaise
  if (!isReturned && !isInPart && !isHeld) return null
  const wholePaise = isInPart ? next.refundedPaise : amountPaise
  const refund = {
    paymentId,
    amountPaise: isHeld || returnedBefore >= wholePaise ? amountPaise : wholePaise - returnedBefore,
    wholePaise,
    step: isHeld ? 'held' : isInPart ? `part ${next.refundedPaise}` : '',
    handedBack,
    isForbidden,
    isHeld,
    isSecond: next.disposition !== 'applied' && !isForbidden && (await isSubjectPaid(transaction, order)),
    receipt: returned,
  }
  const payer = await payables[purpose].findPayer(transaction, subjectId)
  return payer && refundMail(payer, refund)
}

/** Names how the money went back, unless the provider sent it. */
function wayBack(keyId: string, source: Source): ReturnedPayment['handedBack'] {
  if (keyId === DESK_KEY) return 'mails.refundAtDesk'
  return source === 'settled' ? 'mails.refundOtherwise' : null
}

function refundMail(
  { to, userId = null, language, paidFor, paidTwice, facts = [] }: Payer,
  { paymentId, amountPaise, wholePaise, step, handedBack, isForbidden, isHeld, isSecond, receipt }: ReturnedPayment,
): NewMail {
  const text = textsIn(language)
  const amount = formatRupees(toRupees(amountPaise))
  const reason = isSecond ? [paidTwice] : []
  return {
    kind: 'refund',
    about: `payment ${paymentId}`,
    step,
    to,
    userId,
    language,
    ...(receipt && { receiptToken: receipt.token }),
    content: {
      subject: text(isHeld ? 'mails.heldSubject' : 'mails.refundSubject', { amount }),
      paragraphs: handedBack
        ? [text(handedBack, { amount }), ...reason]
        : [
            text(isHeld ? 'mails.held' : 'mails.refund', { amount }),
            ...(isForbidden ? [text('mails.refundFromAbroad')] : reason),
            text('mails.refundWhen'),
          ],
      facts: [
        [text('mails.paidFor'), paidFor],
        ...facts,
        [text('mails.amount'), amount],
        ...(wholePaise > amountPaise
          ? [[text('receipts.amountReturned'), formatRupees(toRupees(wholePaise))] satisfies [string, string]]
          : []),
        ...(receipt ? [[text('mails.receiptNumber'), receipt.number] satisfies [string, string]] : []),
      ],
      ...(receipt && { action: { label: text('mails.showReceipt'), path: receipt.path } }),
      why: text('mails.whyPayment'),
    },
  }
}
