import type { Site } from '@petsetu/contract/site.ts'
import { usePersonKey } from '../../auth/ended-session.ts'
import { useUser } from '../../auth/session.ts'
import { useCheckoutPage } from '../../checkout/use-checkout-page.ts'
import { useText } from '../../languages/use-text.tsx'
import { PageTitle } from '../../ui/layout/page-title.tsx'
import { Donating } from './donating.tsx'

export function DonatePage({ site }: { site: Site }) {
  const text = useText()
  const user = useUser()
  const personKey = usePersonKey()
  useCheckoutPage('donation', site)
  return (
    <>
      <PageTitle hint={text('donating.hint')}>{text('titles.donate')}</PageTitle>
      {/* The key clears the form after signing out, for the next person. */}
      <Donating key={personKey} user={user} payee={site.legalName} />
    </>
  )
}
