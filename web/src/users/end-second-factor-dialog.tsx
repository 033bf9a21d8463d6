import { Button, CloseButton, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type ListedUser, userCalls } from '@petsetu/contract/users.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef } from 'react'
import { useText } from '../languages/use-text.tsx'
import { keyOf } from '../lib/call-query.ts'
import { request } from '../lib/request.ts'
import classes from '../ui/feedback/confirm.module.css'
import { Notice } from '../ui/feedback/notice.tsx'
import { showSuccess } from '../ui/feedback/toast.ts'
import { useSubmit } from '../ui/form/use-submit.ts'

const REASON_MAX = 200

/** Ends the second factor of somebody who has lost it; the reason goes into the log. */
export function EndSecondFactorDialog({ user, onClose }: { user: ListedUser; onClose: () => void }) {
  const text = useText()
  const { id, username } = user
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const queries = useQueryClient()
  useEffect(() => dialog.current?.showModal(), [])
  const form = useForm({ mode: 'uncontrolled', initialValues: { reason: '' } })
  const failureText = text('users.endSecondFactorFailed')
  const { formProps, isBusy, failure } = useSubmit(form, failureText, async (body) => {
    await request(userCalls.endSecondFactor, { params: { id: String(id) }, body })
    showSuccess(text('users.secondFactorEnded', { username }))
    dialog.current?.close()
    await queries.invalidateQueries({ queryKey: keyOf(userCalls.listAll) })
  })

  return (
    <dialog className={classes.dialog} ref={dialog} aria-labelledby={titleId} onClose={onClose}>
      <div className={classes.head}>
        <h2 id={titleId}>{text('users.endSecondFactorQuestion', { username })}</h2>
        <CloseButton aria-label={text('frame.close')} onClick={() => dialog.current?.close()} />
      </div>
      <form {...formProps}>
        <p className={classes.text}>{text('users.endSecondFactorExplanation')}</p>
        <TextInput
          label={text('users.endSecondFactorReason')}
          maxLength={REASON_MAX}
          required
          mb={16}
          key={form.key('reason')}
          {...form.getInputProps('reason')}
        />
        {failure && !form.errors.reason && <Notice kind="failed">{failure}</Notice>}
        <div className={classes.buttons}>
          <Button variant="default" onClick={() => dialog.current?.close()}>
            {text('controls.cancel')}
          </Button>
          <Button color="heart" type="submit" loading={isBusy}>
            {text('users.endSecondFactor')}
          </Button>
        </div>
      </form>
    </dialog>
  )
}
