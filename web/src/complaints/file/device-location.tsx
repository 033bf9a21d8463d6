import { Button } from '@mantine/core'
import { IconCurrentLocation, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '../../languages/use-text.tsx'
import type { Form } from './bind-field.ts'
import classes from './place-fields.module.css'

const LOCATE_MS_MAX = 20_000
const NO_LOCATION = { lat: '', lon: '', accuracy: '' }

/** The device is asked for its location only when the button is tapped; then the browser asks the person. */
export function DeviceLocation({ form, readOnly }: { form: Form; readOnly: boolean }) {
  const text = useText()
  const [state, setState] = useState<'idle' | 'locating' | 'refused'>('idle')
  const { lat, accuracy } = form.values
  const located = lat === '' ? null : text('complaintForm.located', { metres: accuracy })
  if (readOnly) return located && <p className={classes.hint}>{located}</p>
  if (!('geolocation' in navigator)) return null

  function locate() {
    setState('locating')
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setState('idle')
        form.setValues({
          lat: coords.latitude.toFixed(6),
          lon: coords.longitude.toFixed(6),
          accuracy: String(Math.ceil(coords.accuracy)),
        })
      },
      () => setState('refused'),
      { enableHighAccuracy: true, timeout: LOCATE_MS_MAX },
    )
  }

  return (
    <div className={classes.location}>
      {located ? (
        <Button
          variant="default"
          leftSection={<IconX size={18} aria-hidden />}
          onClick={() => form.setValues(NO_LOCATION)}
        >
          {text('complaintForm.removeLocation')}
        </Button>
      ) : (
        <Button
          variant="default"
          leftSection={<IconCurrentLocation size={18} aria-hidden />}
          disabled={state === 'locating'}
          onClick={locate}
        >
          {text('complaintForm.iAmHere')}
        </Button>
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
