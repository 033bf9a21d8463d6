import type { Label } from '@petsetu/contract/platform/problem.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { IconCurrentLocation, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '../../../platform/languages/use-text.tsx'
import { locate } from '../../../platform/lib/locate.ts'
import { CheckboxField } from '../../../platform/public-form/checkbox-field.tsx'
import { Field } from '../../../platform/public-form/field.tsx'
import { FormButton, useScript } from '../../../platform/public-form/form-card.tsx'
import fold from '../../../platform/ui/layout/unfolds.module.css'
import { bindField, type ComplaintValues, type Form } from '../complaint-values.ts'
import classes from './more-details.module.css'

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
        <Field
          key={field}
          label={text(label)}
          hint={!readOnly && text(hint)}
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
      <summary className={fold.unfolds}>
        {text(isComplainant ? 'complaintForm.moreOrHideName' : 'complaintForm.moreDetails')}
      </summary>
      <div className={classes.fields}>{fields}</div>
    </details>
  )
}

/** Asks if only an admin who gives a reason may see who complained. */
function WithholdName({ form, readOnly }: { form: Form; readOnly: boolean }) {
  const text = useText()
  const isWithheld = form.values.withhold_name === 'true'
  if (readOnly) return isWithheld && <p>{text('complaintForm.nameWithheld')}</p>
  return (
    <CheckboxField
      name="withhold_name"
      value="true"
      label={text('complaintForm.withholdName')}
      hint={text('complaintForm.withholdNameHint')}
      checked={isWithheld}
      onChange={({ currentTarget }) => form.setFieldValue('withhold_name', String(currentTarget.checked))}
    />
  )
}

const NO_LOCATION = { lat: '', lon: '', accuracy: '' }

/** The device is asked for its location only when the button is tapped; then the browser asks the person. */
function DeviceLocation({ form, readOnly }: { form: Form; readOnly: boolean }) {
  const text = useText()
  const [state, setState] = useState<'idle' | 'locating' | 'refused'>('idle')
  const hasScript = useScript()
  const { lat, accuracy } = form.values
  const located = lat === '' ? null : text('complaintForm.located', { metres: accuracy })
  if (readOnly) return located && <p className={classes.hint}>{located}</p>
  if (!hasScript || !('geolocation' in navigator)) return null

  function start({ currentTarget }: { currentTarget: HTMLButtonElement }) {
    setState('locating')
    locate(currentTarget.form, (place) => {
      setState(place ? 'idle' : 'refused')
      if (place) form.setValues(place)
    })
  }

  return (
    <div className={classes.location}>
      {located ? (
        <FormButton type="button" isSide onClick={() => form.setValues(NO_LOCATION)}>
          <IconX size={18} aria-hidden />
          {text('complaintForm.removeLocation')}
        </FormButton>
      ) : (
        <FormButton type="button" isSide isBusy={state === 'locating'} onClick={start}>
          <IconCurrentLocation size={18} aria-hidden />
          {text('complaintForm.iAmHere')}
        </FormButton>
      )}
      <p className={classes.hint} role="status">
        {located ?? text(HINTS[state])}
      </p>
    </div>
  )
}

const HINTS = {
  idle: 'complaintForm.iAmHereHint',
  locating: 'complaintForm.locating',
  refused: 'complaintForm.locationRefused',
} as const
