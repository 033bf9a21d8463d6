import { Outlet, ScrollRestoration, useNavigation } from 'react-router'
import classes from './page-frame.module.css'

/** What is common to all pages: where they are scrolled to, and a thin line while the next one is on its way. */
export function PageFrame() {
  const isLoading = useNavigation().state === 'loading'
  return (
    <>
      {isLoading && <div className={classes.pending} />}
      <Outlet />
      <ScrollRestoration />
    </>
  )
}
