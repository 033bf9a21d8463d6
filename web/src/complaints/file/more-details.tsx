import { TextInput } from '@mantine/core'
import type { Label } from '@petsetu/contract/problem.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { useState } from 'react'
import { useText } from '../../languages/use-text.tsx'
import { bindField, type Form } from './bind-field.ts'
import type { ComplaintValues } from './complaint-values.ts'
import classes from './more-details.module.css'

type Detail = { field: keyof ComplaintValues; label: `labels.${Label}`; hint: PlainId }

const DETAILS: Detail[] = [
  { field: 'offender', label: 'labels.offender', hint: 'complaintForm.offenderHint' },
  { field: 'vehicle', label: 'labels.vehicle', hint: 'complaintForm.vehicleHint' },
  { field: 'witness', label: 'labels.witness', hint: 'complaintForm.witnessHint' },
  { field: 'fir_number', label: 'labels.firNumber', hint: 'complaintForm.firHint' },
]

/** What few people know, folded away until somebody opens it, or a draft or an error is in it. */
export function MoreDetails({ form, readOnly }: { form: Form; readOnly: boolean }) {
  const text = useText()
  const [isOpen, setOpen] = useState(false)
  const used = DETAILS.filter(({ field }) => form.values[field] !== '' || form.errors[field])
  const shown = readOnly ? used : DETAILS
  if (shown.length === 0) return null
  const fields = shown.map(({ field, label, hint }) => {
    const description = readOnly ? undefined : text(hint)
    return (
      <TextInput
        key={field}
        label={text(label)}
        description={description}
        readOnly={readOnly}
        {...bindField(form, field)}
      />
    )
  })
  if (readOnly) return fields
  return (
    <details
      className={classes.more}
      open={isOpen || used.length > 0}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className={classes.summary}>{text('complaintForm.moreDetails')}</summary>
      <div className={classes.fields}>{fields}</div>
    </details>
  )
}
