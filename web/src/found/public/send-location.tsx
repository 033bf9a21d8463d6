import { useEffect, useState } from 'react'
import { useText } from '../../languages/use-text.tsx'
import buttons from '../../shared/public-buttons.module.css'
import form from '../../shared/public-form.module.css'
import styles from './finder-page.module.css'

type State = { kind: 'none' | 'locating' | 'refused' } | { kind: 'located'; position: GeolocationCoordinates }

const LOCATE_MS_MAX = 20_000

/** Adds the location to the form, once somebody has tapped the button and the browser has asked them. Needs a script. */
export function SendLocation() {
  const text = useText()
  const [state, setState] = useState<State>({ kind: 'none' })
  const [isReady, setReady] = useState(false)
  useEffect(() => setReady('geolocation' in navigator), [])
  if (!isReady) return null

  function locate() {
    setState({ kind: 'locating' })
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => setState({ kind: 'located', position: coords }),
      () => setState({ kind: 'refused' }),
      { enableHighAccuracy: true, timeout: LOCATE_MS_MAX },
    )
  }

  return (
    <div className={styles.location}>
      {state.kind === 'located' ? (
        <Located position={state.position} onRemove={() => setState({ kind: 'none' })} />
      ) : (
        <button className={buttons.sideButton} type="button" disabled={state.kind === 'locating'} onClick={locate}>
          {text('found.sendLocation')}
        </button>
      )}
      <p className={form.hint} role="status">
        {state.kind === 'none' && text('found.locationHint')}
        {state.kind === 'locating' && text('found.locating')}
        {state.kind === 'refused' && text('found.locationRefused')}
        {state.kind === 'located' && text('found.located', { metres: Math.ceil(state.position.accuracy) })}
      </p>
    </div>
  )
}

function Located({ position, onRemove }: { position: GeolocationCoordinates; onRemove: () => void }) {
  const text = useText()
  return (
    <>
      <input type="hidden" name="lat" value={position.latitude.toFixed(6)} />
      <input type="hidden" name="lon" value={position.longitude.toFixed(6)} />
      <input type="hidden" name="accuracy" value={Math.ceil(position.accuracy)} />
      <button className={buttons.sideButton} type="button" onClick={onRemove}>
        {text('found.removeLocation')}
      </button>
    </>
  )
}
