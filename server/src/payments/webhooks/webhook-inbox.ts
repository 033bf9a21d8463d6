import { sql } from 'kysely'
import { z } from 'zod'
import { deleteInBatches } from '../../platform/db/batches.ts'
import { daysAgo } from '../../platform/db/expressions.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { nullIfRejected, syncPayment } from '../ledger/capture-payment.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { advanceRefund, followRefund } from '../refunds/refund-payment.ts'
import { adoptRefund, findRefundByProviderId } from '../refunds/refund-queries.ts'

/** Stores an event and its job in one transaction. Does nothing if the event exists. */
export async function keepEvent(db: Db, eventId: string, body: Buffer): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const kept = await transaction
      .insertInto('webhook_inbox')
      .values({ event_id: eventId, body })
      .onConflict((same) => same.column('event_id').doNothing())
      .executeTakeFirst()
    if (kept.numInsertedOrUpdatedRows !== 1n) return
    await enqueue(transaction, 'apply-payment-event', { eventId })
  })
}

/** Queues jobs for all unprocessed events: a back-up holds events but no jobs, and a job gives up after some hours. */
export async function queueOpenEvents(db: Db): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const open = await transaction
      .selectFrom('webhook_inbox')
      .select('event_id')
      .where('processed_at', 'is', null)
      .execute()
    for (const { event_id: eventId } of open) await enqueue(transaction, 'apply-payment-event', { eventId })
  })
}

/** Deletes events that many days after they were processed, or after they came if nothing could be done with them. */
export async function forgetEvents(db: Db, days: number): Promise<void> {
  await deleteInBatches(
    db,
    'webhook_inbox',
    sql`(processed_at < ${daysAgo(days)} or processed_at is null and received_at < ${daysAgo(days)})`,
  )
}

async function findOpenEvent(db: Db, eventId: string): Promise<Buffer | null> {
  const event = await db
    .selectFrom('webhook_inbox')
    .select('body')
    .where('event_id', '=', eventId)
    .where('processed_at', 'is', null)
    .executeTakeFirst()
  return event?.body ?? null
}

async function finishEvent(db: Db, eventId: string): Promise<void> {
  await db.updateTable('webhook_inbox').set({ processed_at: sql`now()` }).where('event_id', '=', eventId).execute()
}

async function noteFailure(db: Db, eventId: string, error: unknown): Promise<void> {
  await db
    .updateTable('webhook_inbox')
    .set((row) => ({ attempts: row('attempts', '+', 1), last_error: String(error).slice(0, 500) }))
    .where('event_id', '=', eventId)
    .execute()
}

const entity = z
  .object({ entity: z.object({ id: z.string() }) })
  .optional()
  .catch(undefined)

const Event = z.object({ event: z.string(), payload: z.object({ payment: entity, refund: entity }) })

/**
 * Processes a webhook event. The event only says which payment changed; its present state is fetched from the provider, so
 * events may arrive late, twice or in any order. Other kinds of events are marked as done. Rejects if the provider is
 * unreachable, and the job is retried.
 */
export async function applyEvent(deps: PaymentDeps, eventId: string): Promise<void> {
  const body = await findOpenEvent(deps.db, eventId)
  if (!body) return
  try {
    const { payment, refund } = payloadOf(body)
    if (refund) await applyRefund(deps, refund.entity.id)
    if (payment) await syncPayment(deps, payment.entity.id, 'webhook')
    await finishEvent(deps.db, eventId)
  } catch (error) {
    await noteFailure(deps.db, eventId, error)
    throw error
  }
}

function payloadOf(body: Buffer): z.output<typeof Event>['payload'] {
  const event = Event.safeParse(parse(body))
  return event.success ? event.data.payload : { payment: undefined, refund: undefined }
}

/** Strips an event to what is processed: the ids of its payment and refund. */
export function withoutPerson(body: Buffer): Buffer {
  const event = Event.safeParse(parse(body))
  return Buffer.from(JSON.stringify(event.success ? event.data : {}))
}

// Invalid JSON with a valid signature stays invalid, so a retry makes no sense.
function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}

async function applyRefund(deps: PaymentDeps, providerRefundId: string): Promise<void> {
  const refund = await findRefundByProviderId(deps.db, providerRefundId)
  if (refund) {
    await advanceRefund(deps, refund, 'webhook')
    return
  }
  const answer = await nullIfRejected(deps.gateway.fetchRefund(providerRefundId))
  if (!answer) return
  const own = answer.status === 'failed' ? null : await adoptRefund(deps.db, answer)
  if (own) await advanceRefund(deps, own, 'webhook')
  // A refund made in the provider's dashboard shows in its payment; only its failure is reported by the refund alone.
  else await followRefund(deps, answer, null)
}
