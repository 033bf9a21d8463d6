import type { Site } from '@petsetu/contract/site.ts'
import { useUser } from '../auth/session.ts'
import { AdminLayout } from './admin-layout.tsx'
import { RequireRole } from './require-role.tsx'
import { UserLayout } from './user-layout.tsx'

/** The layout of the person's own area, for pages that users and admins share. */
export function OwnArea({ site }: { site: Site }) {
  const role = useUser()?.role ?? 'user'
  return (
    <RequireRole allowed={role}>
      {role === 'admin' ? <AdminLayout site={site} /> : <UserLayout site={site} />}
    </RequireRole>
  )
}
