import { DONATION_CAUSES } from '@petsetu/contract/supporters/donation-causes.ts'
import { DonationForm } from '@petsetu/contract/supporters/donations.ts'
import { formatCount } from '@petsetu/languages/formats.ts'
import { typedRupees } from '../platform/lib/typed-rupees.ts'
import { schemaErrors } from '../platform/ui/form/schema-errors.ts'

/** The fields as texts; `amount` is in rupees. */
export type DonationValues = { [Field in keyof DonationForm]-?: string }

export const AMOUNTS_RUPEES = [500, 1_000, 2_500, 5_000]

/** An empty form with the known data of the person. */
export function valuesFor(person: { username: string; email: string } | null): DonationValues {
  return {
    amount: formatCount(1_000),
    purpose: DONATION_CAUSES[0],
    name: person?.username ?? '',
    email: person?.email ?? '',
    phone: '',
    address: '',
    pan: '',
  }
}

const errorsOfForm = schemaErrors(DonationForm)

export function errorsOf(values: DonationValues): Record<string, string> {
  return errorsOfForm({ ...values, amount: typedRupees(values.amount) })
}
