import { paths } from '@petsetu/contract/paths.ts'
import type { FinderView } from '@petsetu/contract/public-pages.ts'
import { useText } from '../../languages/use-text.tsx'
import { contactLinks } from '../../lib/contact-links.ts'
import buttons from '../../shared/public-buttons.module.css'
import form from '../../shared/public-form.module.css'
import { Problem } from '../../shared/public-problem.tsx'
import { PrivacyNotice } from '../../ui/form/privacy-notice.tsx'
import thread from '../thread.module.css'
import { PhotoField } from './photo-field.tsx'
import { Scams } from './scams.tsx'
import { SendLocation } from './send-location.tsx'

type Form = Extract<FinderView, { kind: 'form' }>

/** A plain form, which needs no script. */
export function FoundForm({ view }: { view: Form }) {
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
