import { hash, randomBytes, randomInt } from 'node:crypto'
import { once } from '@petsetu/contract/platform/once.ts'
import { latinDigits } from '@petsetu/languages/scripts.ts'
import { sql } from 'kysely'
import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../platform/db/pool.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { conflict, HttpError } from '../../../platform/errors.ts'
import { lockAccount } from '../../users/account-details.ts'
import { type SecondFactorChange, secondFactorMail } from '../auth-mails.ts'
import { deletePasskeysSince } from '../passkeys/passkey-queries.ts'
import { hashWithSalt } from '../password.ts'
import { openSecret, sealSecret } from '../sealed-secret.ts'
import { closeSessionsOf } from '../session-queries.ts'
import {
  deleteSecondFactor,
  findSecondFactor,
  markConfirmed,
  spendTimeStep,
  storeUnconfirmed,
} from './second-factor-queries.ts'

type FactorDeps = Pick<Deps, 'db' | 'secretKey' | 'enqueueMail' | 'foundation'>
export type Owner = Parameters<typeof secondFactorMail>[0] & { username: string }

/** Stores a new secret, which changes nothing until a code confirms it. Rejects with 409 if the account has a second factor. */
export async function beginSecondFactor({ db, secretKey, foundation }: FactorDeps, { id, username }: Owner) {
  const { generateSecret, generateURI } = await otplib()
  const secret = generateSecret()
  if (!(await storeUnconfirmed(db, id, sealSecret(secret, id, secretKey)))) throw conflict('second_factor_exists')
  return { secret, uri: generateURI({ secret, label: username, issuer: foundation().foundationName }) }
}

/** Returns recovery codes, or null for a wrong code. Ends all other sessions: one may be a stranger's. */
export async function confirmSecondFactor(
  { db, secretKey, enqueueMail }: FactorDeps,
  owner: Owner,
  code: string,
  token: string | null,
): Promise<string[] | null> {
  const factor = await findSecondFactor(db, owner.id)
  if (!factor || factor.isTooOld) throw conflict('second_factor_not_begun')
  if (factor.confirmedAt) throw conflict('second_factor_exists')
  const step = await stepOf(plain(code), owner.id, factor.sealedSecret, secretKey)
  if (step === null) return null
  return inTransaction(db, async (transaction) => {
    // A sign-in at the same moment waits: either its session ends here, or it finds the second factor.
    await lockAccount(transaction, owner.id)
    if (!(await markConfirmed(transaction, owner.id, factor.sealedSecret, step)))
      throw conflict('second_factor_not_begun')
    await closeSessionsOf(transaction, owner.id, token)
    await enqueueMail(transaction, secondFactorMail(owner, 'on'))
    return replaceRecoveryCodes(transaction, owner.id)
  })
}

/** Spends a code of the app or a recovery code, which then has no effect again. Null for a wrong or spent one. */
export async function spendCode(
  { db, secretKey, enqueueMail }: FactorDeps,
  owner: Owner,
  typed: string,
): Promise<'app' | 'recovery' | null> {
  const code = plain(typed)
  if (/^\d{6}$/.test(code)) {
    const factor = await findSecondFactor(db, owner.id)
    const step = factor?.confirmedAt ? await stepOf(code, owner.id, factor.sealedSecret, secretKey) : null
    return step !== null && (await spendTimeStep(db, owner.id, step)) ? 'app' : null
  }
  return inTransaction(db, async (transaction) => {
    if (!(await spendRecoveryCode(transaction, owner.id, code))) return null
    await enqueueMail(transaction, secondFactorMail(owner, 'recovery-code-spent'))
    return 'recovery'
  })
}

export function renewRecoveryCodes({ db, enqueueMail }: FactorDeps, owner: Owner): Promise<string[]> {
  return inTransaction(db, async (transaction) => {
    await enqueueMail(transaction, secondFactorMail(owner, 'recovery-codes-renewed'))
    return replaceRecoveryCodes(transaction, owner.id)
  })
}

/** Switches the second factor off; false if there is none. Somebody else ends passkeys and sessions, too. */
export function endSecondFactor(
  { db, enqueueMail }: Pick<FactorDeps, 'db' | 'enqueueMail'>,
  owner: Owner,
  change: Extract<SecondFactorChange, 'off' | 'off-by-us'>,
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const isDeleted = await deleteSecondFactor(transaction, owner.id)
    // Whoever has lost the phone has lost its passkey, too.
    const hadPasskeys = change === 'off-by-us' && (await deletePasskeysSince(transaction, owner.id, new Date(0)))
    if (!isDeleted && !hadPasskeys) return false
    if (change === 'off-by-us') await closeSessionsOf(transaction, owner.id)
    await enqueueMail(transaction, secondFactorMail(owner, change))
    return true
  })
}

// People copy codes with spaces, and recovery codes with their dashes. Some keyboards have digits of their own.
const plain = (code: string) => latinDigits(code).replace(/[\s-]/g, '')

async function stepOf(code: string, userId: number, sealed: Buffer, secretKey: Buffer): Promise<number | null> {
  if (!/^\d{6}$/.test(code)) return null
  return timeStepOf(code, readableSecret(sealed, userId, secretKey))
}

function readableSecret(sealed: Buffer, userId: number, secretKey: Buffer): string {
  try {
    return openSecret(sealed, userId, secretKey)
  } catch (error) {
    const cause = new Error(
      `The second factor of account ${userId} was encrypted with another SECRET_KEY than the present one`,
      { cause: error },
    )
    throw new HttpError(500, 'second_factor_unreadable', { cause })
  }
}

// Authenticator apps expect the library's defaults: SHA-1, six digits, 30 seconds.
const CLOCK_TOLERANCE_SECONDS = 30

const otplib = once(() => import('otplib'))

/** Returns the present time step, the one before or the one after; null for a wrong code. */
async function timeStepOf(code: string, secret: string): Promise<number | null> {
  const { verify } = await otplib()
  const result = await verify({ secret, token: code, epochTolerance: CLOCK_TOLERANCE_SECONDS })
  return result.valid && 'timeStep' in result ? result.timeStep : null
}

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
async function replaceRecoveryCodes(transaction: Db, userId: number): Promise<string[]> {
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

async function spendRecoveryCode(db: Db, userId: number, code: string): Promise<boolean> {
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

const shaOf = (code: string) => hash('sha256', code, 'buffer')
