import type { Site } from '@petsetu/contract/site.ts'
import { useUser } from '../auth/session.ts'
import { addAdminTexts } from '../languages/page-text.ts'
import { lazyPart } from '../ui/feedback/lazy-part.tsx'
import { UserLayout } from './user-layout.tsx'

// Few pages of this area are open to admins, and nobody else needs it.
const AdminLayout = lazyPart(async () => {
  const [{ AdminLayout: layout }] = await Promise.all([import('./admin-layout.tsx'), addAdminTexts()])
  return layout
})

/** The layout of the person's own area; an admin keeps the menu of the administration. */
export function OwnArea({ site }: { site: Site }) {
  if (useUser()?.role !== 'admin') return <UserLayout site={site} />
  return <AdminLayout site={site} />
}
