import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { turns } from '../turns.ts'

// OWASP's settings for argon2id (which the library numbers 2): 19 MiB, two passes, one lane.
const SETTINGS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// A hash takes a core and 19 MiB for a while; a storm of sign-ins must not take the scan page with it.
const AT_ONCE_MAX = 4
const WAITING_MAX = 64

const CURRENT_HASH = `$argon2id$v=19$m=${SETTINGS.memoryCost},t=${SETTINGS.timeCost},p=${SETTINGS.parallelism}$`

const inTurn = turns(AT_ONCE_MAX, WAITING_MAX)

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, SETTINGS))
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
  const isRight = await inTurn(() => verify(known, password))
  return isRight && passwordHash !== null
}

let noAccount: Promise<string> | null = null

function noAccountHash(): Promise<string> {
  noAccount ??= hash('the password of no account', SETTINGS)
  return noAccount
}
