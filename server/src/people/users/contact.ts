import { foldCase } from '@petsetu/contract/platform/fold-case.ts'
import { type RawBuilder, sql } from 'kysely'
import { phoneKey } from './contact-key.ts'

/** The contact details that identify a person: an e-mail address, a phone number, or both. */
export type Contact = { email?: string | undefined; phone?: string | undefined }

/** A person: their account, and the contact details that are theirs. */
export type Identity = {
  userId: number | null
  contact: Contact
  /**
   * Somebody has checked who the person is, so that all that carries the contact details is theirs. Otherwise what belongs to
   * another account is not, whatever address was typed there.
   */
  isChecked: boolean
}

/** Replaces an erased name or text. */
export const ERASED = 'Erased'

/** SQL condition on a row with the column `email`. */
export function hasEmail(email: string) {
  return sql<boolean>`lower(normalize(email, NFKC)) = ${foldCase(email)}`
}

/** SQL condition on a row with the columns `email` and `phone`; either may match. */
export function isContact({ email, phone }: Contact) {
  const digits = phone && phoneKey(phone)
  return anyOf(
    email && hasEmail(email),
    digits && sql<boolean>`right(regexp_replace(phone, '\\D', '', 'g'), ${digits.length}) = ${digits}`,
  )
}

/** At least one of these SQL conditions; those that are left out would keep PostgreSQL from the index of the others. */
export function anyOf(...conditions: (RawBuilder<boolean> | '' | undefined)[]): RawBuilder<boolean> {
  const given = conditions.filter((condition) => condition !== undefined && condition !== '')
  return given.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(given, sql` or `)})`
}
