import { paths } from '@petsetu/contract/paths.ts'
import type { FinderView } from '@petsetu/contract/public-pages.ts'
import { useText } from '../../languages/use-text.tsx'
import form from '../../shared/public-form.module.css'
import { FinderThread } from './finder-thread.tsx'
import { finderTitle } from './finder-title.ts'
import { FoundForm } from './found-form.tsx'

/** Shows a finder the form, the thread with the owner, or the reason why there is neither. */
export function FinderPage({ view }: { view: FinderView }) {
  const text = useText()
  return (
    <article className={form.card}>
      <h1>{finderTitle(view, text)}</h1>
      <Content view={view} />
    </article>
  )
}

function Content({ view }: { view: FinderView }) {
  const text = useText()
  if (view.kind === 'form') return <FoundForm view={view} />
  if (view.kind === 'thread') return <FinderThread view={view} />
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
