import { type ComplaintForm, FilingFee } from '@petsetu/contract/complaints/complaint-form.ts'
import { FILING_FEE_RUPEES_MIN } from '@petsetu/contract/platform/money.ts'
import { describeProblem } from '@petsetu/contract/platform/problem.ts'
import { pageText } from '../../platform/languages/page-text.ts'
import { typedRupees } from '../../platform/lib/typed-rupees.ts'

/** The fields as texts; `withhold_name` is 'true' or 'false', and `amount` is the fee in rupees. */
export type ComplaintValues = { [Field in keyof ComplaintForm]-?: string } & { amount: string }

export const EMPTY_COMPLAINT: ComplaintValues = {
  fullname: '',
  email: '',
  phone: '',
  type_of_complaint: '',
  location_of_incident: '',
  date_of_incident: '',
  description: '',
  landmark: '',
  lat: '',
  lon: '',
  accuracy: '',
  offender: '',
  vehicle: '',
  witness: '',
  fir_number: '',
  withhold_name: 'false',
  amount: String(FILING_FEE_RUPEES_MIN),
}

/** An empty form with the known data of the person. */
export function valuesFor(person: { username: string; email: string } | null): ComplaintValues {
  return { ...EMPTY_COMPLAINT, ...(person && { fullname: person.username, email: person.email }) }
}

export function feeErrorOf(amount: string): string | null {
  const [issue] = FilingFee.safeParse(typedRupees(amount)).error?.issues ?? []
  return issue ? describeProblem(pageText, issue.message) : null
}

/** The fields of the complaint, as the server expects them; what was left empty is not sent. */
export function complaintOf({ amount: _, ...complaint }: ComplaintValues) {
  const { lat, lon, accuracy, landmark, offender, vehicle, witness, fir_number, withhold_name, ...required } = complaint
  const optional = { lat, lon, accuracy, landmark, offender, vehicle, witness, fir_number }
  return {
    ...required,
    ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value.trim() !== '')),
    ...(withhold_name === 'true' && { withhold_name: 'true' as const }),
  }
}
