import { daysAgo, idsOf } from '../../platform/db/expressions.ts'
import type { Db } from '../../platform/db/pool.ts'
import { ATTEMPTS_MAX, enqueue, type TaskName } from '../../platform/jobs/enqueue.ts'
import { settleOrder, syncPayment } from '../ledger/capture-payment.ts'
import { IS_UNAPPLIED } from '../ledger/payment-queries.ts'
import { recoverOrder } from '../orders/open-order.ts'
import { dueAgain, type Order, retireOldOrders, takeDueOrders } from '../orders/order-queries.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { IS_AT_PROVIDER } from '../provider/account.ts'
import {
  GatewayError,
  PAYMENTS_A_PAGE,
  type PaymentPage,
  type ProviderPayment,
  type ProviderRefund,
} from '../provider/gateway.ts'
import { advanceRefund } from '../refunds/refund-payment.ts'
import { returnByItself, takeDueRefunds } from '../refunds/refund-queries.ts'
import { queueOpenEvents } from '../webhooks/webhook-inbox.ts'

const AT_A_TURN_MAX = 50

/**
 * Asks the provider about everything open and due and records the answers, so that payments are found whose webhook and
 * browser report were lost, and sends back what has waited long enough. If the provider does not answer about one, the rest is due
 * again at once. A refused order, or an invalid answer, does not delay the others, either.
 */
export async function reconcile(deps: PaymentDeps): Promise<void> {
  const orders = await takeDueOrders(deps.db, deps.keyId, AT_A_TURN_MAX, deps.reconcileEverySeconds)
  const answered = await askEach(deps, 'payment_orders', orders, (order) => askAboutOrder(deps, order))
  // Orders without an answer stay due, however old they are.
  await retireOldOrders(deps.db, idsOf(answered))
  if (answered.length < orders.length) return
  await returnByItself(deps)
  const refunds = await takeDueRefunds(deps.db, deps.keyId, AT_A_TURN_MAX, deps.reconcileEverySeconds)
  await askEach(deps, 'refunds', refunds, (refund) => advanceRefund(deps, refund, 'reconcile'))
}

/**
 * Asks about one after the other until the provider is unreachable, and returns those before. Those after are due again, for the next
 * round or another node. The one without an answer waits, so that it cannot hold up the others each time.
 */
async function askEach<T extends { id: number }>(
  deps: PaymentDeps,
  table: Parameters<typeof dueAgain>[1],
  due: T[],
  ask: (one: T) => Promise<void>,
): Promise<T[]> {
  for (const [index, one] of due.entries()) {
    if (await isReached(deps, ask(one))) continue
    // A call that a stop has cut off was without an answer for no reason of its own.
    const rest = due.slice(deps.stopping?.aborted ? index : index + 1)
    await dueAgain(deps.db, table, idsOf(rest))
    return due.slice(0, index)
  }
  return due
}

async function askAboutOrder(deps: PaymentDeps, order: Order): Promise<void> {
  const known = order.providerOrderId ? order : await recoverOrder(deps, order)
  if (known) await settleOrder(deps, known, 'reconcile')
}

async function isReached({ log }: PaymentDeps, asked: Promise<void>): Promise<boolean> {
  try {
    await asked
    return true
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    log.warn({ err: error }, 'the payment provider could not be asked')
    return error.kind !== 'unreachable'
  }
}

const SWEEP_PAYMENTS = 'sweep-payments' satisfies TaskName

/** Every night at 02:30 in India; a missed night is caught up (`fill=1d`). */
export const SWEEP_EVERY_NIGHT = `0 21 * * * ${SWEEP_PAYMENTS} ?fill=1d&max=${ATTEMPTS_MAX}`

// An order is polled for five days after it was last opened, and a payment can still arrive afterwards.
const SWEPT_DAYS = 7
const UNMATCHED_MAX = 100
const RETURNED_BY_BANKS_DAYS = 14
const REFUNDED_MAX = 100
const DAY_SECONDS = 24 * 60 * 60

type SweptPage = PaymentPage & { of?: 'refunds' | undefined }

/**
 * Checks all recent payments at the provider, and then its recent refunds, for what our books miss: a payment whose order we do not
 * know, or one that browser, webhook and reconciler all missed. Each page is a job of its own, which is retried if the provider does
 * not answer. It starts with the first page if none is given, and then tries again the events whose job has given up.
 */
export async function sweepPayments(deps: PaymentDeps, asked: SweptPage | null): Promise<void> {
  const page: SweptPage = asked ?? firstPage()
  if (page.of === 'refunds') return sweepRefunds(deps, page)
  if (!asked) {
    await lookIntoUnmatched(deps)
    await lookIntoRefunded(deps)
  }
  const listed = await deps.gateway.listPayments(page)
  for (const { id } of await unlikeOurs(deps.db, listed)) await lookInto(deps, id)
  const isLast = listed.length < PAYMENTS_A_PAGE
  await queuePage(deps.db, isLast ? { ...page, skip: 0, of: 'refunds' } : nextPage(page))
  if (!asked) await queueOpenEvents(deps.db)
}

