import { foldCase } from '@petsetu/contract/platform/text.ts'
import { latinDigits } from '@petsetu/languages/scripts.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Throttles } from '../../limits.ts'

/** The contact details that identify a person: an e-mail address, a phone number, or both. */
export type Contact = { email?: string | undefined; phone?: string | undefined }

/** A person: their account, and the contact details that are theirs. */
export type Identity = {
  userId: number | null
  contact: Contact
  /** Somebody has checked who it is: otherwise another account's records are not theirs, whatever was typed there. */
  isChecked: boolean
}

export function hasEmail(email: string) {
  return sql<boolean>`lower(normalize(email, NFKC)) = ${foldCase(email)}`
}

/** SQL condition on a row with the columns `email` and `phone`; either may match. */
export function isContact({ email, phone }: Contact) {
  const digits = phone && phoneKey(phone)
  return anyOf(
    email && hasEmail(email),
    digits && sql<boolean>`right(${digitsIn('phone')}, ${digits.length}) = ${digits}`,
  )
}

/** At least one of these SQL conditions; those that are left out would keep PostgreSQL from the index of the others. */
export function anyOf(...conditions: (RawBuilder<boolean> | '' | undefined)[]): RawBuilder<boolean> {
  const given = conditions.filter((condition) => condition !== undefined && condition !== '')
  return given.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(given, sql` or `)})`
}

// A phone number with and without a country code or a leading zero is the same.
const DIGITS_THAT_COUNT = 10

/** The digits by which a phone number is compared; empty if it has none. */
export function phoneKey(phone: string): string {
  return latinDigits(phone).replace(/\D/g, '').slice(-DIGITS_THAT_COUNT)
}

const OTHER_DIGITS = '०१२३४५६७८९'

/** SQL: all digits of the text in this column, which is as it was typed, written as those of `phoneKey`. */
export function digitsIn(column: string): RawBuilder<string> {
  const latin = sql`translate(${sql.ref(column)}, ${OTHER_DIGITS}, ${latinDigits(OTHER_DIGITS)})`
  return sql<string>`regexp_replace(${latin}, '\\D', '', 'g')`
}

/** Keys that identify the sender of a form, however the e-mail address and the phone number are written. */
export function contactKeys(email: string, phone: string): string[] {
  const digits = phoneKey(phone)
  return [...(email ? [`email ${mailboxOf(email)}`] : []), ...(digits ? [`phone ${digits}`] : [])]
}

const GMAIL = ['gmail.com', 'googlemail.com']

/** The mailbox of an address without sub-address and, at Gmail, dots. Only to count by: it tells nobody apart. */
export function mailboxOf(email: string): string {
  const key = foldCase(email)
  const at = key.lastIndexOf('@')
  const name = key.slice(0, at).replace(/(?<=.)\+.*$/, '')
  const domain = key.slice(at + 1)
  return GMAIL.includes(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}

/** The names of the limits on a form: from one address, from one person, and from all together. */
export type SenderLimits = { byAddress: keyof Throttles; byContact: keyof Throttles; ofAll: keyof Throttles }

export async function countSender(
  throttles: Throttles,
  { byAddress, byContact, ofAll }: SenderLimits,
  address: string,
  { email, phone }: { email: string; phone: string },
): Promise<void> {
  await throttles[byAddress].count(address)
  for (const key of contactKeys(email, phone)) await throttles[byContact].count(key)
  await throttles[ofAll].count('all')
}
