import { createHash, randomBytes, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/pool.ts'
import { hashWithSalt } from './password.ts'

const CODES = 10
// No two of these 32 signs look alike. Twelve of them are 60 bits.
const SIGNS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const CODE_LENGTH = 12
// Codes from before had 128 bits; they work until they are spent.
const LONG_CODE = /^[\da-f]{32}$/

// All codes of an account have the same salt, with which each stored hash begins, so that a typed one is hashed once.
const SALT_BYTES = 16
const SHA256_BYTES = 32

/** Replaces the recovery codes of an account; returns the new ones, of which only hashes are stored. */
export async function replaceRecoveryCodes(transaction: Db, userId: number): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode)
  const salt = randomBytes(SALT_BYTES)
  const hashes = await Promise.all(codes.map((code) => saltedHash(code, salt)))
  await transaction.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await transaction
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ user_id: userId, hash })))
    .execute()
  return codes.map((code) => code.replace(/.{4}(?=.)/g, '$&-'))
}

/** True once for each code: a spent one is gone. */
export async function spendRecoveryCode(db: Db, userId: number, code: string): Promise<boolean> {
  const hash = LONG_CODE.test(code.toLowerCase()) ? shaOf(code.toLowerCase()) : await hashOf(db, userId, code)
  if (!hash) return false
  const { numDeletedRows } = await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('hash', '=', hash)
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

function newCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('')
}

async function hashOf(db: Db, userId: number, code: string): Promise<Buffer | null> {
  const row = await db
    .selectFrom('recovery_codes')
    .select('hash')
    .where('user_id', '=', userId)
    .where(sql<boolean>`length(hash) > ${SHA256_BYTES}`)
    .limit(1)
    .executeTakeFirst()
  return row ? saltedHash(code.toUpperCase(), row.hash.subarray(0, SALT_BYTES)) : null
}

async function saltedHash(code: string, salt: Buffer): Promise<Buffer> {
  return Buffer.concat([salt, await hashWithSalt(code, salt)])
}

const shaOf = (code: string) => createHash('sha256').update(code).digest()
