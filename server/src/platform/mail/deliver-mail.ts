import { findMailKind, type MailFailure } from '@petsetu/contract/office/mails.ts'
import type { FastifyBaseLogger } from 'fastify'
import { sql, type UpdateObject } from 'kysely'
import type { Db } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'
import type { DB } from '../db/types.ts'
import { blockAddress, forgetBlock } from './mail-queries.ts'
import { enqueueDelivery } from './outbox.ts'
import { nextReminderHour, type Reminders } from './reminders.ts'
import type { MailAttachment, SendMail } from './smtp.ts'

const HOURS_MAX = 24

/** `send` is null without a mail server: what was queued for one before is then held. */
type Delivery = {
  db: Db
  log: FastifyBaseLogger
  send: SendMail | null
  publicUrl: string
  /** Asked at each mail: admins change the addresses while the program runs. Each may be empty. */
  foundation: () => { contactEmail: string; grievanceOfficerEmail: string }
  reminders: Reminders
  /** Null if the receipt is not there any more. */
  drawReceipt: (token: string, language: string) => Promise<MailAttachment | null>
}

/** `since` is when an admin had it sent again, as ISO 8601; without it, the mail waits since it was created. */
type Job = { mailId: number; since?: string | undefined }

/**
 * Sends a waiting mail. Rejects if the mail server is away or says to come back later, so that the job is tried again; after a
 * day, or if the server refuses the mail for good, the mail has failed. A link or code that somebody has asked for is tried although the
 * address is blocked, and unblocks it if the server takes it. The job's lock lets one node send it; if that node dies
 * between the server's answer and the row's update, the next attempt sends one more copy with the same Message-ID.
 */
export async function deliverMail(
  { db, log, send, publicUrl, foundation, reminders, drawReceipt }: Delivery,
  { mailId, since }: Job,
  now = new Date(),
): Promise<void> {
  const mail = await findWaiting(db, mailId, since)
  if (mail?.subject == null || mail.text === null || mail.html === null) return
  if (!send) return void (await update(db, mailId, { state: 'held' }))
  const known = findMailKind(mail.kind)
  if (mail.block !== null && known?.secret !== 'one-time') return fail(db, mailId, 'blocked', mail.block)
  const { to_address: to, message_id: messageId, subject, text, html, unsubscribe_token: token } = mail
  if (token !== null) {
    if (!(await isStillDue(db, reminders, mail))) return fail(db, mailId, 'unwanted', null)
    const sendAt = nextReminderHour(now)
    if (sendAt > now) return enqueueDelivery(db, { mailId, kind: mail.kind, since }, sendAt)
  }
  const unsubscribeUrl = token === null ? undefined : `${publicUrl}/u/${token}`
  const receipt = mail.receipt_token === null ? null : await drawReceipt(mail.receipt_token, mail.language)
  const attachments = receipt ? [receipt] : []
  const { contactEmail, grievanceOfficerEmail } = foundation()
  const replyTo = (known?.answeredBy === 'officer' && grievanceOfficerEmail) || contactEmail
  const result = await send({ to, replyTo, messageId, subject, text, html, unsubscribeUrl, attachments })
  if (result.kind === 'sent') {
    const sent = { state: 'sent' as const, sent_at: sql<Date>`now()`, failure: null, last_error: null }
    // A link is for the reader's eyes alone.
    const rest = known && known.secret !== 'none' && { text: null, html: null, action_path: null }
    return inTransaction(db, async (transaction) => {
      await update(transaction, mailId, { ...sent, ...rest, attempts: sql<number>`attempts + 1` })
      if (mail.block !== null) await forgetBlock(transaction, mail.address_key)
    })
  }
  if (result.kind === 'refused') {
    await inTransaction(db, async (transaction) => {
      await fail(transaction, mailId, 'refused', result.reply)
      if (result.isNoMailbox) await blockAddress(transaction, mail.address_key, result.reply)
    })
    log.warn({ mailId }, result.isNoMailbox ? 'a mail was refused, and its address is blocked' : 'a mail was refused')
    return
  }
  if (mail.isOld) return fail(db, mailId, result.kind, result.reply)
  const tried = { failure: result.kind, last_error: result.reply }
  await update(db, mailId, { ...tried, attempts: sql<number>`attempts + 1` })
  throw new Error(`The mail server did not take mail ${mailId}`)
}

function isStillDue(db: Db, reminders: Reminders, { kind, about }: { kind: string; about: string }): Promise<boolean> {
  const rules = Object.entries(reminders).find(([name]) => name === kind)?.[1]
  return rules ? rules.isStillDue(db, about) : Promise.resolve(false)
}

function findWaiting(db: Db, mailId: number, since: string | undefined) {
  return db
    .selectFrom('mails')
    .leftJoin('mail_blocks', 'mail_blocks.address_key', 'mails.address_key')
    .select([
      'to_address',
      'mails.address_key',
      'message_id',
      'subject',
      'text',
      'html',
      'kind',
      'about',
      'unsubscribe_token',
      'receipt_token',
      'language',
      'mail_blocks.reason as block',
    ])
    .select(
      sql<boolean>`coalesce(${since ?? null}::timestamptz, created_at) < now() - make_interval(hours => ${HOURS_MAX})`.as(
        'isOld',
      ),
    )
    .where('mails.id', '=', mailId)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
}

async function fail(db: Db, mailId: number, failure: MailFailure, reply: string | null): Promise<void> {
  await update(db, mailId, { state: 'failed', failure, last_error: reply, attempts: sql<number>`attempts + 1` })
}

async function update(db: Db, mailId: number, change: UpdateObject<DB, 'mails'>): Promise<void> {
  await db.updateTable('mails').set(change).where('id', '=', mailId).where('state', '=', 'waiting').execute()
}
