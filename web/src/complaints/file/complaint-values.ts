import type { ComplaintForm } from '@petsetu/contract/complaints/complaint-schemas.ts'
import { FILING_FEE_RUPEES_MAX, FILING_FEE_RUPEES_MIN, isWholePaise } from '@petsetu/contract/platform/money.ts'
import { describeProblem, problem } from '@petsetu/contract/platform/problem.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { pageText } from '../../platform/languages/page-text.ts'
import { typedRupees } from '../../platform/lib/amounts.ts'
import type { FieldsOf } from '../../platform/public-form/use-public-form.ts'

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
  about_tag: '',
  withhold_name: 'false',
  amount: String(FILING_FEE_RUPEES_MIN),
}

/** An empty form with the known data of the person. */
export function valuesFor(person: { username: string; email: string } | null): ComplaintValues {
  return { ...EMPTY_COMPLAINT, ...(person && { fullname: person.username, email: person.email }) }
}

/** Says the same as the schema of the fee, which would bring its library to the page: the button shows the fee from the start. */
function feeProblemOf(amount: string): string | null {
  const rupees = typedRupees(amount)
  if (!Number.isFinite(rupees)) return problem('required', { field: 'filingFee' })
  if (rupees < FILING_FEE_RUPEES_MIN) return problem('feeTooSmall', { amount: formatRupees(FILING_FEE_RUPEES_MIN) })
  if (rupees > FILING_FEE_RUPEES_MAX) return problem('feeTooLarge', { amount: formatRupees(FILING_FEE_RUPEES_MAX) })
  return isWholePaise(rupees) ? null : problem('feeDecimals')
}

export function feeErrorOf(amount: string): string | null {
  const found = feeProblemOf(amount)
  return found === null ? null : describeProblem(pageText, found)
}

/** The fields of the complaint, as the server expects them; what was left empty is not sent. */
export function complaintOf({ amount: _, ...complaint }: ComplaintValues) {
  const {
    lat,
    lon,
    accuracy,
    landmark,
    offender,
    vehicle,
    witness,
    fir_number,
    about_tag,
    withhold_name,
    ...required
  } = complaint
  const optional = { lat, lon, accuracy, landmark, offender, vehicle, witness, fir_number }
  return {
    ...required,
    ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value.trim() !== '')),
    ...(about_tag && { about_tag }),
    ...(withhold_name === 'true' && { withhold_name: 'true' as const }),
  }
}

/** The fee in rupees, or null while it is invalid. */
export function feeOf(amount: string): number | null {
  return feeProblemOf(amount) === null ? typedRupees(amount) : null
}

/** 'Pay ₹100', or without the amount while it is invalid. */
export function payLabel(amount: string, text: Translate): string {
  return feeProblemOf(amount) === null
    ? text('complaintForm.pay', { amount: formatRupees(typedRupees(amount)) })
    : text('complaintForm.payFee')
}

/** 'Submit and Pay ₹100', or without the amount while it is invalid. */
export function submitLabel(amount: string, text: Translate): string {
  return feeProblemOf(amount) === null
    ? text('complaintForm.submitAndPay', { amount: formatRupees(typedRupees(amount)) })
    : text('complaintForm.submitAndPayFee')
}

export type Form = FieldsOf<ComplaintValues>

/** Connects an input to its field. */
export function bindField(form: Form, field: keyof ComplaintValues) {
  return { name: field, ...form.getInputProps(field) }
}
