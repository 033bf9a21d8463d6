import { type ComplaintForm, FilingFee } from '@petsetu/contract/complaints.ts'
import { FILING_FEE_RUPEES_MIN } from '@petsetu/contract/money.ts'

/** What stands in the fields: the complaint's and, as text too, the fee in rupees. */
export type ComplaintValues = { [Field in keyof ComplaintForm]: string } & { amount: string }

export const EMPTY_COMPLAINT: ComplaintValues = {
  fullname: '',
  email: '',
  phone: '',
  type_of_complaint: '',
  location_of_incident: '',
  date_of_incident: '',
  description: '',
  amount: String(FILING_FEE_RUPEES_MIN),
}

/** An empty form with what is known of the person. */
export function valuesFor(person: { username: string; email: string } | null): ComplaintValues {
  return { ...EMPTY_COMPLAINT, ...(person && { fullname: person.username, email: person.email }) }
}

/** The message for the fee as typed, or null where it can be asked. */
export function feeErrorOf(amount: string): string | null {
  return FilingFee.safeParse(rupeesOf(amount)).error?.issues[0]?.message ?? null
}

/** The fee as a number of rupees; NaN for what is none. */
export function rupeesOf(amount: string): number {
  return amount.trim() === '' ? Number.NaN : Number(amount)
}

/** The complaint alone, as the server takes it. */
export function complaintOf({ amount: _, ...complaint }: ComplaintValues): ComplaintForm {
  return complaint
}
