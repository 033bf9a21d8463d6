import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import type { SendMail } from './smtp.ts'

const HOURS_MAX = 24

/** `send` is null without a mail server: what was queued for one before is then held. */
type Delivery = { db: Db; log: FastifyBaseLogger; send: SendMail | null }

/**
 * Sends a waiting mail. Rejects if the mail server is away or says to come back later, so that the job is tried again; after a
 * day, or if the server refuses the mail for good, the mail has failed. The job's lock lets one node send it; if that node dies
 * between the server's answer and the row's update, the next attempt sends one more copy with the same Message-ID.
 */
export async function deliverMail({ db, log, send }: Delivery, mailId: number): Promise<void> {
  const mail = await db
    .selectFrom('mails')
    .leftJoin('mail_blocks', 'mail_blocks.address_key', 'mails.address_key')
    .select([
      'mails.id',
      'to_address',
      'mails.address_key',
      'message_id',
      'subject',
      'text',
      'html',
      'mail_blocks.reason as block',
    ])
    .select(sql<boolean>`created_at < now() - make_interval(hours => ${HOURS_MAX})`.as('isOld'))
    .where('mails.id', '=', mailId)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  if (mail?.subject == null || mail.text === null || mail.html === null) return
  if (!send) {
    await db
      .updateTable('mails')
      .set({ state: 'held' })
      .where('id', '=', mailId)
      .where('state', '=', 'waiting')
      .execute()
    return
  }
  if (mail.block !== null) return failed(db, mailId, `The address is blocked: ${mail.block}`)
  const { to_address: to, message_id: messageId, subject, text, html } = mail
  const result = await send({ to, messageId, subject, text, html })
  if (result.kind === 'sent') {
    await db
      .updateTable('mails')
      .set({ state: 'sent', sent_at: sql`now()`, attempts: sql`attempts + 1`, last_error: null })
      .where('id', '=', mailId)
      .where('state', '=', 'waiting')
      .execute()
    return
  }
  if (result.kind === 'refused') {
    await db.transaction().execute(async (transaction) => {
      await failed(transaction, mailId, result.reason)
      await transaction
        .insertInto('mail_blocks')
        .values({ address_key: mail.address_key, reason: result.reason })
        .onConflict((conflict) => conflict.column('address_key').doNothing())
        .execute()
    })
    log.warn({ mailId }, 'a mail was refused, and its address is blocked')
    return
  }
  if (mail.isOld) return failed(db, mailId, result.reason)
  await db
    .updateTable('mails')
    .set({ attempts: sql`attempts + 1`, last_error: result.reason })
    .where('id', '=', mailId)
    .execute()
  throw new Error(`The mail server did not take mail ${mailId}`)
}

async function failed(db: Db, mailId: number, reason: string): Promise<void> {
  await db
    .updateTable('mails')
    .set({ state: 'failed', attempts: sql`attempts + 1`, last_error: reason })
    .where('id', '=', mailId)
    .where('state', '=', 'waiting')
    .execute()
}
