import { DonationForm, StatedSource } from '@petsetu/contract/supporters/donations.ts'
import { schemaErrors } from '../../platform/ui/form/schema-errors.ts'
import { bodyOf, type DonationValues } from './donation-values.ts'

// Programs that use the API may leave the source out; whoever fills in the form states it.
const errorsOfForm = schemaErrors(DonationForm.extend({ money_source: StatedSource }))

/** A file of its own, because the page loads it when somebody first touches the form. */
export function errorsOf(values: DonationValues): Record<string, string> {
  return errorsOfForm(bodyOf(values))
}
