import { EXAMPLE_REFERENCE } from '@petsetu/contract/complaints/reference.ts'
import type { FollowView } from '@petsetu/contract/site/public-pages.ts'
import { visitorPaths } from '@petsetu/contract/visitor-paths.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { type FormEvent, useRef } from 'react'
import { useText } from '../../platform/languages/use-text.tsx'
import { Field } from '../../platform/public-form/field.tsx'
import { ErrorSummary, FormButton, FormCard, PublicForm } from '../../platform/public-form/form-card.tsx'
import form from '../../platform/public-form/public-form.module.css'
import { FailedView } from '../../shared/failed-view.tsx'
import styles from './follow-page.module.css'
import { FollowedCase } from './followed-case.tsx'

/** Shows the history of a complaint, the forms that lead to it, or the reason why there is neither. */
export function FollowPage({ view }: { view: FollowView }) {
  const text = useText()
  if (view.kind === 'case') {
    const { reference } = view.found
    const [before, after] = followTitle(view, text).split(reference)
    return (
      <FormCard
        picture="/drawing-papers.svg"
        title={
          <>
            {before}
            <span className={styles.reference}>{reference}</span>
            {after}
          </>
        }
      >
        <FollowedCase view={view} />
      </FormCard>
    )
  }
  return (
    <FormCard
      isNarrow
      picture={view.kind === 'unknown' ? '/drawing-link.svg' : '/drawing-papers.svg'}
      title={followTitle(view, text)}
    >
      <Content view={view} />
    </FormCard>
  )
}

function Content({ view }: { view: Exclude<FollowView, { kind: 'case' }> }) {
  const text = useText()
  if (view.kind === 'track') return <TrackForm view={view} />
  if (view.kind === 'code') return <CodeForm view={view} />
  if (view.kind === 'failed') return <FailedView message={view.message} again={text('follow.tryAgain')} />
  return (
    <>
      <p>{text('follow.unknown')}</p>
      <a className={form.main} href={visitorPaths.trackComplaint.to({})}>
        {text('follow.newLink')}
      </a>
    </>
  )
}

const PAGE = visitorPaths.trackComplaint.to({})

type ClaimView = Extract<FollowView, { kind: 'track' | 'code' }>

/** Asks for the reference and the e-mail address of a complaint; a code goes to the address. */
function TrackForm({ view: { reference, email, problem, fields } }: { view: ClaimView }) {
  const text = useText()
  return (
    <>
      <ErrorSummary problem={problem} fields={fields} />
      <PublicForm action={PAGE}>
        <Field
          name="reference"
          label={text('follow.reference')}
          hint={text('follow.referenceHint')}
          error={fields.reference}
          required
          maxLength={40}
          autoCapitalize="characters"
          spellCheck={false}
          placeholder={EXAMPLE_REFERENCE}
          defaultValue={reference}
        />
        <Field
          name="email"
          label={text('follow.email')}
          hint={text('follow.trackHow')}
          error={fields.email}
          type="email"
          required
          maxLength={254}
          autoComplete="email"
          defaultValue={email}
        />
        <FormButton>{text('follow.sendCode')}</FormButton>
        <p className={form.footer}>
          <a href={visitorPaths.contact.to({})}>{text('follow.referenceLost')}</a>
        </p>
      </PublicForm>
    </>
  )
}

const SECOND_TAP_MS = 5_000

/** Asks for the code that was sent. It works once, so that a second tap on a slow line would answer that it is wrong. */
function CodeForm({ view: { reference, email, problem, fields } }: { view: ClaimView }) {
  const text = useText()
  const sentAt = useRef(-SECOND_TAP_MS)

  function sendOnce(event: FormEvent) {
    if (event.timeStamp - sentAt.current < SECOND_TAP_MS) event.preventDefault()
    else sentAt.current = event.timeStamp
  }

  return (
    <>
      <p role="status">{text('follow.codeSent')}</p>
      <ErrorSummary problem={problem} fields={fields} />
      <PublicForm action={`${PAGE}/code`} onSubmit={sendOnce}>
        <input type="hidden" name="reference" value={reference} />
        <input type="hidden" name="email" value={email} />
        <Field
          name="code"
          label={text('follow.code')}
          hint={text('follow.codeHint')}
          error={fields.code}
          required
          maxLength={40}
          inputMode="numeric"
          autoComplete="one-time-code"
        />
        <FormButton>{text('follow.open')}</FormButton>
        <p className={form.footer}>
          <a href={visitorPaths.trackComplaint.to({}, { reference })}>{text('follow.again')}</a>
        </p>
      </PublicForm>
    </>
  )
}

/** The heading of the page, which is its title, too. */
export function followTitle(view: FollowView, text: Translate): string {
  if (view.kind === 'case') return text('follow.title', { reference: view.found.reference })
  if (view.kind === 'unknown') return text('follow.unknownTitle')
  return text(view.kind === 'failed' ? 'follow.failedTitle' : 'follow.trackTitle')
}
