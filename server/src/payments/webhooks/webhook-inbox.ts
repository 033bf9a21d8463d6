import { sql } from 'kysely'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'

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

/** Queues jobs for all unprocessed events: a back-up holds events but no jobs. */
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

/** The body of an unprocessed event; null if it was processed. */
export async function findOpenEvent(db: Db, eventId: string): Promise<Buffer | null> {
  const event = await db
    .selectFrom('webhook_inbox')
    .select('body')
    .where('event_id', '=', eventId)
    .where('processed_at', 'is', null)
    .executeTakeFirst()
  return event?.body ?? null
}

export async function finishEvent(db: Db, eventId: string): Promise<void> {
  await db.updateTable('webhook_inbox').set({ processed_at: sql`now()` }).where('event_id', '=', eventId).execute()
}

export async function noteFailure(db: Db, eventId: string, error: unknown): Promise<void> {
  await db
    .updateTable('webhook_inbox')
    .set((row) => ({ attempts: row('attempts', '+', 1), last_error: String(error).slice(0, 500) }))
    .where('event_id', '=', eventId)
    .execute()
}
