import type { Site } from '@petsetu/contract/site.ts'
import { useUser } from '../auth/session.ts'
import { AdminLayout } from './admin-layout.tsx'
import { RequireRole } from './require-role.tsx'
import { UserLayout } from './user-layout.tsx'

/** For pages that everybody with an account has: they stand in the person's own area. */
export function OwnArea({ site }: { site: Site }) {
  const role = useUser()?.role ?? 'user'
  return (
    <RequireRole allowed={role}>
      {role === 'admin' ? <AdminLayout site={site} /> : <UserLayout site={site} />}
    </RequireRole>
  )
}
