import { Button, Checkbox } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { type MailPreferences, mailCalls, type ReminderKind } from '@petsetu/contract/office/mails.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useParams } from 'react-router'
import { useText } from '../../../platform/languages/use-text.tsx'
import { callQuery } from '../../../platform/lib/call-query.ts'
import type { PageLoader } from '../../../platform/lib/first-data.ts'
import { request } from '../../../platform/lib/request.ts'
import { EmptyState } from '../../../platform/ui/feedback/empty-state.tsx'
import { FormSkeleton } from '../../../platform/ui/feedback/list-skeletons.tsx'
import { Loaded } from '../../../platform/ui/feedback/loaded.tsx'
import { useSave } from '../../../platform/ui/form/use-save.ts'
import { PageTitle } from '../../../platform/ui/layout/page-title.tsx'

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

PreferencesPage.load = ((prefetch, { params: { token = '' } }) => prefetch(preferencesOf(token))) satisfies PageLoader

function Preferences({ token }: { token: string }) {
  const text = useText()
  const preferences = useQuery(preferencesOf(token))
  const missing = (
    <EmptyState picture="letters" message={text('mailPreferences.missing')}>
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

const LABELS: Record<ReminderKind, PlainId> = {
  'membership-ends': 'mailPreferences.membershipEnds',
  'care-due': 'mailPreferences.careDue',
}

type Props = { token: string; preferences: MailPreferences }

/** One box for each kind of reminder. */
function PreferencesForm({ token, preferences: { address, reminders } }: Props) {
  const text = useText()
  const [off, setOff] = useState(reminders.filter(({ is_on }) => !is_on).map(({ kind }) => kind))
  const choice = useSave({
    call: mailCalls.choose,
    send: (kinds: ReminderKind[]) => request(mailCalls.choose, { params: { token }, body: { off: kinds } }),
    invalidates: [mailCalls.preferences],
    success: () => text('mailPreferences.saved'),
    failure: { fallback: text('mailPreferences.saveFailed') },
  })
  const turn = (kind: ReminderKind, isOn: boolean) =>
    setOff(isOn ? off.filter((other) => other !== kind) : [...off, kind])
  const save = (event: FormEvent) => {
    event.preventDefault()
    choice.start(off)
  }
  return (
    <form onSubmit={save}>
      <p>{text('mailPreferences.intro', { address })}</p>
      {reminders.map(({ kind }) => (
        <Checkbox
          key={kind}
          my={16}
          label={text(LABELS[kind])}
          checked={!off.includes(kind)}
          onChange={(event) => turn(kind, event.currentTarget.checked)}
        />
      ))}
      <p>{text('mailPreferences.whatStays')}</p>
      <Button type="submit" mt={16} loading={choice.isBusy}>
        {text('mailPreferences.save')}
      </Button>
    </form>
  )
}
