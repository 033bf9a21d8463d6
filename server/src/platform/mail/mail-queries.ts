import { randomBytes } from 'node:crypto'
import {
  findMailKind,
  MAIL_KINDS,
  type MailKind,
  type MailPreferences,
  REMINDER_KINDS,
  type ReminderKind,
} from '@petsetu/contract/office/mails.ts'
import { foldCase } from '@petsetu/contract/platform/text.ts'
import { sql } from 'kysely'
import { deleteInBatches, updateInBatches } from '../db/batches.ts'
import { daysAgo } from '../db/expressions.ts'
import type { Db } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'

/** The owner of mails: an account, an e-mail address, and the records that mails may be about, such as `complaint 42`. */
export type Addressee = { userId: number | null; email?: string | undefined; abouts: string[] }

/** SQL condition on a mail: it went to this account or address, or is about one of these records. */
export function isMailOf({ userId, email, abouts }: Addressee) {
  const key = email ? foldCase(email) : null
  return sql<boolean>`(user_id = ${userId} or address_key = ${key} or about = any(${abouts}::text[]))`
}

/** Deletes a person's mails, queued ones included. Returns the keys of the addresses that they went to. */
export async function deleteMailsOf(db: Db, addressee: Addressee): Promise<string[]> {
  const deleted = await db.deleteFrom('mails').where(isMailOf(addressee)).returning('address_key').execute()
  return deleted.map(({ address_key }) => address_key)
}

