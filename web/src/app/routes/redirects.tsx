import { paths } from '@petsetu/contract/paths.ts'
import { useEffect } from 'react'
import { Navigate } from 'react-router'
import { homeOf, useUser } from '../../people/auth/session.ts'

/** For addresses whose page the server renders: reloads, so that the server answers. */
export function ServerPage() {
  useEffect(() => location.reload(), [])
  return null
}

export function UnknownPage() {
  useEffect(() => location.replace(paths.home.to({})), [])
  return null
}

export function OwnHome() {
  return <Navigate to={homeOf(useUser())} replace />
}
