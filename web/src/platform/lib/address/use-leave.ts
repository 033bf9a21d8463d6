import { useEffect, useRef } from 'react'
import { type DataRouter, useLocation, useNavigate } from 'react-router'

// The router knows at once that another page was chosen; what is shown follows later.
let isLoading = false

/** Call it once, with the router of the page. */
export function watchNavigation(router: DataRouter): void {
  isLoading = false
  router.subscribe(({ navigation }) => {
    isLoading = navigation.state === 'loading'
  })
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
