import type { Site } from '@petsetu/contract/site.ts'
import { formatCount } from '@petsetu/languages/formats.ts'
import type { ReactNode } from 'react'
import { useText } from '../languages/use-text.tsx'
import { FindTagForm } from '../shared/find-tag-form.tsx'
import { ErrorBoundary } from '../ui/feedback/error-boundary.tsx'
import { AccountDeletedNote } from './account-deleted.tsx'
import { Doors } from './doors.tsx'
import { HeroPicture } from './hero-picture.tsx'
import styles from './home-page.module.css'
import { LastReceiptNote } from './last-receipt.tsx'
import { FormPicture, ScanPicture, SubmitPicture } from './step-pictures.tsx'

// Fewer would not yet persuade anybody.
const PETS_HOME_SHOWN_FROM = 10

/** `petsHome` is how many pets have come home by their tags. */
export function HomePage({ petsHome, site }: { petsHome: number; site: Site }) {
  const text = useText()
  return (
    <>
      <ErrorBoundary>
        <AccountDeletedNote />
        <LastReceiptNote />
      </ErrorBoundary>
      <section className={styles.hero}>
        <div className={styles.intro}>
          <h1 className={styles.headline}>{text('home.headline')}</h1>
          <p className={styles.lead}>{text('home.lead')}</p>
          <FindTagForm />
        </div>
        <Doors site={site} />
        <div className={styles.picture}>
          {petsHome >= PETS_HOME_SHOWN_FROM && (
            <p className={styles.petsHome}>{text('home.petsHome', { count: formatCount(petsHome) })}</p>
          )}
          <HeroPicture />
        </div>
      </section>

      <section className={styles.section} aria-labelledby="steps">
        <h2 id="steps">{text('home.steps')}</h2>
        <ol className={styles.cards}>
          <Step picture={<ScanPicture />} title={text('home.stepScan')}>
            {text('home.stepScanHow')}
          </Step>
          <Step picture={<FormPicture />} title={text('home.stepForm')}>
            {text('home.stepFormHow')}
          </Step>
          <Step picture={<SubmitPicture />} title={text('home.stepSubmit')}>
            {text('home.stepSubmitHow')}
          </Step>
        </ol>
      </section>
    </>
  )
}

function Step({ picture, title, children }: { picture: ReactNode; title: string; children: ReactNode }) {
  return (
    <li className={styles.step}>
      {picture}
      <h3>{title}</h3>
      <p>{children}</p>
    </li>
  )
}
