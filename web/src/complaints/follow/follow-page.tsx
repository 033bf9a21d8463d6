import { EXAMPLE_REFERENCE } from '@petsetu/contract/complaints/reference.ts'
import { paths } from '@petsetu/contract/paths.ts'
import type { FollowView } from '@petsetu/contract/site/public-pages.ts'
import { useText } from '../../platform/languages/use-text.tsx'
import buttons from '../../shared/public-buttons.module.css'
import form from '../../shared/public-form.module.css'
import { Problem } from '../../shared/public-problem.tsx'
import { followTitle } from './follow-title.ts'
import { FollowedCase } from './followed-case.tsx'

/** Shows the history of a complaint, the forms that lead to it, or the reason why there is neither. */
export function FollowPage({ view }: { view: FollowView }) {
  const text = useText()
  return (
    <article className={form.card}>
      <h1>{followTitle(view, text)}</h1>
      <Content view={view} />
    </article>
  )
}

function Content({ view }: { view: FollowView }) {
  const text = useText()
  if (view.kind === 'case') return <FollowedCase view={view} />
  if (view.kind === 'track') return <TrackForm view={view} />
  if (view.kind === 'code') return <CodeForm view={view} />
  if (view.kind === 'failed') {
    return (
      <>
        <p role="alert">{view.message}</p>
        {/* This page’s own address, without a script. */}
        <a className={form.link} href="?">
          {text('follow.tryAgain')}
        </a>
      </>
    )
  }
  return (
    <>
      <p>{text('follow.unknown')}</p>
      <a className={buttons.sideButton} href={paths.trackComplaint.to({})}>
        {text('follow.newLink')}
      </a>
    </>
  )
}

const PAGE = paths.trackComplaint.to({})

/** Asks for the reference and the e-mail address of a complaint; a code goes to the address. */
function TrackForm({ view }: { view: Extract<FollowView, { kind: 'track' }> }) {
  const text = useText()
  return (
    <>
      <p>{text('follow.trackHow')}</p>
      <Problem problem={view.problem} />
      <form className={form.form} method="post" action={PAGE}>
        <label htmlFor="reference">{text('follow.reference')}</label>
        <input
          id="reference"
          name="reference"
          required
          maxLength={40}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder={EXAMPLE_REFERENCE}
          defaultValue={view.reference}
          aria-describedby="reference-hint"
        />
        <p className={form.hint} id="reference-hint">
          {text('follow.referenceHint')}
        </p>
        <label htmlFor="email">{text('follow.email')}</label>
        <input
          id="email"
          name="email"
          type="email"
          required
          maxLength={254}
          autoComplete="email"
          defaultValue={view.email}
        />
        <button className={buttons.mainButton} type="submit">
          {text('follow.sendCode')}
        </button>
      </form>
    </>
  )
}

/** Asks for the code that was sent. */
function CodeForm({ view }: { view: Extract<FollowView, { kind: 'code' }> }) {
  const text = useText()
  return (
    <>
      <p role="status">{text('follow.codeSent')}</p>
      <Problem problem={view.problem} />
      <form className={form.form} method="post" action={`${PAGE}/code`}>
        <input type="hidden" name="reference" value={view.reference} />
        <input type="hidden" name="email" value={view.email} />
        <label htmlFor="code">{text('follow.code')}</label>
        <input
          id="code"
          name="code"
          required
          maxLength={40}
          inputMode="numeric"
          autoComplete="one-time-code"
          aria-describedby="code-hint"
        />
        <p className={form.hint} id="code-hint">
          {text('follow.codeHint')}
        </p>
        <button className={buttons.mainButton} type="submit">
          {text('follow.open')}
        </button>
      </form>
      <a className={form.link} href={paths.trackComplaint.to({}, { reference: view.reference })}>
        {text('follow.again')}
      </a>
    </>
  )
}
