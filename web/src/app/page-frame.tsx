import { Outlet, ScrollRestoration, useNavigation } from 'react-router'
import { useIsRefused } from '../auth/ended-session.ts'
import { useUser } from '../auth/session.ts'
import { lazyPart } from '../ui/feedback/lazy-part.tsx'
import classes from './page-frame.module.css'
import { RequireRole } from './require-role.tsx'

const LoginAgain = lazyPart(async () => (await import('../auth/login-again.tsx')).LoginAgain)

/** Around all pages: checks who may see them, restores the scroll position, and shows a thin line while the next page is loading. */
export function PageFrame() {
  const isLoading = useNavigation().state === 'loading'
  const user = useUser()
  const isRefused = useIsRefused()
  return (
    <>
      {isLoading && <div className={classes.pending} />}
      {isRefused && user && <LoginAgain username={user.username} />}
      <RequireRole>
        <Outlet />
      </RequireRole>
      <ScrollRestoration />
    </>
  )
}
