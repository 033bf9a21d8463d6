import { sql } from 'kysely'
import { letErasureWait } from '../../../complaints/holds.ts'
import { eraseMessages } from '../../../pets/found/found-privacy.ts'
import { isOneOf } from '../../../platform/db/expressions.ts'
import type { Db } from '../../../platform/db/pool.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { eraseGrievances, findGrievedEmail } from '../../grievances/grievance-queries.ts'
import { findConfirmedEmail } from '../../users/account-details.ts'
import type { Contact } from '../../users/contact.ts'
import { withdrawRequests } from '../../users/user-queries.ts'
import { findTypedEmail, identityOf, type RecordsOf, recordsOfSubjects } from '../records-of.ts'
import { eraseRecords } from './erase-person.ts'
import type { Erasure } from './erasures.ts'

/** Erases again, by their numbers, the rows that a restore has brought back. `finishErasures` does the rest. */
export async function replayErasures(db: Db, erasures: Erasure[]): Promise<number> {
  let replayed = 0
  for (const erasure of erasures)
    await inTransaction(db, async (transaction) => {
      const { id, at, user_id, subjects, messages, grievances, waits } = erasure
      const { numInsertedOrUpdatedRows: added = 0n } = await transaction
        .insertInto('erasures')
        .values({
          id,
          at,
          user_id,
          messages,
          grievances,
          subjects: JSON.stringify(subjects),
          waits: JSON.stringify(waits),
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow()
      if (added === 0n) return
      const userId = await userThatIsThere(transaction, user_id)
      const records = await recordsOfSubjects(transaction, userId, subjects)
      const contact = await contactOf(transaction, erasure, records)
      // Left without an account, an open request would count as asked from an address that a code has confirmed.
      if (userId !== null) await withdrawRequests(transaction, userId)
      await endHolds(transaction, subjects.complaint)
      await eraseRecords(transaction, { userId, contact, isChecked: false }, records)
      await eraseMessages(transaction, messages)
      await eraseGrievances(transaction, grievances)
      for (const wait of waits) await waitAgain(transaction, wait)
      replayed++
    })
  return replayed
}

/** None of these was held when it was erased: a hold that the back-up has was ended before that. */
async function endHolds(transaction: Db, ids: number[]): Promise<void> {
  await transaction
    .updateTable('complaints')
    .set({ hold_until: null, hold_cause: null, hold_reason: null })
    .where(isOneOf('id', ids))
    .execute()
}

/** The hold may have begun, or become longer, after the back-up. */
async function waitAgain(transaction: Db, { id, until, cause }: Erasure['waits'][number]): Promise<void> {
  await transaction
    .updateTable('complaints')
    .set({ hold_until: until, hold_cause: cause, hold_reason: null })
    .where('id', '=', id)
    .where(sql<boolean>`(hold_until is null or hold_until < ${until}::date)`)
    .execute()
  await letErasureWait(transaction, [id])
}

/**
 * Anybody could have signed up with an address: of an account, only what it has confirmed is the person's. A typed address that an account
 * has is its own: an erasure without an account found none with it, or waited for a hold while the person signed up anew.
 */
async function contactOf(transaction: Db, { user_id, grievances }: Erasure, records: RecordsOf): Promise<Contact> {
  const { userId } = records
  if (user_id !== null) {
    const confirmed = userId && (await findConfirmedEmail(transaction, userId))
    return confirmed ? { email: confirmed } : {}
  }
  const email = (await findTypedEmail(transaction, records)) ?? (await findGrievedEmail(transaction, grievances))
  return email && !(await isOfAccount(transaction, email)) ? { email } : {}
}

async function isOfAccount(transaction: Db, email: string): Promise<boolean> {
  const { userId } = await identityOf(transaction, { email })
  return userId !== null
}

async function userThatIsThere(transaction: Db, userId: number | null): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`select id from users where id = ${userId} and role = 'user'`.execute(
    transaction,
  )
  return rows[0]?.id ?? null
}
