import { paths } from '@petsetu/contract/paths.ts'
import type { Site } from '@petsetu/contract/site.ts'
import type { ReactNode } from 'react'
import { useText } from '../../languages/use-text.tsx'
import { FindTagForm } from '../../shared/find-tag-form.tsx'
import { Helpline } from '../../shared/helpline.tsx'
import buttons from '../../shared/public-buttons.module.css'
import { CardHead } from './card-head.tsx'
import styles from './pet-detail-page.module.css'

export function MissingPet({ site }: { site: Site }) {
  const text = useText()
  return (
    <NoPet>
      <p>{text('finder.checkId')}</p>
      <FindTagForm />
      <Helpline site={site} when={text('finder.helplineForAnimal')} />
      <p>
        <a className={styles.quietLink} href={paths.home.to({})}>
          {text('finder.goHome')}
        </a>
      </p>
    </NoPet>
  )
}

/** Shown when the page could not be loaded; the ID may be correct. */
export function FailedPet({ site }: { site: Site }) {
  const text = useText()
  return (
    <NoPet>
      <p>{text('finder.failed')}</p>
      {/* This page’s own address, without a script. */}
      <a className={buttons.mainButton} href="?">
        {text('finder.tryAgain')}
      </a>
      <Helpline site={site} when={text('finder.helplineForAnimal')} />
      <p className={styles.aside}>
        {text('finder.stillFailing')}{' '}
        <a href={`${site.marketingUrl}/contact`} target="_blank" rel="noopener noreferrer">
          {text('finder.contactFoundation', { foundation: site.foundationName })}
        </a>
      </p>
    </NoPet>
  )
}

function NoPet({ children }: { children: ReactNode }) {
  const text = useText()
  return (
    <article className={styles.card}>
      <CardHead>
        <h1>{text('finder.missing')}</h1>
      </CardHead>
      <div className={styles.notice}>{children}</div>
    </article>
  )
}
