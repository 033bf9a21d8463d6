import { useEffect } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'

/**
 * The token of the link that led here, or null. It is taken out of the address bar, where it could be read or copied, and kept in
 * the history entry, where it survives a reload.
 */
export function useLinkToken(): string | null {
  const navigate = useNavigate()
  const { pathname, state } = useLocation()
  const inAddress = useSearchParams()[0].get('token')
  useEffect(() => {
    if (inAddress) void navigate(pathname, { replace: true, state: { token: inAddress } })
  }, [inAddress, navigate, pathname])
  return inAddress ?? (state as { token?: string } | null)?.token ?? null
}
