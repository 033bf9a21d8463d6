import { DUTIES, type Duty } from '@petsetu/contract/people/duties.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/pool.ts'
import { conflict, dutyRequired, notFound } from '../../platform/errors.ts'
import type { Person } from '../../platform/http/routing/person.ts'

type Admin = { id: number; duties: Duty[] | null }

/** A check constraint limits the column to these. */
export const dutiesOf = (column: string[] | null) => column as Duty[] | null

/** Locks all admins in a fixed order: of two changes, the second sees what the first did. */
export async function lockAdmins(transaction: Db): Promise<Admin[]> {
  const rows = await transaction
    .selectFrom('users')
    .select(['id', 'duties'])
    .where('role', '=', 'admin')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.map(({ id, duties }) => ({ id, duties: dutiesOf(duties) }))
}

export const hasDuty = (duty: Duty) => sql<boolean>`(role = 'admin' and (duties is null or ${duty} = any(duties)))`

/** Rejects with 403 if this admin does not have all duties, or not any more. */
export function requireAllDuties(admins: Admin[], adminId: number): void {
  if (!admins.some(({ id, duties }) => id === adminId && duties === null)) throw dutyRequired('all')
}

/**
 * Returns the duties before and after, where null stands for all; null if the change is based on other ones than those stored. Rejects with
 * 409 if nobody would have all afterwards.
 */
export async function giveDuties(
  transaction: Db,
  userId: number,
  { duties: chosen, before }: { duties: readonly Duty[]; before?: readonly Duty[] | undefined },
  adminId: number,
): Promise<{ before: Duty[] | null; after: Duty[] | null } | null> {
  const admins = await lockAdmins(transaction)
  requireAllDuties(admins, adminId)
  const admin = admins.find(({ id }) => id === userId)
  if (!admin) throw await noAdmin(transaction, userId)
  const duties = DUTIES.filter((duty) => chosen.includes(duty))
  const after = duties.length === DUTIES.length ? null : duties
  // A repeat of the same change whose reply was lost.
  if (hasExactly(admin.duties ?? DUTIES, duties)) return { before: admin.duties, after }
  if (before && !hasExactly(admin.duties ?? DUTIES, before)) return null
  if (after && !admins.some((other) => other !== admin && other.duties === null))
    throw conflict('last_admin_with_all_duties')
  await transaction.updateTable('users').set({ duties: after }).where('id', '=', userId).execute()
  return { before: admin.duties, after }
}

const hasExactly = (stored: readonly Duty[], stated: readonly Duty[]) =>
  DUTIES.every((duty) => stored.includes(duty) === stated.includes(duty))

async function noAdmin(db: Db, userId: number): Promise<Error> {
  const user = await db.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst()
  return user ? conflict('not_an_admin') : notFound('user_not_found')
}

/** False for an account that is gone, is no admin's, or has lost the duty. */
export async function hasDutyStill(db: Db, userId: number, duty: Duty): Promise<boolean> {
  const row = await db.selectFrom('users').select('id').where('id', '=', userId).where(hasDuty(duty)).executeTakeFirst()
  return row !== undefined
}

/** Rejects with 403 another admin's account: a caller without all duties could take it over. */
export async function requireRightsOver(db: Db, person: Person, userId: number): Promise<void> {
  if (person.duties === null || userId === person.id) return
  const row = await db.selectFrom('users').select('role').where('id', '=', userId).executeTakeFirst()
  if (row?.role === 'admin') throw dutyRequired('all')
}
