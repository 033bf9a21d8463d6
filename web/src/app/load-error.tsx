import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { ErrorBox } from '../ui/feedback/error-box.tsx'
import { PageTitle } from '../ui/layout/page-title.tsx'
import classes from './load-error.module.css'

/** Shown if a page failed, or if its code could not be loaded. Reloading also gets the newest version. */
export function LoadError() {
  const error = useRouteError()
  useEffect(() => console.error('The page could not be shown:', error), [error])
  return (
    <main className={classes.frame}>
      <PageTitle>Something went wrong</PageTitle>
      <ErrorBox message="This page could not be loaded. Please try again." onRetry={() => location.reload()} />
    </main>
  )
}
