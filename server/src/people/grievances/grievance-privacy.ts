import { foldCase } from '@petsetu/contract/platform/text.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/pool.ts'
import { anyOf, type Contact, phoneKey } from '../users/contact.ts'
import { FORGOTTEN, IS_GRIEVANCE_OPEN } from './grievance-queries.ts'

/** SQL condition on a grievance: it came with this address or this phone number. */
function isFrom({ email, phone }: Contact) {
  const digits = phone && phoneKey(phone)
  return anyOf(
    email && sql<boolean>`(email_key <> '' and email_key = ${foldCase(email)})`,
    digits && sql<boolean>`(phone <> '' and right(regexp_replace(phone, '\\D', '', 'g'), 10) = ${digits})`,
  )
}

export function exportGrievances(db: Db, contact: Contact): Promise<object[]> {
  return db
    .selectFrom('grievances')
    .select(['id', 'kind', 'way', 'name', 'email', 'phone', 'language', 'text', 'received_at', 'acknowledged_at'])
    .select(['due_on', 'answered_at', 'answer'])
    .where(isFrom(contact))
    .orderBy('id')
    .execute()
}

export async function findGrievances(db: Db, contact: Contact): Promise<number[]> {
  const rows = await db.selectFrom('grievances').select('id').where(isFrom(contact)).execute()
  return rows.map(({ id }) => id)
}

/** Removes the person from what is answered. An open grievance still gets its answer, and loses its person with that. */
export async function eraseGrievances(transaction: Db, ids: number[]): Promise<void> {
  const isOne = sql<boolean>`id = any(${ids}::bigint[])`
  await transaction.updateTable('grievances').set(FORGOTTEN).where(isOne).where('answered_at', 'is not', null).execute()
  await transaction
    .updateTable('grievances')
    .set({ erasure_asked_at: sql`now()` })
    .where(isOne)
    .where(IS_GRIEVANCE_OPEN)
    .execute()
}

/** Deletes what was answered more than so many days ago. */
export async function forgetGrievances(db: Db, days: number): Promise<void> {
  await db
    .deleteFrom('grievances')
    .where('answered_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .execute()
}
