import { DonationForm } from '@petsetu/contract/supporters/donations.ts'
import { typedRupees } from '../platform/lib/typed-rupees.ts'
import { schemaErrors } from '../platform/ui/form/schema-errors.ts'
import type { DonationValues } from './donation-values.ts'

const errorsOfForm = schemaErrors(DonationForm)

/** A file of its own, because the page loads it when somebody first touches the form. */
export function errorsOf(values: DonationValues): Record<string, string> {
  return errorsOfForm({ ...values, amount: typedRupees(values.amount) })
}
