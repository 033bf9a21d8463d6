import { createHmac, timingSafeEqual } from 'node:crypto'
import { keyFor } from './sealed-secret.ts'

const TICKET_SECONDS = 5 * 60

type Account = { id: number; passwordHash: string }

/**
 * Proof that the password of an account was right, for five minutes and until the password changes. It is signed and not
 * stored, since it opens nothing without a code, and a code works once.
 */
export function signInTicket(account: Account, secretKey: Buffer, now = Date.now()): string {
  const expires = Math.floor(now / 1_000) + TICKET_SECONDS
  return `${account.id}.${expires}.${sign(account, expires, secretKey)}`
}

/** The account that a ticket says it is for; nothing is checked. */
export function accountOfTicket(ticket: string): number | null {
  const [, id] = /^([1-9]\d{0,9})\.\d{1,12}\.[\w-]{43}$/.exec(ticket) ?? []
  return id ? Number(id) : null
}

export function isTicketOf(account: Account, ticket: string, secretKey: Buffer, now = Date.now()): boolean {
  const [id = '', expires = '', signature = ''] = ticket.split('.')
  const expected = Buffer.from(sign(account, Number(expires), secretKey))
  const given = Buffer.from(signature)
  const isSigned = given.length === expected.length && timingSafeEqual(given, expected)
  return isSigned && id === String(account.id) && Number(expires) * 1_000 > now
}

function sign({ id, passwordHash }: Account, expires: number, secretKey: Buffer): string {
  const key = keyFor('sign-in tickets', secretKey)
  return createHmac('sha256', key).update(`${id}\n${expires}\n${passwordHash}`).digest('base64url')
}
