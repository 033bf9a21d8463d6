import { foldCase } from '@petsetu/contract/fold-case.ts'
import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'

/** SQL condition on a mail: it went to this account or to this e-mail address. */
export function isMailOf(userId: number | null, { email }: { email?: string | undefined }) {
  return sql<boolean>`(user_id = ${userId} or address_key = ${email ? foldCase(email) : null})`
}

/** Deletes a person's mails, queued ones included, and what is known of the address. */
export async function deleteMailsOf(
  db: Db,
  userId: number | null,
  contact: { email?: string | undefined },
): Promise<void> {
  await db.deleteFrom('mails').where(isMailOf(userId, contact)).execute()
  const key = contact.email ? foldCase(contact.email) : ''
  await db.deleteFrom('mail_blocks').where('address_key', '=', key).execute()
}

/** Deletes what mails said once they are older than `days`; that they were sent, and to whom, stays. */
export async function dropMailTexts(db: Db, days: number): Promise<void> {
  await db
    .updateTable('mails')
    .set({ subject: null, text: null, html: null })
    .where('html', 'is not', null)
    .where('created_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .execute()
}
