import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Db } from '../../platform/db/pool.ts'
import { HttpError } from '../../platform/errors.ts'
import { spendChallenge } from './passkey-queries.ts'
import { keyFor } from './sealed-secret.ts'

export const CHALLENGE_SECONDS = 5 * 60

/**
 * The purpose of a challenge: to sign in to any account, or to add a passkey to this one, until its password changes. A challenge of one is
 * none of the other.
 */
export type ChallengePurpose = 'sign-in' | { addTo: { id: number; passwordHash: string } }

type Key = { secretKey: Buffer }

/**
 * A new challenge in base64url, with a ticket that proves that it is ours. It is signed and not stored, so that strangers who open the
 * login page write nothing.
 */
export function newChallenge(purpose: ChallengePurpose, { secretKey }: Key): { challenge: string; ticket: string } {
  const challenge = randomBytes(32).toString('base64url')
  const expires = Math.floor(Date.now() / 1_000) + CHALLENGE_SECONDS
  return { challenge, ticket: `${expires}.${challenge}.${sign(purpose, expires, challenge, secretKey)}` }
}

/** The challenge of a ticket. Rejects one that is not ours, was made for something else, or is older than five minutes. */
export function challengeOf(ticket: string, purpose: ChallengePurpose, { secretKey }: Key): string {
  const [, expires = '', challenge = '', signature = ''] = /^(\d{1,12})\.([\w-]{43})\.([\w-]{43})$/.exec(ticket) ?? []
  const expected = Buffer.from(sign(purpose, Number(expires), challenge, secretKey))
  const given = Buffer.from(signature)
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected)
  if (!isOurs || Number(expires) * 1_000 <= Date.now()) throw rejectTicket()
  return challenge
}

/** Rejects a challenge that was answered before. */
export async function spendOnce(transaction: Db, challenge: string): Promise<void> {
  const hash = createHash('sha256').update(challenge).digest()
  if (!(await spendChallenge(transaction, hash))) throw rejectTicket()
}

function sign(purpose: ChallengePurpose, expires: number, challenge: string, secretKey: Buffer): string {
  const about = purpose === 'sign-in' ? purpose : `add\n${purpose.addTo.id}\n${purpose.addTo.passwordHash}`
  const key = keyFor('passkey challenges', secretKey)
  return createHmac('sha256', key).update(`${about}\n${expires}\n${challenge}`).digest('base64url')
}

// 400, since 401 would end the session of whoever adds a passkey.
const rejectTicket = () => new HttpError(400, 'passkey_too_late', { event: 'passkey-refused' })
