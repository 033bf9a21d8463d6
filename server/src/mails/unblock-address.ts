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

/** The same for all addresses that were blocked when the address of this mail was, or later. Returns how many. */
export async function unblockSince(db: Db, mailId: number, by: Actor): Promise<number> {
  return inTransaction(db, async (transaction) => {
    const blockedAt = transaction
      .selectFrom('mail_blocks')
      .innerJoin('mails', 'mails.address_key', 'mail_blocks.address_key')
      .select('blocked_at')
      .where('mails.id', '=', mailId)
    const unblocked = await transaction
      .deleteFrom('mail_blocks')
      .where('blocked_at', '>=', blockedAt)
      .executeTakeFirst()
    const count = Number(unblocked.numDeletedRows)
    const object = { kind: 'mail', id: mailId } as const
    if (count > 0)
      await recordAudit(transaction, by, { action: 'address-unblocked', object, after: { addresses: count } })
    return count
  })
}
