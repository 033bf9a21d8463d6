import type { UseFormReturnType } from '@mantine/form'
import type { ComplaintValues } from './complaint-values.ts'

export type Form = UseFormReturnType<ComplaintValues>

/** Connects an input to its field. */
export function bindField(form: Form, field: keyof ComplaintValues) {
  return form.getInputProps(field)
}
