import { Outlet, ScrollRestoration, useNavigation } from 'react-router'
import classes from './page-frame.module.css'
import { RequireRole } from './require-role.tsx'

/** Around all pages: checks who may see them, restores the scroll position, and shows a thin line while the next page is loading. */
export function PageFrame() {
  const isLoading = useNavigation().state === 'loading'
  return (
    <>
      {isLoading && <div className={classes.pending} />}
      <RequireRole>
        <Outlet />
      </RequireRole>
      <ScrollRestoration />
    </>
  )
}
