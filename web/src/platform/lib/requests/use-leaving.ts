import { useEffect, useRef } from 'react'

/** Returns a function that gives a signal: it is aborted when the part leaves the page. */
export function useLeaving(): () => AbortSignal {
  const leaving = useRef(new AbortController())
  useEffect(() => {
    leaving.current = new AbortController()
    return () => leaving.current.abort()
  }, [])
  return () => leaving.current.signal
}
