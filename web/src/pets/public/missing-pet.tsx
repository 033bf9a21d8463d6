import { paths } from '@petsetu/contract/paths.ts'
import type { Site } from '@petsetu/contract/site.ts'
import type { ReactNode } from 'react'
import { FindTagForm } from '../../shared/find-tag-form.tsx'
import { CardHead } from './card-head.tsx'
import styles from './pet-detail-page.module.css'

export function MissingPet() {
  return (
    <NoPet>
      <p>Please check the ID: it has 12 letters and digits, and never 0, O, 1 or I.</p>
      <FindTagForm />
      <p>
        <a className={styles.quietLink} href={paths.home.to({})}>
          Go to the home page
        </a>
      </p>
    </NoPet>
  )
}

/** Shown when the page could not be loaded; the ID may be correct. */
export function FailedPet({ site }: { site: Site }) {
  return (
    <NoPet>
      <p>We could not load this page just now. Please wait a moment, then try again.</p>
      {/* This address reloads the page, without a script. */}
      <a className={styles.mainButton} href="?">
        Try Again
      </a>
      <p className={styles.aside}>
        Found an animal and this page still does not load?{' '}
        <a href={`${site.marketingUrl}/contact`} target="_blank" rel="noopener noreferrer">
          Contact {site.foundationName}
        </a>
      </p>
    </NoPet>
  )
}

function NoPet({ children }: { children: ReactNode }) {
  return (
    <article className={styles.card}>
      <CardHead>
        <h1>Pet not found or an error occurred.</h1>
      </CardHead>
      <div className={styles.notice}>{children}</div>
    </article>
  )
}
