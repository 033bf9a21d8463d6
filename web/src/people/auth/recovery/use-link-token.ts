import { useEffect, useState } from 'react'
import { TYPED_PREFIX } from '../../../platform/lib/forget-typed.ts'
import { sessionStore } from '../../../platform/lib/storage/storage.ts'

/**
 * The token of the link that led here, or null. It is taken out of the address bar, where it could be read or copied, and kept for this tab,
 * where it survives a reload and a switch of the language.
 */
export function useLinkToken(given: string | null): string | null {
  const [token, setToken] = useState(given)
  useEffect(() => {
    const name = `${TYPED_PREFIX}link ${location.pathname}`
    if (!given) return setToken(sessionStore.get(name))
    sessionStore.set(name, given)
    history.replaceState(history.state, '', location.pathname)
  }, [given])
  return token
}
