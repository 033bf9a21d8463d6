import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { useText } from '../languages/use-text.tsx'
import { reloadOnce } from '../lib/reload-once.ts'
import { ErrorBox } from '../ui/feedback/error-box.tsx'
import { PageTitle } from '../ui/layout/page-title.tsx'
import classes from './load-error.module.css'
import { MissingCode } from './missing-code.ts'

/** Shown in place of an area that failed, or whose code could not be loaded. */
export function LoadError() {
  return (
    <main className={classes.frame}>
      <PageError />
    </main>
  )
}

/** Shown in its area in place of a page that failed, or whose code could not be loaded. Reloading also gets the newest version: it
 * happens by itself, once, if code is missing. */
export function PageError() {
  const text = useText()
  const error = useRouteError()
  useEffect(() => {
    console.error('The page could not be shown:', error)
    if (error instanceof MissingCode) void reloadOnce()
  }, [error])
  return (
    <>
      <PageTitle>{text('layout.failedTitle')}</PageTitle>
      <ErrorBox message={text('layout.failed')} onRetry={() => location.reload()} />
    </>
  )
}
