import { mailboxOf } from './mailbox.ts'

// A phone number with and without a country code or a leading zero is the same.
const DIGITS_THAT_COUNT = 10

/** The digits by which a phone number is compared; empty if it has none. */
export function phoneKey(phone: string): string {
  return phone.replace(/\D/g, '').slice(-DIGITS_THAT_COUNT)
}

/** Keys that identify the sender of a form, however the e-mail address and the phone number are written. */
export function contactKeys(email: string, phone: string): string[] {
  const digits = phoneKey(phone)
  return [...(email ? [`email ${mailboxOf(email)}`] : []), ...(digits ? [`phone ${digits}`] : [])]
}
