import type { Site } from '@petsetu/contract/site.ts'
import { Outlet } from 'react-router'
import { PublicLayout } from './public-layout.tsx'

/** The public layout around those public pages that are part of the app. */
export function PublicArea({ site }: { site: Site }) {
  return (
    <PublicLayout site={site}>
      <Outlet />
    </PublicLayout>
  )
}
