import { Checkbox, Text } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { useForm } from '@mantine/form'
import { DUTIES, type Duty } from '@petsetu/contract/people/duties.ts'
import { DUTY_LABELS } from '@petsetu/contract/people/duty-labels.ts'
import { User, userCalls } from '@petsetu/contract/people/users.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useText } from '../../platform/languages/use-text.tsx'
import { refetch } from '../../platform/lib/requests/call-query.ts'
import { CallError, request } from '../../platform/lib/requests/request.ts'
import type { DialogHandle } from '../../platform/ui/dialog/dialog.tsx'
import { FormDialog } from '../../platform/ui/dialog/form-dialog.tsx'
import { Notice } from '../../platform/ui/feedback/notice.tsx'
import { showSuccess } from '../../platform/ui/feedback/toast.ts'
import { useSubmit } from '../../platform/ui/form/use-submit.ts'
import { currentUser } from '../auth/session.ts'

const HINTS: Record<Duty, PlainId> = {
  pets: 'duties.petsHint',
  cases: 'duties.casesHint',
  members: 'duties.membersHint',
  money: 'duties.moneyHint',
  settings: 'duties.settingsHint',
  privacy: 'duties.privacyHint',
}

/** The duties that a change starts from, and whether another admin has given them since the dialog was opened. */
type Base = { before: readonly Duty[]; isNewer: boolean }

/** The duties that another admin has given meanwhile; null for any other failure. */
function givenMeanwhile(error: unknown): readonly Duty[] | null {
  if (!(error instanceof CallError) || error.code !== 'changed_meanwhile') return null
  const stored = User.safeParse(error.current).data
  return stored ? (stored.duties ?? DUTIES) : null
}

/** Gives an admin all duties or some of them. */
export function DutiesDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const text = useText()
  const { id, username } = user
  const dialog = useRef<DialogHandle>(null)
  const queries = useQueryClient()
  const [{ before, isNewer }, setBase] = useState<Base>({ before: user.duties ?? DUTIES, isNewer: false })
  const form = useForm({
    initialValues: { duties: [...before] as string[] },
    validate: { duties: (duties) => (duties.length === 0 ? text('duties.chooseOne') : null) },
  })
  const submit = useSubmit(form, text('duties.giveFailed'), async ({ duties }) => {
    try {
      const body = { duties: duties as Duty[], before: [...before] }
      await request(userCalls.giveDuties, { params: { id: String(id) }, body })
    } catch (error) {
      const stored = givenMeanwhile(error)
      if (!stored) throw error
      setBase({ before: stored, isNewer: true })
      form.setValues({ duties: [...stored] })
      return refresh()
    }
    showSuccess(text('duties.given', { username }))
    dialog.current?.close()
    if (id === currentUser()?.id) dispatchEvent(new Event('duty_required'))
    await refresh()
  })

  const refresh = () => refetch(queries, userCalls.listAll, userCalls.read)

  return (
    <FormDialog
      ref={dialog}
      title={text('duties.dutiesOf', { username })}
      {...submit}
      failure={submit.otherFailure}
      submitLabel={text('duties.save')}
      onClose={onClose}
    >
      <Text mb="md">{text('duties.explanation', { username })}</Text>
      {isNewer && <Notice kind="failed">{text('duties.changedMeanwhile')}</Notice>}
      <Checkbox.Group aria-label={text('duties.dutiesOf', { username })} {...form.getInputProps('duties')} mb={16}>
        {DUTIES.map((duty) => (
          <Checkbox key={duty} value={duty} label={text(DUTY_LABELS[duty])} description={text(HINTS[duty])} mt={12} />
        ))}
      </Checkbox.Group>
    </FormDialog>
  )
}
