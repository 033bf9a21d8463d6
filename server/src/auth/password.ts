import { randomBytes } from 'node:crypto'
import { once } from '@petsetu/contract/once.ts'
import { turns } from '../turns.ts'

// OWASP's settings for argon2id (which the library numbers 2): 19 MiB, two passes, one lane.
const SETTINGS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// A hash takes a core and 19 MiB for a while; a storm of sign-ins must not take the scan page with it.
const AT_ONCE_MAX = 4
const WAITING_MAX = 64

const CURRENT_HASH = `$argon2id$v=19$m=${SETTINGS.memoryCost},t=${SETTINGS.timeCost},p=${SETTINGS.parallelism}$`

const inTurn = turns(AT_ONCE_MAX, WAITING_MAX)

// Loaded with the first password: until then a node holds 3 MB less.
const argon2 = once(() => import('@node-rs/argon2'))

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hashed(password))
}

/** Of 96 bits, for whoever has none yet or has forgotten theirs: shown once and kept nowhere. */
export function randomPassword(): string {
  return randomBytes(12).toString('base64url')
}

/** False for a hash that was made with other settings than today's. */
export function isCurrentHash(passwordHash: string): boolean {
  return passwordHash.startsWith(CURRENT_HASH)
}

/** Also for an account that does not exist (`passwordHash` null), taking the same time and answering false. */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  const known = passwordHash ?? (await noAccountHash())
  const { verify } = await argon2()
  const isRight = await inTurn(() => verify(known, password))
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
