import { foldCase } from '@petsetu/contract/fold-case.ts'
import { sql } from 'kysely'
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
  const emailKey = email ? foldCase(email) : null
  const digits = (phone && phoneKey(phone)) || null
  return sql<boolean>`(lower(normalize(email, NFKC)) = ${emailKey}::text
    or right(regexp_replace(phone, '\\D', '', 'g'), length(${digits}::text)) = ${digits}::text)`
}
