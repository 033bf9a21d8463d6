import { Checkbox } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { accountCalls } from '@petsetu/contract/people/account.ts'
import { useText } from '../../platform/languages/use-text.tsx'
import { requestData } from '../../platform/lib/request-data.ts'
import { FormSkeleton } from '../../platform/ui/feedback/list-skeletons.tsx'
import { Loaded } from '../../platform/ui/feedback/loaded.tsx'
import { useSave } from '../../platform/ui/form/use-save.ts'
import { ownAccount, useOwnAccount } from '../auth/own-account.ts'

/** The choice of reminders by email. One click changes and saves it. */
export function ReminderChoice() {
  const text = useText()
  const account = useOwnAccount()
  const choice = useSave({
    call: accountCalls.chooseReminders,
    send: choose,
    onSaved: (saved, _, queries) => queries.setQueryData(ownAccount.queryKey, saved),
    success: (saved) => text(saved.wants_reminders ? 'accountReminders.on' : 'accountReminders.off'),
    failure: { fallback: text('accountReminders.failed') },
  })
  return (
    <Loaded query={account} skeleton={<FormSkeleton />} failure={text('accountEmail.loadFailed')}>
      {({ wants_reminders }) => (
        <Checkbox
          label={text('signUp.reminders')}
          description={`${text('signUp.remindersHint')} ${text('mailPreferences.whatStays')}`}
          checked={wants_reminders}
          onChange={({ currentTarget }) => choice.start(currentTarget.checked)}
        />
      )}
    </Loaded>
  )
}

const choose = (wants_reminders: boolean) => requestData(accountCalls.chooseReminders, { body: { wants_reminders } })
