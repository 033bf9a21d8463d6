import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { enqueueDelivery } from '../../platform/mail/outbox.ts'

const MAILS_A_CALL_MAX = 200

/**
 * Queues the oldest held mails once more, for a day, at most 200 at a time: those whose text is kept and whose address is not
 * blocked. Returns how many, and whether there are more.
 */
export function sendHeld(db: Db, limit = MAILS_A_CALL_MAX): Promise<{ queued: number; has_more: boolean }> {
  return inTransaction(db, async (transaction) => {
    const found = await sendable(transaction)
      .select(['mails.id', 'kind'])
      .orderBy('mails.id')
      .limit(limit + 1)
      .forUpdate()
      .skipLocked()
      .execute()
    const mails = found.slice(0, limit)
    if (mails.length === 0) return { queued: 0, has_more: false }
    await transaction
      .updateTable('mails')
      .set({ state: 'waiting', failure: null, last_error: null })
      .where(
        'id',
        'in',
        mails.map(({ id }) => id),
      )
      .execute()
    const since = new Date().toISOString()
    for (const { id: mailId, kind } of mails) await enqueueDelivery(transaction, { mailId, kind, since })
    return { queued: mails.length, has_more: found.length > mails.length }
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
