import { sql } from 'kysely'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { MailKind } from '../../platform/mail/mail-content.ts'

/** A mail about the same waits for this long where a device was told at once. */
export const MAIL_WAITS_SECONDS = 5 * 60

/** The mails that say the same as a notice, under the same `about` and `step`. */
const MAILS_OF: Record<string, MailKind[]> = {
  found: ['pet-found', 'found-message'],
  'lost-scan': ['lost-scan'],
  'care-due': ['care-due'],
}

/** Somebody opened a notice: the mail about the same is not sent if it still waits. False for a token that is not known. */
export async function readNotice(db: Db, token: string): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const notice = await transaction
      .selectFrom('push_notices')
      .select(['device_id', 'kind', 'about', 'step'])
      .where('read_token', '=', token)
      .executeTakeFirst()
    if (!notice) return false
    const { device_id, kind, about, step } = notice
    await transaction.updateTable('push_devices').set({ seen_at: sql`now()` }).where('id', '=', device_id).execute()
    const mails = MAILS_OF[kind]
    if (!mails) return true
    await transaction
      .deleteFrom('mails')
      .where('kind', 'in', mails)
      .where('about', '=', about)
      .where('step', '=', step)
      .where('state', '=', 'waiting')
      .execute()
    return true
  })
}
