import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '../db/pool.ts'

const CODES = 10
const CODE_BYTES = 16

/** Replaces the recovery codes of an account; returns the new ones, of which only hashes are stored. */
export async function replaceRecoveryCodes(transaction: Db, userId: number): Promise<string[]> {
  const codes = Array.from({ length: CODES }, () => randomBytes(CODE_BYTES).toString('hex'))
  await transaction.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await transaction
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, hash: hashOf(code) })))
    .execute()
  return codes.map((code) => code.replace(/.{4}(?=.)/g, '$&-'))
}

/** True once for each code: a spent one is gone. */
export async function spendRecoveryCode(db: Db, userId: number, code: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('hash', '=', hashOf(code.toLowerCase()))
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export async function countRecoveryCodes(db: Db, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select((query) => query.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

function hashOf(code: string): Buffer {
  return createHash('sha256').update(code).digest()
}
