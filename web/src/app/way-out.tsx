import { paths } from '@petsetu/contract/paths.ts'
import { useEffect } from 'react'
import { Navigate } from 'react-router'
import { homeOf, useUser } from '../auth/session.ts'

/** Loads a page that the server renders, at the same address. */
export function ServerPage() {
  useEffect(() => location.reload(), [])
  return null
}

/** An address that is no page of the site. */
export function UnknownPage() {
  useEffect(() => location.replace(paths.home.to({})), [])
  return null
}

/** Redirects an admin, a user and a visitor each to their own home. */
export function OwnHome() {
  return <Navigate to={homeOf(useUser())} replace />
}
