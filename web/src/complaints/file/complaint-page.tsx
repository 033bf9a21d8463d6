import type { Site } from '@petsetu/contract/site.ts'
import { ownerOf, useUser } from '../../auth/session.ts'
import { useCheckoutPage } from '../../checkout/use-checkout-page.ts'
import { useText } from '../../languages/use-text.tsx'
import { PageTitle } from '../../ui/layout/page-title.tsx'
import { EmergencyBox } from './emergency-box.tsx'
import { Filing } from './filing.tsx'
import { UnsentComplaints } from './unsent-complaints.tsx'

export function ComplaintPage({ site }: { site: Site }) {
  const text = useText()
  const user = useUser()
  useCheckoutPage('complaint', site)
  return (
    <>
      <PageTitle>{text('titles.complaint')}</PageTitle>
      <EmergencyBox helpline={site.helplinePhone} />
      <UnsentComplaints owner={ownerOf(user)} />
      {/* The key clears the form after signing out, for the next person. */}
      <Filing key={user?.id ?? 'visitor'} payee={site.legalName} />
    </>
  )
}
