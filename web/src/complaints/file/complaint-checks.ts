import { ComplaintForm } from '@petsetu/contract/complaints/complaint-schemas.ts'
import { schemaErrors } from '../../platform/ui/form/schema-errors.ts'
import { type ComplaintValues, feeErrorOf } from './complaint-values.ts'

const complaintErrorsOf = schemaErrors(ComplaintForm)

/** A file of its own, because the page loads it when somebody first touches the form. */
export function errorsOf(values: ComplaintValues): Record<string, string> {
  const feeError = feeErrorOf(values.amount)
  return { ...complaintErrorsOf(values), ...(feeError && { amount: feeError }) }
}
