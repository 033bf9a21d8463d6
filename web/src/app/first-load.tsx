import './tokens.css'
import type { Site } from '@petsetu/contract/site.ts'
import { Logo } from '../ui/layout/logo.tsx'
import classes from './first-load.module.css'

/** Shown until the code of the first page has loaded. The server renders it into the page, so that it appears at once. */
export function FirstLoad() {
  return (
    <>
      <div className={classes.header}>
        <Logo />
      </div>
      <main className={classes.main}>
        <p className={classes.heading} role="status">
          Loading…
        </p>
        <div className={classes.card} />
        <p className={classes.late}>This is taking long. Please check your connection and load the page again.</p>
      </main>
    </>
  )
}

/** Shown if scripts are switched off: another way to contact the foundation. */
export function WithoutScript({ site }: { site: Site }) {
  return (
    <noscript>
      <div className={classes.header}>
        <Logo />
      </div>
      <main className={classes.main}>
        <h1 className={classes.heading}>This page needs JavaScript</h1>
        <p>
          Please switch it on in your browser and load the page again, or write to us:{' '}
          <a href={`${site.marketingUrl}/contact`}>Contact {site.foundationName}</a>
        </p>
        <p>
          <a href="/">Go to the home page</a>. A pet’s page needs no JavaScript.
        </p>
      </main>
    </noscript>
  )
}
