import { Button, Checkbox } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { type MailPreferences, mailCalls, type ReminderKind } from '@petsetu/contract/mails.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { type FormEvent, useState } from 'react'
import { useText } from '../../languages/use-text.tsx'
import { request } from '../../lib/request.ts'
import { useSave } from '../../ui/form/use-save.ts'

const LABELS: Record<ReminderKind, PlainId> = {
  'membership-ends': 'mailPreferences.membershipEnds',
  'care-due': 'mailPreferences.careDue',
}

type Props = { token: string; preferences: MailPreferences }

/** One box for each kind of reminder. */
export function PreferencesForm({ token, preferences: { address, reminders } }: Props) {
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