export async function mailsOfLastHour(db: Db, userId: number, kinds: readonly MailKind[]): Promise<number> {
  const { count } = await db
    .selectFrom('mails')
    .select(sql<number>`count(*)`.as('count'))
    .where('user_id', '=', userId)
    .where('kind', 'in', kinds)
    .where('created_at', '>', sql<Date>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow()
  return count
}

export async function deleteUnsentMails(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('mails').where('user_id', '=', userId).where('state', '<>', 'sent').execute()
}

/** Deletes the mails about a record that have not gone out to this address. */
export async function deleteUnsentMailsTo(db: Db, email: string, about: string): Promise<void> {
  await db
    .deleteFrom('mails')
    .where('about', '=', about)
    .where('address_key', '=', foldCase(email))
    .where('state', '<>', 'sent')
    .execute()
}

/**
 * Deletes waiting mails of these kinds about these records, because their reader knows by now what they tell. With `settledSeconds`, younger
 * ones stay. Returns what the deleted ones were about.
 */
export async function deleteWaitingMails(
  db: Db,
  { kinds, abouts, settledSeconds = 0 }: { kinds: readonly MailKind[]; abouts: string[]; settledSeconds?: number },
): Promise<string[]> {
  const deleted = await db
    .deleteFrom('mails')
    .where('kind', 'in', kinds)
    .where(sql<boolean>`about = any(${abouts}::text[])`)
    .where('state', '=', 'waiting')
    .where('created_at', '<=', sql<Date>`now() - make_interval(secs => ${settledSeconds})`)
    .returning('about')
    .execute()
  return deleted.map(({ about }) => about)
}

/** Deletes what is known of addresses: that they cannot be reached, and which reminders they do not want. */
export async function forgetAddresses(db: Db, keys: string[]): Promise<void> {
  for (const table of ['mail_blocks', 'mail_preferences', 'mail_wishes'] as const) {
    await db.deleteFrom(table).where(sql<boolean>`address_key = any(${keys}::text[])`).execute()
  }
}

/** Exports the facts stored about an address: that it cannot be reached, and which reminders it does not want. */
export async function exportAddress(db: Db, email: string | undefined): Promise<Record<string, object[]>> {
  const key = email ? foldCase(email) : ''
  return {
    mail_blocks: await db.selectFrom('mail_blocks').selectAll().where('address_key', '=', key).execute(),
    mail_wishes: await db.selectFrom('mail_wishes').selectAll().where('address_key', '=', key).execute(),
  }
}

const ONE_TIME_KINDS = MAIL_KINDS.filter((kind) => findMailKind(kind)?.secret === 'one-time')

/** Holds every waiting mail for an admin, and deletes those with a link or code that works once. */
export async function holdWaitingMails(db: Db): Promise<void> {
  await db.deleteFrom('mails').where('state', '=', 'waiting').where('kind', 'in', ONE_TIME_KINDS).execute()
  await db.updateTable('mails').set({ state: 'held' }).where('state', '=', 'waiting').execute()
}

/**
 * Fails the mails that wait without a job that still tries: an error of ours ended its last attempt. An admin can send them again.
 */
export async function failLostMails(db: Db): Promise<void> {
  await sql`
    update mails set state = 'failed'
    where state = 'waiting' and not exists (
      select from graphile_worker.jobs
      where jobs.key = 'mail ' || mails.id and jobs.attempts < jobs.max_attempts)`.execute(db)
}

/** Deletes what mails said once they are older than `days`; that they were sent, and to whom, stays. */
export async function dropMailTexts(db: Db, days: number): Promise<void> {
  await updateInBatches(
    db,
    'mails',
    sql`subject = null, text = null, html = null, action_path = null`,
    sql`html is not null and created_at < ${daysAgo(days)}`,
  )
}

/**
 * Deletes mails that are older than `days`. A letter to an authority that failed or is held stays: without its mail, the breach book would say
 * that the authority was told.
 */
export async function forgetMails(db: Db, days: number): Promise<void> {
  await deleteInBatches(
    db,
    'mails',
    sql`created_at < ${daysAgo(days)} and not (kind = 'breach-authority' and state in ('failed', 'held'))`,
  )
}

/** Deletes blocks that are older than `days`, once no mail to their addresses is kept: the next mail tries such an address anew. */
export async function forgetBlocks(db: Db, days: number): Promise<void> {
  await db
    .deleteFrom('mail_blocks')
    .where('blocked_at', '<', daysAgo(days))
    .where(sql<boolean>`not exists (select from mails where mails.address_key = mail_blocks.address_key)`)
    .execute()
}

/** Blocks an address until an admin, or a link that somebody asked for and got, unblocks it. Admins see `reason`. */
export async function blockAddress(db: Db, addressKey: string, reason: string): Promise<void> {
  await db
    .insertInto('mail_blocks')
    .values({ address_key: addressKey, reason })
    .onConflict((conflict) => conflict.column('address_key').doNothing())
    .execute()
}

export async function forgetBlock(db: Db, addressKey: string): Promise<void> {
  await db.deleteFrom('mail_blocks').where('address_key', '=', addressKey).execute()
}

export async function preferencesToken(db: Db, email: string): Promise<string> {
  const { token } = await db
    .insertInto('mail_preferences')
    .values({ address_key: foldCase(email), token: randomBytes(16).toString('base64url') })
    .onConflict((same) => same.column('address_key').doUpdateSet({ used_at: sql`now()` }))
    .returning('token')
    .executeTakeFirstOrThrow()
  return token
}

export async function findPreferences(db: Db, token: string): Promise<MailPreferences | null> {
  const key = await addressOf(db, token)
  if (key === null) return null
  const off = await db.selectFrom('mail_wishes').select('kind').where('address_key', '=', key).execute()
  const wantsNone = await db
    .selectFrom('users')
    .select('id')
    .where('email_key', '=', key)
    .where('email_confirmed_at', 'is not', null)
    .where('wants_reminders', '=', false)
    .executeTakeFirst()
  const isOff = (kind: ReminderKind) => wantsNone !== undefined || off.some((wish) => wish.kind === kind)
  return { address: maskedAddress(key), reminders: REMINDER_KINDS.map((kind) => ({ kind, is_on: !isOff(kind) })) }
}

/** Switches off these reminders and the others on. Returns whose they are, and which were off before; null for an unknown token. */
export async function choosePreferences(
  db: Db,
  token: string,
  off: readonly ReminderKind[],
): Promise<{ email: string; offBefore: string[] } | null> {
  return inTransaction(db, async (transaction) => {
    const key = await addressOf(transaction, token)
    if (key === null) return null
    const before = await transaction
      .deleteFrom('mail_wishes')
      .where('address_key', '=', key)
      .returning('kind')
      .execute()
    const chosen = { email: key, offBefore: before.map(({ kind }) => kind) }
    const wishes = [...new Set(off)].map((kind) => ({ address_key: key, kind }))
    if (wishes.length === 0) return chosen
    const add = transaction.insertInto('mail_wishes').values(wishes)
    // A second answer at the same moment may have said the same.
    await add.onConflict((same) => same.columns(['address_key', 'kind']).doNothing()).execute()
    return chosen
  })
}

/** Keeps what somebody does not want where their address changes: each kind that is off at the old one is off at the new one. */
export async function copyWishes(db: Db, { from, to }: { from: string; to: string }): Promise<void> {
  await db
    .insertInto('mail_wishes')
    .columns(['address_key', 'kind', 'off_at'])
    .expression((query) =>
      query
        .selectFrom('mail_wishes')
        .select([sql<string>`${foldCase(to)}::text`.as('address_key'), 'kind', 'off_at'])
        .where('address_key', '=', foldCase(from)),
    )
    .onConflict((same) => same.columns(['address_key', 'kind']).doNothing())
    .execute()
}

async function addressOf(db: Db, token: string): Promise<string | null> {
  const row = await db
    .selectFrom('mail_preferences')
    .select('address_key')
    .where('token', '=', token)
    .executeTakeFirst()
  return row?.address_key ?? null
}

/** Deletes the links of addresses that got no reminder for so long; what they do not want is kept. */
export async function dropPreferenceLinks(db: Db, days: number): Promise<void> {
  await deleteInBatches(db, 'mail_preferences', sql`used_at < ${daysAgo(days)}`)
}

/** Enough of an address for its owner to know it by. */
export function maskedAddress(email: string): string {
  return email.replace(/^(.).*(?=@)/u, '$1•••')
}
