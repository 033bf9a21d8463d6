import type { Db } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'
import { conflict, notFound } from '../errors.ts'
import { enqueueDelivery } from '../mail/outbox.ts'

/**
 * Queues a held or failed mail once more, for a day. Rejects with 409 if it has been sent or waits already, if its text is not kept
 * any more, or if its address is blocked. Returns its state before.
 */
export function sendAgain(db: Db, mailId: number): Promise<'held' | 'failed'> {
  return inTransaction(db, async (transaction) => {
    const mail = await transaction
      .selectFrom('mails')
      .select(['state', 'kind', 'html', 'address_key'])
      .where('id', '=', mailId)
      .forUpdate()
      .executeTakeFirst()
    if (!mail) throw notFound('mail_not_found')
    if (mail.state !== 'held' && mail.state !== 'failed') throw conflict('mail_not_waiting')
    if (mail.html === null) throw conflict('mail_text_deleted')
    const block = await transaction
      .selectFrom('mail_blocks')
      .select('reason')
      .where('address_key', '=', mail.address_key)
      .executeTakeFirst()
    if (block) throw conflict('address_blocked')
    await transaction
      .updateTable('mails')
      .set({ state: 'waiting', failure: null, last_error: null })
      .where('id', '=', mailId)
      .execute()
    await enqueueDelivery(transaction, { mailId, kind: mail.kind, since: new Date().toISOString() })
    return mail.state
  })
}
