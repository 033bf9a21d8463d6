import { foldCase } from './fold-case.ts'

// With and without a country's code or zero it is the same telephone.
const DIGITS_THAT_COUNT = 10

/** The digits by which a phone number is compared; empty where there are none. */
export function phoneKey(phone: string): string {
  return phone.replace(/\D/g, '').slice(-DIGITS_THAT_COUNT)
}

/** What stands for the person behind a form, whichever way the e-mail and the phone number are written. */
export function contactKeys(email: string, phone: string): string[] {
  const digits = phoneKey(phone)
  return [`email ${foldCase(email)}`, ...(digits ? [`phone ${digits}`] : [])]
}
