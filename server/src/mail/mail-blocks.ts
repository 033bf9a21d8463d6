import type { Db } from '../db/pool.ts'

/** No further mail goes to a blocked address until an admin unblocks it. `reason` is shown to admins. */
export async function blockAddress(db: Db, addressKey: string, reason: string): Promise<void> {
  await db
    .insertInto('mail_blocks')
    .values({ address_key: addressKey, reason })
    .onConflict((conflict) => conflict.column('address_key').doNothing())
    .execute()
}
