import { TextInput } from '@mantine/core'
import type { Label } from '@petsetu/contract/problem.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { useState } from 'react'
import { useText } from '../../languages/use-text.tsx'
import { bindField, type Form } from './bind-field.ts'
import type { ComplaintValues } from './complaint-values.ts'
import { DeviceLocation } from './device-location.tsx'
import classes from './more-details.module.css'
import { WithholdName } from './withhold-name.tsx'

type Detail = { field: keyof ComplaintValues; label: `labels.${Label}`; hint: PlainId }

const DETAILS: Detail[] = [
  { field: 'landmark', label: 'labels.landmark', hint: 'complaintForm.landmarkHint' },
  { field: 'offender', label: 'labels.offender', hint: 'complaintForm.offenderHint' },
  { field: 'vehicle', label: 'labels.vehicle', hint: 'complaintForm.vehicleHint' },
  { field: 'witness', label: 'labels.witness', hint: 'complaintForm.witnessHint' },
  { field: 'fir_number', label: 'labels.firNumber', hint: 'complaintForm.firHint' },
]

type Props = {
  form: Form
  readOnly?: boolean
  /** False at the desk, where the device is not at the place, and the name is withheld elsewhere. */
  isComplainant?: boolean
}

/** Folds fields that few people need away until somebody opens them, or a draft or an error is in them. */
export function MoreDetails({ form, readOnly = false, isComplainant = true }: Props) {
  const text = useText()
  const [isOpen, setOpen] = useState(false)
  const used = DETAILS.filter(({ field }) => form.values[field] !== '' || form.errors[field])
  const isUsed = used.length > 0 || form.values.lat !== '' || form.values.withhold_name === 'true'
  const fields = (
    <>
      {isComplainant && <DeviceLocation form={form} readOnly={readOnly} />}
      {(readOnly ? used : DETAILS).map(({ field, label, hint }) => (
        <TextInput
          key={field}
          label={text(label)}
          description={readOnly ? undefined : text(hint)}
          readOnly={readOnly}
          {...bindField(form, field)}
        />
      ))}
      {isComplainant && <WithholdName form={form} readOnly={readOnly} />}
    </>
  )
  if (readOnly) return fields
  return (
    <details
      className={classes.more}
      open={isOpen || isUsed}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className={classes.summary}>
        {text(isComplainant ? 'complaintForm.moreOrHideName' : 'complaintForm.moreDetails')}
      </summary>
      <div className={classes.fields}>{fields}</div>
    </details>
  )
}
