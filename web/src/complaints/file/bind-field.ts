import type { UseFormReturnType } from '@mantine/form'
import type { ComplaintValues } from './complaint-values.ts'

export type Form = UseFormReturnType<ComplaintValues>

/** Connects an input to its field; the key remounts it when the form is reset. */
export function bindField(form: Form, field: keyof ComplaintValues) {
  return { key: form.key(field), ...form.getInputProps(field) }
}