/** A refund can be one of a payment that is too old to be listed. */
async function sweepRefunds(deps: PaymentDeps, page: SweptPage): Promise<void> {
  const listed = await deps.gateway.listRefunds(page)
  for (const id of await withOtherRefunds(deps.db, listed)) await lookInto(deps, id)
  if (listed.length === PAYMENTS_A_PAGE) await queuePage(deps.db, nextPage(page))
}

const nextPage = (page: SweptPage): SweptPage => ({ ...page, skip: page.skip + PAYMENTS_A_PAGE })

export async function sweepSince(db: Db, since: Date): Promise<void> {
  await queuePage(db, { from: inSeconds(since), to: inSeconds(new Date()), skip: 0 })
}

function firstPage(): PaymentPage {
  const now = inSeconds(new Date())
  return { from: now - SWEPT_DAYS * DAY_SECONDS, to: now, skip: 0 }
}

const inSeconds = (time: Date): number => Math.floor(time.getTime() / 1_000)

/** The payments that have moved money, or may still do so, and that differ from our books or are missing there. */
async function unlikeOurs(db: Db, listed: ProviderPayment[]): Promise<ProviderPayment[]> {
  if (listed.length === 0) return []
  const known = await db
    .selectFrom('payments')
    .select(['provider_payment_id as id', 'status', 'refunded_paise as refundedPaise'])
    .where('provider_payment_id', 'in', idsOf(listed))
    .execute()
  const ours = new Map(known.map((payment) => [payment.id, payment]))
  return listed.filter(({ id, status, refundedPaise }) => {
    if (status === 'created' || status === 'failed') return false
    const own = ours.get(id)
    return own?.status !== status || own.refundedPaise !== refundedPaise
  })
}

/**
 * The payments of refunds that our books do not have: they were made in the provider's dashboard, or after the back-up that was
 * restored. Of a payment that has gone back whole there is nothing to learn.
 */
async function withOtherRefunds(db: Db, listed: ProviderRefund[]): Promise<Set<string>> {
  if (listed.length === 0) return new Set()
  const [refundIds, paymentIds] = [idsOf(listed), listed.map(({ paymentId }) => paymentId)]
  const [ours, whole] = await Promise.all([
    db.selectFrom('refunds').select('provider_refund_id as id').where('provider_refund_id', 'in', refundIds).execute(),
    db
      .selectFrom('payments')
      .select('provider_payment_id as id')
      .where('status', '=', 'refunded')
      .where('provider_payment_id', 'in', paymentIds)
      .execute(),
  ])
  const known = new Set([...ours, ...whole].map(({ id }) => id))
  const others = listed.filter(({ id, paymentId }) => !known.has(id) && !known.has(paymentId))
  return new Set(others.map(({ paymentId }) => paymentId))
}

/** Unmatched money is often refunded in the provider's dashboard, also when it is too old to be listed. */
async function lookIntoUnmatched(deps: PaymentDeps): Promise<void> {
  const unmatched = await deps.db
    .selectFrom('payments')
    .select('provider_payment_id as id')
    .where(IS_UNAPPLIED)
    .where('settled_at', 'is', null)
    .where(IS_AT_PROVIDER)
    .where('created_at', '<', daysAgo(SWEPT_DAYS))
    .orderBy('id', 'desc')
    .limit(UNMATCHED_MAX)
    .execute()
  for (const { id } of unmatched) await lookInto(deps, id)
}

/** A bank may still return a refund, also one of a payment that is too old to be listed, and the event about it may be lost. */
async function lookIntoRefunded(deps: PaymentDeps): Promise<void> {
  const refunded = await deps.db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select('provider_payment_id as id')
    .where('refunds.status', '=', 'processed')
    .where('refunds.created_at', '>', daysAgo(RETURNED_BY_BANKS_DAYS))
    .where('payments.created_at', '<', daysAgo(SWEPT_DAYS))
    .orderBy('refunds.id', 'desc')
    .limit(REFUNDED_MAX)
    .execute()
  for (const { id } of refunded) await lookInto(deps, id)
}

/** A list may be minutes old, so the present state of this payment is fetched and recorded. */
async function lookInto(deps: PaymentDeps, providerPaymentId: string): Promise<void> {
  try {
    await syncPayment(deps, providerPaymentId, 'reconcile')
  } catch (error) {
    // An invalid reply must not stop the rest of the sweep.
    if (!(error instanceof GatewayError) || error.kind === 'unreachable') throw error
    deps.log.warn({ err: error, providerPaymentId }, 'a payment could not be looked into')
  }
}

// The job key keeps a page that runs twice from queueing its successor twice.
async function queuePage(db: Db, page: SweptPage): Promise<void> {
  const { from, skip, of = 'payments' } = page
  await enqueue(db, SWEEP_PAYMENTS, page, { jobKey: `${SWEEP_PAYMENTS} ${of} ${from} ${skip}` })
}
