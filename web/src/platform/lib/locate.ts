import { flushSync } from 'react-dom'
import { holdSubmit } from './hold-submit.ts'

const LOCATE_MS_MAX = 20_000
const HELD_MS_MAX = 5_000

export type Place = Record<'lat' | 'lon' | 'accuracy', string>

/**
 * Asks the device where it is and shows that in the form, or null if it does not say. A form that somebody sends meanwhile waits for it a few
 * seconds, and then goes without it: a later answer is not shown, because it would go with the next form.
 */
export function locate(form: HTMLFormElement | null, show: (place: Place | null) => void): void {
  let answer: (place: Place | null) => void
  const found = new Promise<Place | null>((resolve) => {
    answer = resolve
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) =>
        resolve({ lat: latitude.toFixed(6), lon: longitude.toFixed(6), accuracy: String(Math.ceil(accuracy)) }),
      () => resolve(null),
      { enableHighAccuracy: true, timeout: LOCATE_MS_MAX },
    )
  })
  void holdSubmit(
    form,
    // At once, because the browser sends a plain form as it stands.
    found.then((place) => flushSync(() => show(place))),
    () => setTimeout(answer, HELD_MS_MAX, null),
  )
}
