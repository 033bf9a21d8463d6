import { Checkbox, Text } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { useForm } from '@mantine/form'
import { DUTIES, type Duty } from '@petsetu/contract/people/duties.ts'
import { type User, userCalls } from '@petsetu/contract/people/users.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useText } from '../../platform/languages/use-text.tsx'
import { keyOf } from '../../platform/lib/requests/call-query.ts'
import { request } from '../../platform/lib/requests/request.ts'
import { Dialog, type DialogHandle } from '../../platform/ui/feedback/dialog.tsx'
import { showSuccess } from '../../platform/ui/feedback/toast.ts'
import { DialogForm } from '../../platform/ui/form/dialog-form.tsx'
import { useSubmit } from '../../platform/ui/form/use-submit.ts'
import { currentUser } from '../auth/session.ts'
import { DUTY_NAMES } from './duties.tsx'

const HINTS: Record<Duty, PlainId> = {
  pets: 'duties.petsHint',
  cases: 'duties.casesHint',
  members: 'duties.membersHint',
  money: 'duties.moneyHint',
  settings: 'duties.settingsHint',
  privacy: 'duties.privacyHint',
}

/** Gives an admin all duties or some of them. */
export function DutiesDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const text = useText()
  const { id, username } = user
  const dialog = useRef<DialogHandle>(null)
  const queries = useQueryClient()
  const form = useForm({
    initialValues: { duties: [...(user.duties ?? DUTIES)] as string[] },
    validate: { duties: (duties) => (duties.length === 0 ? text('duties.chooseOne') : null) },
  })
  const { formProps, isBusy, otherFailure } = useSubmit(form, text('duties.giveFailed'), async ({ duties }) => {
    await request(userCalls.giveDuties, { params: { id: String(id) }, body: { duties: duties as Duty[] } })
    showSuccess(text('duties.given', { username }))
    dialog.current?.close()
    if (id === currentUser()?.id) dispatchEvent(new Event('duty_required'))
    await queries.invalidateQueries({ queryKey: keyOf(userCalls.listAll) })
  })

  return (
    <Dialog ref={dialog} title={text('duties.dutiesOf', { username })} onClose={onClose}>
      <DialogForm
        dialog={dialog}
        formProps={formProps}
        isBusy={isBusy}
        failure={otherFailure}
        submitLabel={text('duties.save')}
      >
        <Text mb="md">{text('duties.explanation', { username })}</Text>
        <Checkbox.Group aria-label={text('duties.dutiesOf', { username })} {...form.getInputProps('duties')} mb={16}>
          {DUTIES.map((duty) => (
            <Checkbox key={duty} value={duty} label={text(DUTY_NAMES[duty])} description={text(HINTS[duty])} mt={12} />
          ))}
        </Checkbox.Group>
      </DialogForm>
    </Dialog>
  )
}
