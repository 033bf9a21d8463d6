import type { PlanCategory } from '@petsetu/contract/plans.ts'
import type { Site } from '@petsetu/contract/site.ts'
import { useUser } from '../auth/session.ts'
import { PageTitle } from '../ui/page-title.tsx'
import { CATEGORY_WORDS } from './category-words.ts'
import { Registering } from './registering.tsx'

/** The registration for a regular or a premium membership. */
export function RegistrationPage({ category, site }: { category: PlanCategory; site: Site }) {
  const user = useUser()
  return (
    <>
      <PageTitle hint="Compare the plans, choose one, and pay by UPI, card or net banking.">
        {CATEGORY_WORDS[category].membership}
      </PageTitle>
      {/* The key: after signing out, the next person must not find what stands in the form. */}
      <Registering key={user?.id ?? 'visitor'} category={category} site={site} user={user} />
    </>
  )
}
