import { useEffect, useRef } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'

/**
 * Leads from a form to another page. Does nothing once the form has closed or another page was chosen, so that what ends late takes
 * nobody back.
 */
export function useLeave(): (path: string) => Promise<void> {
  const navigate = useNavigate()
  const isLoading = useNavigation().state === 'loading'
  const { pathname, search } = useLocation()
  // The address at which the form is open; null once it is left.
  const shownAt = useRef<string | null>(null)
  useEffect(() => {
    shownAt.current = isLoading ? null : pathname + search
    return () => {
      shownAt.current = null
    }
  }, [isLoading, pathname, search])
  return async (path) => {
    // The address changes a little earlier than what is shown.
    if (shownAt.current === location.pathname + location.search) await navigate(path)
  }
}
