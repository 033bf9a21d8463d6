import { Button, Checkbox, CloseButton } from '@mantine/core'
import { useForm } from '@mantine/form'
import { DUTIES, type Duty } from '@petsetu/contract/duties.ts'
import { type User, userCalls } from '@petsetu/contract/users.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef } from 'react'
import { currentUser } from '../auth/session.ts'
import { useText } from '../languages/use-text.tsx'
import { keyOf } from '../lib/call-query.ts'
import { request } from '../lib/request.ts'
import classes from '../ui/feedback/confirm.module.css'
import { Notice } from '../ui/feedback/notice.tsx'
import { showSuccess } from '../ui/feedback/toast.ts'
import { useSubmit } from '../ui/form/use-submit.ts'
import { DUTY_NAMES } from './duty-names.ts'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'

const HINTS: Record<Duty, PlainId> = {
  pets: 'duties.petsHint',
  cases: 'duties.casesHint',
  members: 'duties.membersHint',
  money: 'duties.moneyHint',
  settings: 'duties.settingsHint',
}

/** Gives an admin all duties or some of them. */
export function DutiesDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const text = useText()
  const { id, username } = user
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const queries = useQueryClient()
  useEffect(() => dialog.current?.showModal(), [])
  const form = useForm({
    initialValues: { duties: [...(user.duties ?? DUTIES)] as string[] },
    validate: { duties: (duties) => (duties.length === 0 ? text('duties.chooseOne') : null) },
  })
  const { formProps, isBusy, failure } = useSubmit(form, text('duties.giveFailed'), async ({ duties }) => {
    await request(userCalls.giveDuties, { params: { id: String(id) }, body: { duties: duties as Duty[] } })
    showSuccess(text('duties.given', { username }))
    dialog.current?.close()
    if (id === currentUser()?.id) dispatchEvent(new Event('duty_required'))
    await queries.invalidateQueries({ queryKey: keyOf(userCalls.listAll) })
  })

  return (
    <dialog className={classes.dialog} ref={dialog} aria-labelledby={titleId} onClose={onClose}>
      <div className={classes.head}>
        <h2 id={titleId}>{text('duties.dutiesOf', { username })}</h2>
        <CloseButton aria-label={text('frame.close')} onClick={() => dialog.current?.close()} />
      </div>
      <form {...formProps}>
        <p className={classes.text}>{text('duties.explanation', { username })}</p>
        <Checkbox.Group aria-labelledby={titleId} {...form.getInputProps('duties')} mb={16}>
          {DUTIES.map((duty) => (
            <Checkbox key={duty} value={duty} label={text(DUTY_NAMES[duty])} description={text(HINTS[duty])} mt={12} />
          ))}
        </Checkbox.Group>
        {failure && !form.errors.duties && <Notice kind="failed">{failure}</Notice>}
        <div className={classes.buttons}>
          <Button variant="default" onClick={() => dialog.current?.close()}>
            {text('controls.cancel')}
          </Button>
          <Button type="submit" loading={isBusy}>
            {text('duties.save')}
          </Button>
        </div>
      </form>
    </dialog>
  )
}
