import { Button } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import type { AppSite } from '@petsetu/contract/site.ts'
import { useState } from 'react'
import { usePersonKey } from '../../auth/ended-session.ts'
import { ownerOf, useUser } from '../../auth/session.ts'
import { useCheckoutPage } from '../../checkout/use-checkout-page.ts'
import { RichText, useText } from '../../languages/use-text.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { PageTitle } from '../../ui/layout/page-title.tsx'
import { EmergencyBox } from './emergency-box.tsx'
import { Filing } from './filing.tsx'
import { UnsentComplaints } from './unsent-complaints.tsx'
import { useNewVersion } from './use-new-version.ts'

export function ComplaintPage({ site }: { site: AppSite }) {
  const text = useText()
  const user = useUser()
  const personKey = usePersonKey()
  useCheckoutPage('complaint', site)
  const [openedCount, setOpenedCount] = useState(0)
  const owner = ownerOf(user)
  const startNewVersion = useNewVersion(site.hasServiceWorker)
  return (
    <>
      <PageTitle hint={<AlreadyFiled />}>{text('titles.complaint')}</PageTitle>
      {startNewVersion && (
        <Notice kind="info">
          {text('unsent.newVersion')}{' '}
          <Button variant="subtle" px={0} my={-10} onClick={startNewVersion}>
            {text('unsent.startNewVersion')}
          </Button>
        </Notice>
      )}
      <EmergencyBox numbers={site.emergencyNumbers} helpline={site.helplinePhone} />
      <UnsentComplaints owner={owner} onOpen={() => setOpenedCount(openedCount + 1)} />
      {/* The key clears the form after signing out, for the next person, and fills it with an unsent complaint that was opened. */}
      <Filing key={`${personKey} ${openedCount}`} site={site} />
    </>
  )
}

function AlreadyFiled() {
  const text = useText()
  const link = <a href={paths.trackComplaint.to({})}>{text('complaintForm.track')}</a>
  return <RichText id="complaintForm.alreadyFiled" fill={{ link: () => link }} />
}
