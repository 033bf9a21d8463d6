import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../db/pool.ts'
import { applyPayment } from './apply-payment.ts'
import { GatewayError, PAYMENTS_A_PAGE, type PaymentPage, type ProviderPayment } from './gateway.ts'
import type { PaymentDeps } from './payment-deps.ts'

/** The job that looks through a page of the provider's payments; without a page it begins with the first. */
export const SWEEP_PAYMENTS = 'sweep-payments'
const ATTEMPTS_MAX = 10

/** Every night at half past two in India; made up for where nobody ran then. */
export const SWEEP_EVERY_NIGHT = `0 21 * * * ${SWEEP_PAYMENTS} ?fill=1d&max=${ATTEMPTS_MAX}`

// An order is asked about for five days, and a payment can still come in afterwards.
const SWEPT_DAYS = 7
const DAY_SECONDS = 24 * 60 * 60

const Page = z.object({ from: z.int(), to: z.int(), skip: z.int() })

/**
 * Looks through everything that was paid at the provider in the last days for what our books do not say: a capture of which no order
 * of ours knows, or one that neither browser nor webhook nor reconciler told. A page at a time, each in a job of its own; a provider
 * that does not answer has it tried again.
 */
export async function sweepPayments(deps: PaymentDeps, payload: unknown): Promise<void> {
  const page = Page.safeParse(payload).data ?? firstPage()
  const listed = await deps.gateway.listPayments(page)
  for (const { id } of await unlikeOurs(deps.db, listed)) await lookInto(deps, id)
  if (listed.length === PAYMENTS_A_PAGE) await queuePage(deps.db, { ...page, skip: page.skip + PAYMENTS_A_PAGE })
}

/** Has everything looked through that was paid since then, however long ago that was. */
export async function sweepSince(db: Db, since: Date): Promise<void> {
  await queuePage(db, { from: inSeconds(since), to: inSeconds(new Date()), skip: 0 })
}

function firstPage(): PaymentPage {
  const now = inSeconds(new Date())
  return { from: now - SWEPT_DAYS * DAY_SECONDS, to: now, skip: 0 }
}

const inSeconds = (time: Date): number => Math.floor(time.getTime() / 1_000)

/** The payments that moved money, or still may, and of which our books say something else or nothing. */
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

/** A list may be minutes behind: what is recorded is what the provider says of this one payment now. */
async function lookInto(deps: PaymentDeps, providerPaymentId: string): Promise<void> {
  try {
    await applyPayment(deps, providerPaymentId, 'reconcile')
  } catch (error) {
    // What cannot be read holds up nothing else.
    if (!(error instanceof GatewayError) || error.kind === 'unreachable') throw error
    deps.log.warn({ err: error, providerPaymentId }, 'a payment could not be looked into')
  }
}

// The key keeps a page that is looked through twice from being followed by two.
async function queuePage(db: Db, page: PaymentPage): Promise<void> {
  const key = `${SWEEP_PAYMENTS} ${page.from} ${page.skip}`
  await sql`
    select graphile_worker.add_job(${SWEEP_PAYMENTS}, ${JSON.stringify(page)}::json,
      job_key => ${key}, max_attempts => ${ATTEMPTS_MAX})`.execute(db)
}
