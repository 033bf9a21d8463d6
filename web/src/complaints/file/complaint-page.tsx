import type { Site } from '@petsetu/contract/site.ts'
import { useUser } from '../../auth/session.ts'
import { useCheckoutPage } from '../../checkout/use-checkout-page.ts'
import { PageTitle } from '../../ui/layout/page-title.tsx'
import { Filing } from './filing.tsx'

export function ComplaintPage({ site }: { site: Site }) {
  const user = useUser()
  useCheckoutPage('complaint', site)
  return (
    <>
      <PageTitle>Submit a Complaint</PageTitle>
      {/* The key clears the form after signing out, for the next person. */}
      <Filing key={user?.id ?? 'visitor'} />
    </>
  )
}
