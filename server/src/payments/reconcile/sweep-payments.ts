import { sql } from 'kysely'
import type { Db } from '../../platform/db/pool.ts'
import { ATTEMPTS_MAX, enqueue, type TaskName } from '../../platform/jobs/enqueue.ts'
import { syncPayment } from '../ledger/sync-payment.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { IS_AT_PROVIDER } from '../provider/account.ts'
import { GatewayError, PAYMENTS_A_PAGE, type PaymentPage, type ProviderPayment } from '../provider/gateway.ts'

const SWEEP_PAYMENTS = 'sweep-payments' satisfies TaskName

/** Every night at 02:30 in India; a missed night is caught up (`fill=1d`). */
export const SWEEP_EVERY_NIGHT = `0 21 * * * ${SWEEP_PAYMENTS} ?fill=1d&max=${ATTEMPTS_MAX}`

// An order is polled for five days, and a payment can still arrive afterwards.
const SWEPT_DAYS = 7
const UNMATCHED_MAX = 100
const DAY_SECONDS = 24 * 60 * 60

/**
 * Checks all recent payments at the provider for what our books miss: a payment whose order we do not know, or one that
 * browser, webhook and reconciler all missed. Each page is a job of its own, which is retried if the provider does not answer.
 * It starts with the first page if none is given.
 */
export async function sweepPayments(deps: PaymentDeps, asked: PaymentPage | null): Promise<void> {
  const page = asked ?? firstPage()
  if (!asked) await lookIntoUnmatched(deps)
  const listed = await deps.gateway.listPayments(page)
  for (const { id } of await unlikeOurs(deps.db, listed)) await lookInto(deps, id)
  if (listed.length === PAYMENTS_A_PAGE) await queuePage(deps.db, { ...page, skip: page.skip + PAYMENTS_A_PAGE })
}

/** Queues a sweep of everything paid since then, however long ago that is. */
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
    .where(
      'provider_payment_id',
      'in',
      listed.map(({ id }) => id),
    )
    .execute()
  const ours = new Map(known.map((payment) => [payment.id, payment]))
  return listed.filter(({ id, status, refundedPaise }) => {
    if (status === 'created' || status === 'failed') return false
    const own = ours.get(id)
    return own?.status !== status || own.refundedPaise !== refundedPaise
  })
}

/** Unmatched money is often refunded in the provider's dashboard, also when it is too old to be listed. */
async function lookIntoUnmatched(deps: PaymentDeps): Promise<void> {
  const unmatched = await deps.db
    .selectFrom('payments')
    .select('provider_payment_id as id')
    .where('disposition', 'in', ['surplus', 'quarantined'])
    .where('status', '=', 'captured')
    .where(IS_AT_PROVIDER)
    .where('created_at', '<', sql<Date>`now() - make_interval(days => ${SWEPT_DAYS})`)
    .orderBy('id', 'desc')
    .limit(UNMATCHED_MAX)
    .execute()
  for (const { id } of unmatched) await lookInto(deps, id)
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
async function queuePage(db: Db, page: PaymentPage): Promise<void> {
  await enqueue(db, SWEEP_PAYMENTS, page, { jobKey: `${SWEEP_PAYMENTS} ${page.from} ${page.skip}` })
}
