import type { Purpose } from '@petsetu/contract/platform/purposes.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/pool.ts'

const isOf = (purpose: Purpose, ids: number[]) =>
  sql<boolean>`(purpose = ${purpose} and subject_id = any(${ids}::bigint[]))`

export async function deleteCorrections(transaction: Db, purpose: Purpose, ids: number[]): Promise<void> {
  if (ids.length > 0) await transaction.deleteFrom('corrections').where(isOf(purpose, ids)).execute()
}

/** The corrections of these as their person gets them: of a PAN the last characters, and no admin. */
export function exportCorrections(db: Db, purpose: Purpose, ids: number[]): Promise<object[]> {
  return db
    .selectFrom('corrections')
    .select(['purpose', 'subject_id', 'field', 'value_before', 'value_after', 'reason', 'at'])
    .where(isOf(purpose, ids))
    .orderBy('id')
    .execute()
}

export async function hasCorrections(db: Db, purpose: Purpose, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('corrections')
    .select('id')
    .where(isOf(purpose, [id]))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** True if an admin has corrected the e-mail address: whoever has the former one may know what was mailed to it. */
export async function hasCorrectedEmail(db: Db, purpose: Purpose, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('corrections')
    .select('id')
    .where(isOf(purpose, [id]))
    .where('field', '=', 'email')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
