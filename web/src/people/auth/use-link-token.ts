import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { TYPED_PREFIX } from '../../platform/lib/forget-typed.ts'
import { sessionStore } from '../../platform/lib/storage.ts'

/**
 * The token of the link that led here, or null. It is taken out of the address bar, where it could be read or copied, and kept for this tab,
 * where it survives a reload and a switch of the language.
 */
export function useLinkToken(): string | null {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const inAddress = useSearchParams()[0].get('token')
  const name = `${TYPED_PREFIX}link ${pathname}`
  const [token] = useState(() => inAddress ?? sessionStore.get(name))
  useEffect(() => {
    if (!inAddress) return
    sessionStore.set(name, inAddress)
    void navigate(pathname, { replace: true })
  }, [inAddress, navigate, pathname, name])
  return token
}
