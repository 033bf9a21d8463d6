import type { Site } from '@petsetu/contract/site.ts'
import { useUser } from '../auth/session.ts'
import { PageTitle } from '../ui/page-title.tsx'
import { Filing } from './filing.tsx'

export function ComplaintPage({ site }: { site: Site }) {
  const user = useUser()
  return (
    <>
      <PageTitle>Submit a Complaint</PageTitle>
      {/* The key: after signing out, the next person must not find what stands in the form. */}
      <Filing key={user?.id ?? 'visitor'} site={site} />
    </>
  )
}
