import type { FinderView } from '@petsetu/contract/site/public-pages.ts'
import type { Site } from '@petsetu/contract/site/site.ts'
import { visitorPaths } from '@petsetu/contract/visitor-paths.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { useState } from 'react'
import { useText } from '../../../platform/languages/use-text.tsx'
import { callHref } from '../../../platform/lib/call-href.ts'
import { contactLinks } from '../../../platform/lib/contact-links.ts'
import { locate, type Place } from '../../../platform/lib/locate.ts'
import { Field, LongField } from '../../../platform/public-form/field.tsx'
import {
  ErrorSummary,
  FormButton,
  FormCard,
  PublicForm,
  SideLink,
  useScript,
} from '../../../platform/public-form/form-card.tsx'
import form from '../../../platform/public-form/public-form.module.css'
import { PrivacyNotice } from '../../../platform/ui/form/privacy-notice.tsx'
import fold from '../../../platform/ui/layout/unfolds.module.css'
import { FailedView } from '../../../shared/failed-view.tsx'
import thread from '../thread.module.css'
import styles from './finder-page.module.css'
import { FinderThread, PhotoField, ScamWarning } from './finder-thread.tsx'

/** Shows a finder the form, the thread with the owner, or the reason why there is neither. */
export function FinderPage({ view, site }: { view: FinderView; site: Site }) {
  const text = useText()
  const pet = 'photo' in view && view.photo ? view : null
  return (
    <>
      <FormCard
        picture={pet?.photo ?? '/drawing-find.svg'}
        photoOf={pet ? text('found.petPhoto', { name: pet.petName }) : undefined}
        title={finderTitle(view, text)}
      >
        <Content view={view} site={site} />
      </FormCard>
      {'petId' in view && (
        // Also once a conversation has ended: from the pet’s page, whoever still has the pet writes anew.
        <p className={styles.back}>
          <a className={form.link} href={visitorPaths.petDetail.to(view)}>
            {text('found.back', { name: view.petName })}
          </a>
        </p>
      )}
    </>
  )
}

function Content({ view, site }: { view: FinderView; site: Site }) {
  const text = useText()
  if (view.kind === 'form') return <FoundForm view={view} />
  if (view.kind === 'thread') return <FinderThread view={view} site={site} />
  const { helplinePhone: phone } = site
  return (
    <>
      {view.kind === 'failed' ? (
        <FailedView message={view.message} again={text('found.tryAgain')} />
      ) : (
        <p>{text(view.kind === 'noPet' ? 'found.noPet' : 'found.noThread')}</p>
      )}
      {/* An animal may be waiting. */}
      {phone && (
        <a className={form.main} href={callHref(phone)}>
          <span>
            {text('helpline.call')} <span className={styles.number}>{phone}</span>
          </span>
        </a>
      )}
      {view.kind !== 'failed' && <SideLink href={visitorPaths.home.to({})}>{text('found.goHome')}</SideLink>}
    </>
  )
}

type Form = Extract<FinderView, { kind: 'form' }>

/** A plain form, which needs no script. */
function FoundForm({ view }: { view: Form }) {
  const text = useText()
  const { petId, petName: name, typed, problem, fields } = view
  const bind = (field: string) => ({ name: field, error: fields[field], defaultValue: typed[field] })
  return (
    <>
      <ErrorSummary problem={problem} fields={fields} />
      <p>{text('found.intro', { name })}</p>
      {view.contactDetails && <OtherWays contactDetails={view.contactDetails} />}
      <PublicForm
        className={`${form.form} ${styles.form}`}
        encType="multipart/form-data"
        action={visitorPaths.foundForm.to({ petId })}
      >
        <input type="hidden" name="form_key" value={typed.form_key} />
        <input type="hidden" name="notice_version" value={typed.notice_version} />
        <LongField {...bind('message')} label={text('found.message')} rows={2} maxLength={500} />
        <Field {...bind('place')} label={text('found.place')} maxLength={200} />
        <SendLocation typed={typed} />
        {/* The notice below the button says who sees it. */}
        <Field {...bind('contact')} label={text('found.contact')} maxLength={200} autoComplete="tel" />
        {/* Most finders write one message. What was typed, or has to be chosen again, is in view. */}
        <details open={Boolean(typed.name || problem || Object.keys(fields).length)}>
          <summary className={fold.unfolds}>{text('found.addMore')}</summary>
          <div>
            <PhotoField error={fields.photo} />
            <Field {...bind('name')} label={text('found.name')} maxLength={100} autoComplete="name" />
          </div>
        </details>
        <FormButton>{text('found.send')}</FormButton>
        <ScamWarning />
        <PrivacyNotice id="notice.found" />
      </PublicForm>
    </>
  )
}

/** Calling is quicker than writing, and works when too much was sent. */
function OtherWays({ contactDetails }: { contactDetails: string }) {
  const text = useText()
  const [first] = contactLinks(contactDetails)
  if (!first) return <p className={thread.typed}>{text('found.orContact', { contact: contactDetails })}</p>
  return (
    <SideLink href={first.href}>
      {first.kind === 'phone'
        ? text('found.orCall', { number: first.text })
        : text('found.orWrite', { address: first.text })}
    </SideLink>
  )
}

/**
 * Adds the location to the form, once somebody has tapped the button and the browser has asked them. Needs a script. A form that was
 * refused still has it.
 */
function SendLocation({ typed: { lat, lon, accuracy } }: { typed: Form['typed'] }) {
  const text = useText()
  const [state, setState] = useState<Place | 'locating' | 'refused' | null>(
    lat && lon && accuracy ? { lat, lon, accuracy } : null,
  )
  const place = typeof state === 'object' ? state : null
  const hasScript = useScript()
  if (!hasScript && !place) return null

  function start({ currentTarget }: { currentTarget: HTMLButtonElement }) {
    setState('locating')
    locate(currentTarget.form, (found) => setState(found ?? 'refused'))
  }

  return (
    <div className={styles.location}>
      {place ? (
        <>
          {Object.entries(place).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <FormButton type="button" isSide onClick={() => setState(null)}>
            {text('found.removeLocation')}
          </FormButton>
        </>
      ) : (
        <FormButton type="button" isSide isBusy={state === 'locating'} onClick={start}>
          {text('found.sendLocation')}
        </FormButton>
      )}
      <p className={form.hint} role="status">
        {place
          ? text('found.located', { metres: place.accuracy })
          : state && text(state === 'locating' ? 'found.locating' : 'found.locationRefused')}
      </p>
    </div>
  )
}

/** The heading of a finder's page, which is its title, too. */
export function finderTitle(view: FinderView, text: Translate): string {
  if (view.kind === 'form') return text('found.title', { name: view.petName })
  if (view.kind === 'thread') return text('found.threadTitle', { name: view.petName })
  if (view.kind === 'noPet') return text('found.noPetTitle')
  return text(view.kind === 'noThread' ? 'found.noThreadTitle' : 'found.failedTitle')
}
