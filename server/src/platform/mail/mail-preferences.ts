import { randomBytes } from 'node:crypto'
import { type MailPreferences, REMINDER_KINDS, type ReminderKind } from '@petsetu/contract/office/mails.ts'
import { foldCase } from '@petsetu/contract/platform/text.ts'
import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'

/** Returns the token of the link to an address's preferences; it is made with the first reminder. */
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
  return { address: masked(key), reminders: REMINDER_KINDS.map((kind) => ({ kind, is_on: !isOff(kind) })) }
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
  await db
    .deleteFrom('mail_preferences')
    .where('used_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .execute()
}

/** asha@example.org is a•••@example.org. */
function masked(email: string): string {
  return email.replace(/^(.).*(?=@)/u, '$1•••')
}
