import './tokens.css'
import type { Site } from '@petsetu/contract/site/site.ts'
import { RichText, useText } from '../platform/languages/use-text.tsx'
import { Logo } from '../platform/ui/layout/logo.tsx'
import classes from './first-load.module.css'

/** Shown until the code of the first page has loaded. The server renders it into the page, so that it appears at once. */
export function FirstLoad() {
  const text = useText()
  return (
    <>
      <div className={classes.header}>
        <Logo />
      </div>
      <div className={classes.main} role="status">
        <p className={classes.heading}>{text('firstLoad.loading')}</p>
        <div className={classes.card} />
        <p className={classes.late}>{text('firstLoad.late')}</p>
      </div>
    </>
  )
}

/** Shown if scripts are switched off: another way to contact the foundation. */
export function WithoutScript({ site }: { site: Site }) {
  const text = useText()
  return (
    <noscript>
      <div className={classes.header}>
        <Logo />
      </div>
      <main className={classes.main}>
        <h1 className={classes.heading}>{text('withoutScript.needsScript')}</h1>
        <p>
          <RichText
            id="withoutScript.switchScriptOn"
            fill={{
              foundation: site.foundationName,
              contact: (content) => <a href={`${site.marketingUrl}/contact`}>{content}</a>,
            }}
          />
        </p>
        <p>
          <RichText id="withoutScript.homeWithoutScript" fill={{ home: (content) => <a href="/">{content}</a> }} />
        </p>
      </main>
    </noscript>
  )
}
