import './tokens.css'
import type { Site } from '@petsetu/contract/site.ts'
import { Logo } from '../ui/layout/logo.tsx'
import classes from './first-load.module.css'

/** Until the first page's own code is here. The server puts the same into the page, so that something is seen at once. */
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

/** Instead of a page that only a script can show, where scripts are switched off: another way to the same people. */
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
