import { mailCalls } from '@petsetu/contract/mails.ts'
import { IconMailOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { useText } from '../../languages/use-text.tsx'
import { callQuery } from '../../lib/call-query.ts'
import type { LoadFirst } from '../../lib/first-data.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { FormSkeleton } from '../../ui/feedback/list-skeletons.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { PageTitle } from '../../ui/layout/page-title.tsx'
import { PreferencesForm } from './preferences-form.tsx'

function preferencesOf(token: string) {
  return callQuery(mailCalls.preferences, { params: { token } })
}

/** Which reminders an address gets, for whoever has the link of a reminder. Opening it changes nothing. */
export function PreferencesPage() {
  const text = useText()
  const { token = '' } = useParams()
  return (
    <>
      <PageTitle>{text('titles.mailPreferences')}</PageTitle>
      <Preferences token={token} />
    </>
  )
}

PreferencesPage.load = ((prefetch, { params: { token = '' } }) => prefetch(preferencesOf(token))) satisfies LoadFirst

function Preferences({ token }: { token: string }) {
  const text = useText()
  const preferences = useQuery(preferencesOf(token))
  const missing = (
    <EmptyState icon={<IconMailOff size={36} stroke={1.5} />} message={text('mailPreferences.missing')}>
      <p>{text('mailPreferences.missingHow')}</p>
    </EmptyState>
  )
  return (
    <Loaded
      query={preferences}
      skeleton={<FormSkeleton />}
      failure={text('mailPreferences.loadFailed')}
      missing={missing}
    >
      {({ data }) => <PreferencesForm token={token} preferences={data} />}
    </Loaded>
  )
}
