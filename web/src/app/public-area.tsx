import type { Site } from '@petsetu/contract/site/site.ts'
import { Outlet } from 'react-router'
import { PublicLayout } from './public-layout.tsx'

/** The public layout, for public pages that the server does not render. */
export function PublicArea({ site }: { site: Site }) {
  return (
    <PublicLayout site={site}>
      <Outlet />
    </PublicLayout>
  )
}
