import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { once } from '@petsetu/contract/once.ts'
import { workLimit } from '../http/limits/work-limit.ts'

// The settings that OWASP recommends for argon2id (2 in the library): 19 MiB, two passes, one lane.
const SETTINGS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// A hash occupies a core and 19 MiB. More than there are cores would be no faster, and would slow the scan page down.
const AT_ONCE_MAX = Math.min(4, availableParallelism())
// Further ones are rejected with 503.
const RUNNING_AND_WAITING_MAX = 68

const CURRENT_HASH = `$argon2id$v=19$m=${SETTINGS.memoryCost},t=${SETTINGS.timeCost},p=${SETTINGS.parallelism}$`

const limit = workLimit(AT_ONCE_MAX, RUNNING_AND_WAITING_MAX - AT_ONCE_MAX)

// Loaded on first use, which saves 3 MB until then.
const argon2 = once(() => import('@node-rs/argon2'))

export function hashPassword(password: string): Promise<string> {
  return limit(() => hashed(password))
}

/** A password of 96 random bits, shown once and not stored. */
export function randomPassword(): string {
  return randomBytes(12).toString('base64url')
}

/** False for a hash with outdated settings. */
export function isCurrentHash(passwordHash: string): boolean {
  return passwordHash.startsWith(CURRENT_HASH)
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
  return hash(password, SETTINGS)
}
