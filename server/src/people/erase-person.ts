import { sql } from 'kysely'
import type { AttachmentStore } from '../complaints/attachment-store.ts'
import type { Db } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'
import { conflict } from '../errors.ts'
import { type Contact, findRecordsOf, isAbout, type RecordsOf } from './records-of.ts'

/** What stands in the place of a name that was erased. */
const ERASED = 'Erased'

type People = { db: Db; attachments: AttachmentStore }

/**
 * Erases a person: the account with its sessions and pets, and in what must stay in the books everything that says who it was.
 * A complaint loses its text and its file too, at once where it is closed, otherwise when it will be. Refuses with 409 an admin.
 */
export async function erasePerson({ db, attachments }: People, contact: Contact): Promise<RecordsOf> {
  const records = await inTransaction(db, async (transaction) => {
    const found = await findRecordsOf(transaction, contact)
    await deleteAccount(transaction, found.userId)
    await eraseContacts(transaction, found)
    await transaction
      .deleteFrom('webhook_inbox')
      .where('processed_at', 'is not', null)
      .where(isAbout(found.payments))
      .execute()
    return found
  })
  await finishErasures({ db, attachments })
  return records
}

async function deleteAccount(transaction: Db, userId: number | null): Promise<void> {
  if (userId === null) return
  const { role } = await transaction
    .deleteFrom('users')
    .where('id', '=', userId)
    .returning('role')
    .executeTakeFirstOrThrow()
  if (role === 'admin') throw conflict('This is an admin. Let another admin delete the account at the desk first.')
}

async function eraseContacts(transaction: Db, { complaintIds, membershipIds, payments }: RecordsOf): Promise<void> {
  await transaction
    .updateTable('complaints')
    .set({ fullname: ERASED, email: '', phone: '', idempotency_key: null, erased_at: sql`now()` })
    .where(isOneOf(complaintIds))
    .execute()
  await transaction
    .updateTable('memberships')
    .set({ username: ERASED, name: ERASED, email: '', phone: '', address: '', why_join: '' })
    // It was made of the details, and someone who guesses them could still tell.
    .set({ details_key: sql`'erased ' || id` })
    .where(isOneOf(membershipIds))
    .execute()
  await transaction
    .updateTable('receipts')
    .set({ paid_by: ERASED })
    .where(sql<boolean>`payment_id = any(${payments.map(({ id }) => id)}::bigint[])`)
    .execute()
}

const isOneOf = (ids: number[]) => sql<boolean>`id = any(${ids}::bigint[])`

/** Takes text and file from the complaints whose complainant was erased and that are closed by now. */
export async function finishErasures({ db, attachments }: People): Promise<void> {
  const closed = await db
    .selectFrom('complaints')
    .select(['id', 'file_path'])
    .where('erased_at', 'is not', null)
    .where('status', '=', 'closed')
    .where((where) => where.or([where('description', '<>', ERASED), where('file_path', 'is not', null)]))
    .execute()
  for (const { id, file_path } of closed) {
    // The file first: without the row nobody would know of it until the sweep.
    if (file_path !== null) await attachments.remove(file_path)
    await db
      .updateTable('complaints')
      .set({ description: ERASED, location_of_incident: ERASED, file_path: null })
      .where('id', '=', id)
      .execute()
  }
}
