import type { FieldsOf } from '../../../platform/public-form/use-public-form.ts'
import type { ComplaintValues } from '../complaint-values.ts'

export type Form = FieldsOf<ComplaintValues>

/** Connects an input to its field. */
export function bindField(form: Form, field: keyof ComplaintValues) {
  return { name: field, ...form.getInputProps(field) }
}
