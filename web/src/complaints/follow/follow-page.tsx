import { paths } from '@petsetu/contract/paths.ts'
import type { FollowView } from '@petsetu/contract/public-pages.ts'
import { useText } from '../../languages/use-text.tsx'
import buttons from '../../shared/public-buttons.module.css'
import form from '../../shared/public-form.module.css'
import { followTitle } from './follow-title.ts'
import { FollowedCase } from './followed-case.tsx'
import { CodeForm, TrackForm } from './track-forms.tsx'

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
