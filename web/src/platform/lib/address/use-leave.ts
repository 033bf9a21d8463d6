import { useEffect, useRef } from 'react'
import { type DataRouter, useLocation, useNavigate } from 'react-router'

// The router knows at once that another page was chosen; what is shown follows later.
let isLoading = false
let isAtStart = true

/** Call it once, with the router of the page. */
export function watchNavigation(router: DataRouter): void {
  const { location: first } = router.state
  isLoading = false
  isAtStart = true
  router.subscribe(({ navigation, location: current }) => {
    isLoading = navigation.state === 'loading'
    if (current !== first) isAtStart = false
  })
}

/** True while another page was chosen that is not shown yet. */
export function isLeaving(): boolean {
  return isLoading
}

/** True until somebody leaves the page with which the app was opened, also if they go back to it later. */
export function isFirstPage(): boolean {
  return isAtStart
}

/**
 * Leads from a form to another page. Does nothing once the form has closed or another page was chosen, so that what ends late takes
 * nobody back.
 */
export function useLeave(): (path: string) => Promise<void> {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  // The address at which the form is open; null once it is left.
  const shownAt = useRef<string | null>(null)
  useEffect(() => {
    shownAt.current = pathname + search
    return () => {
      shownAt.current = null
    }
  }, [pathname, search])
  return async (path) => {
    // The address changes a little earlier than what is shown.
    if (!isLoading && shownAt.current === location.pathname + location.search) await navigate(path)
  }
}
