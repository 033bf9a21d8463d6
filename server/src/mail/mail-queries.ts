import { foldCase } from '@petsetu/contract/fold-case.ts'
import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'

/** Whose mails: an account, an e-mail address, and the records that mails may be about, such as `complaint 42`. */
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

/** Deletes what is known of addresses: that they cannot be reached, and which reminders they do not want. */
export async function forgetAddresses(db: Db, keys: string[]): Promise<void> {
  for (const table of ['mail_blocks', 'mail_preferences', 'mail_wishes'] as const) {
    await db.deleteFrom(table).where(sql<boolean>`address_key = any(${keys}::text[])`).execute()
  }
}

/** What is known of an address: that it cannot be reached, and which reminders it does not want. */
export async function exportAddress(db: Db, email: string | undefined): Promise<Record<string, object[]>> {
  const key = email ? foldCase(email) : ''
  return {
    mail_blocks: await db.selectFrom('mail_blocks').selectAll().where('address_key', '=', key).execute(),
    mail_wishes: await db.selectFrom('mail_wishes').selectAll().where('address_key', '=', key).execute(),
  }
}

/** Deletes what mails said once they are older than `days`; that they were sent, and to whom, stays. */
export async function dropMailTexts(db: Db, days: number): Promise<void> {
  await db
    .updateTable('mails')
    .set({ subject: null, text: null, html: null, action_path: null })
    .where('html', 'is not', null)
    .where('created_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .execute()
}
