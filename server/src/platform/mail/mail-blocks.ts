import type { Db } from '../db/pool.ts'

/**
 * No further mail goes to a blocked address until an admin unblocks it or a link that somebody asks for arrives there. `reason` is shown to
 * admins.
 */
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
