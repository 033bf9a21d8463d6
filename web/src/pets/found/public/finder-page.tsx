import { paths } from '@petsetu/contract/paths.ts'
import type { FinderView } from '@petsetu/contract/site/public-pages.ts'
import type { Site } from '@petsetu/contract/site/site.ts'
import { useEffect, useState } from 'react'
import { useText } from '../../../platform/languages/use-text.tsx'
import { contactLinks } from '../../../platform/lib/contact-links.ts'
import { PrivacyNotice } from '../../../platform/ui/form/privacy-notice.tsx'
import buttons from '../../../shared/public-buttons.module.css'
import form from '../../../shared/public-form.module.css'
import { Problem } from '../../../shared/public-problem.tsx'
import thread from '../thread.module.css'
import styles from './finder-page.module.css'
import { PhotoField, Scams } from './finder-parts.tsx'
import { FinderThread } from './finder-thread.tsx'
import { finderTitle } from './finder-title.ts'

/** Shows a finder the form, the thread with the owner, or the reason why there is neither. */
export function FinderPage({ view, site }: { view: FinderView; site: Site }) {
  const text = useText()
  return (
    <article className={form.card}>
      <h1>{finderTitle(view, text)}</h1>
      <Content view={view} site={site} />
    </article>
  )
}

function Content({ view, site }: { view: FinderView; site: Site }) {
  const text = useText()
  if (view.kind === 'form') return <FoundForm view={view} />
  if (view.kind === 'thread') return <FinderThread view={view} site={site} />
  if (view.kind === 'failed') {
    return (
      <>
        <p role="alert">{view.message}</p>
        {/* This page’s own address, without a script. */}
        <a className={form.link} href="?">
          {text('found.tryAgain')}
        </a>
      </>
    )
  }
  return (
    <>
      <p>{text(view.kind === 'noPet' ? 'found.noPet' : 'found.noThread')}</p>
      <a className={form.link} href={paths.home.to({})}>
        {text('found.goHome')}
      </a>
    </>
  )
}

type Form = Extract<FinderView, { kind: 'form' }>

/** A plain form, which needs no script. */
function FoundForm({ view }: { view: Form }) {
  const text = useText()
  const { petId, petName: name, typed, problem } = view
  const pagePath = paths.petDetail.to({ petId })
  return (
    <>
      <Problem problem={problem} />
      <p>{text('found.thanks', { name })}</p>
      <p>{text('found.intro', { name })}</p>
      {view.contactDetails && <OtherWays contactDetails={view.contactDetails} />}
      <form className={form.form} method="post" encType="multipart/form-data" action={paths.foundForm.to({ petId })}>
        <input type="hidden" name="form_key" value={typed.form_key} />
        <label htmlFor="message">{text('found.message')}</label>
        <textarea id="message" name="message" rows={4} maxLength={500} defaultValue={typed.message} />
        <Field name="place" label={text('found.place')} hint={text('found.placeHint')} max={200} typed={typed.place} />
        <SendLocation />
        <PhotoField />
        <Field name="name" label={text('found.name')} max={100} typed={typed.name} autoComplete="name" />
        <Field
          name="contact"
          label={text('found.contact')}
          hint={text('found.contactHint')}
          max={200}
          typed={typed.contact}
        />
        <button className={buttons.mainButton} type="submit">
          {text('found.send')}
        </button>
        <PrivacyNotice id="notice.found" />
      </form>
      <Scams />
      <a className={form.link} href={pagePath}>
        {text('found.back', { name })}
      </a>
    </>
  )
}

type FieldProps = {
  name: string
  label: string
  hint?: string
  max: number
  typed: string | undefined
  autoComplete?: string
}

function Field({ name, label, hint, max, typed, autoComplete }: FieldProps) {
  const text = useText()
  const hintId = `${name}-hint`
  return (
    <>
      <label htmlFor={name}>
        {label} <span className={form.hint}>({text('found.optional')})</span>
      </label>
      <input
        id={name}
        name={name}
        maxLength={max}
        defaultValue={typed}
        autoComplete={autoComplete ?? 'off'}
        aria-describedby={hint && hintId}
      />
      {hint && (
        <p className={form.hint} id={hintId}>
          {hint}
        </p>
      )}
    </>
  )
}

/** Calling is quicker than writing, and works when too much was sent. */
function OtherWays({ contactDetails }: { contactDetails: string }) {
  const text = useText()
  const [first] = contactLinks(contactDetails)
  if (!first) return <p className={thread.typed}>{text('found.orContact', { contact: contactDetails })}</p>
  return (
    <a className={buttons.sideButton} href={first.href}>
      {first.kind === 'phone'
        ? text('found.orCall', { number: first.text })
        : text('found.orWrite', { address: first.text })}
    </a>
  )
}

type State = { kind: 'none' | 'locating' | 'refused' } | { kind: 'located'; position: GeolocationCoordinates }

const LOCATE_MS_MAX = 20_000

/** Adds the location to the form, once somebody has tapped the button and the browser has asked them. Needs a script. */
function SendLocation() {
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
