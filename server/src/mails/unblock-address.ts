import { type Actor, recordAudit } from '../audit/record-audit.ts'
import type { Db } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'

/** Lets mails go to the address of this mail again. */
export async function unblockAddress(db: Db, mailId: number, by: Actor): Promise<void> {
  const ofMail = db.selectFrom('mails').select('address_key').where('id', '=', mailId)
  await inTransaction(db, async (transaction) => {
    const unblocked = await transaction.deleteFrom('mail_blocks').where('address_key', 'in', ofMail).executeTakeFirst()
    const object = { kind: 'mail', id: mailId } as const
    if (unblocked.numDeletedRows > 0n) await recordAudit(transaction, by, { action: 'address-unblocked', object })
  })
}
