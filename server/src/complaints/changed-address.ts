import { foldCase } from '@petsetu/contract/platform/text.ts'
import { sql } from 'kysely'
import { eraseCaseDevices } from '../people/push/push-devices.ts'
import type { Db } from '../platform/db/pool.ts'
import { deleteUnsentMailsTo } from '../platform/mail/mail-queries.ts'
import { deleteFollowLinks } from './follow/follow-links.ts'

/**
 * Closes a complaint to whoever reads the mails of the address that it had, maybe a stranger's: ends its links to follow and
 * to pay that were mailed, the mails that wait and the notices on devices. An account that had the address does not keep
 * it. The caller has locked the complaint.
 */
export async function closeToFormerAddress(
  transaction: Db,
  complaintId: number,
  { before, after }: { before: string; after: string },
): Promise<void> {
  if (before === '' || foldCase(before) === foldCase(after)) return
  const about = `complaint ${complaintId}`
  await transaction.updateTable('complaints').set({ account_id: null }).where('id', '=', complaintId).execute()
  await deleteFollowLinks(transaction, [complaintId])
  await eraseCaseDevices(transaction, [complaintId])
  await deleteUnsentMailsTo(transaction, before, about)
  // With this step it does not keep the new address from getting one.
  await transaction
    .updateTable('mails')
    .set({ step: sql`'to a former address ' || id` })
    .where('kind', '=', 'complaint-unpaid')
    .where('about', '=', about)
    .where('step', '=', '')
    .execute()
  // The page of a link to pay shows the reference and, once the fee is paid, leads to the receipt.
  await transaction
    .updateTable('pay_links')
    .set({ revoked_at: sql<Date>`now()`, sealed_token: null })
    .where('purpose', '=', 'complaint')
    .where('subject_id', '=', complaintId)
    // One that was handed over in another way since names that one.
    .where(
      sql<boolean>`(sent_by = 'mail' or exists (
        select from mails
        where mails.kind = 'pay-link' and mails.about = ${about} and mails.step like pay_links.id || ' %'))`,
    )
    .where('revoked_at', 'is', null)
    .execute()
}
