import type { Db } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'
import { enqueueDelivery } from '../mail/outbox.ts'

const MAILS_A_CALL_MAX = 200

/**
 * Queues the oldest held mails once more, for a day, at most 200 at a time: those whose text is kept and whose address is not
 * blocked. Returns how many, and whether there are more.
 */
export function sendHeld(db: Db, limit = MAILS_A_CALL_MAX): Promise<{ queued: number; has_more: boolean }> {
  return inTransaction(db, async (transaction) => {
    const found = await sendable(transaction)
      .select('mails.id')
      .orderBy('mails.id')
      .limit(limit + 1)
      .forUpdate()
      .skipLocked()
      .execute()
    const ids = found.slice(0, limit).map(({ id }) => id)
    if (ids.length === 0) return { queued: 0, has_more: false }
    await transaction
      .updateTable('mails')
      .set({ state: 'waiting', failure: null, last_error: null })
      .where('id', 'in', ids)
      .execute()
    const since = new Date().toISOString()
    for (const mailId of ids) await enqueueDelivery(transaction, { mailId, since })
    return { queued: ids.length, has_more: found.length > ids.length }
  })
}

const sendable = (db: Db) =>
  db
    .selectFrom('mails')
    .where('state', '=', 'held')
    .where('html', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('mail_blocks').select('reason').whereRef('mail_blocks.address_key', '=', 'mails.address_key'),
        ),
      ),
    )
