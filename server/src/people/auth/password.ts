import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { once } from '@petsetu/contract/platform/once.ts'
import { workLimit } from '../../platform/http/limits/load-shedding.ts'

/** The memory of a hash in KiB, its passes over it and its threads. */
type HashCost = { memoryCost: number; timeCost: number; parallelism: number }

/** OWASP's recommendation for argon2id: 19 MiB, two passes, one thread. */
export const PRODUCT_HASH_COST: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const ARGON2ID = 2

let cost = PRODUCT_HASH_COST

// A hash occupies a core and 19 MiB. More than there are cores would be no faster, and would slow the scan page down.
const AT_ONCE_MAX = Math.min(4, availableParallelism())
const RUNNING_AND_WAITING_MAX = 68

const limit = workLimit(AT_ONCE_MAX, RUNNING_AND_WAITING_MAX - AT_ONCE_MAX)

// Loaded on first use, which saves 3 MB until then.
const argon2 = once(() => import('@node-rs/argon2'))

export function hashPassword(password: string): Promise<string> {
  return limit(() => hashed(password))
}

export function hashWithSalt(secret: string, salt: Buffer): Promise<Buffer> {
  return limit(async () => (await argon2()).hashRaw(secret, { ...cost, algorithm: ARGON2ID, salt }))
}

export function randomPassword(): string {
  return randomBytes(12).toString('base64url')
}

export function isCurrentHash(passwordHash: string): boolean {
  const { memoryCost, timeCost, parallelism } = cost
  return passwordHash.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`)
}

/** For tests, which make thousands of accounts: the program itself never changes the cost. Returns the former one. */
export function setHashCost(next: HashCost): HashCost {
  const former = cost
  cost = next
  noAccount = null
  return former
}

/** For an account that does not exist (`passwordHash` null) it takes the same time and returns false. */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  const isRight = await limit(async () => {
    const { verify } = await argon2()
    return verify(passwordHash ?? (await noAccountHash()), password)
  })
  return isRight && passwordHash !== null
}

let noAccount: Promise<string> | null = null

function noAccountHash(): Promise<string> {
  noAccount ??= hashed('the password of no account')
  return noAccount
}

async function hashed(password: string): Promise<string> {
  const { hash } = await argon2()
  return hash(password, { algorithm: ARGON2ID, ...cost })
}
