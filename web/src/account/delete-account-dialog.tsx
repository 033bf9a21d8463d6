import { Button, CloseButton } from '@mantine/core'
import { useForm } from '@mantine/form'
import { accountCalls } from '@petsetu/contract/account.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { useEffect, useId, useRef } from 'react'
import { PasswordField } from '../auth/password-field.tsx'
import { forgetDeletedUser } from '../auth/session.ts'
import { useText } from '../languages/use-text.tsx'
import { announceDeletion } from '../lib/account-deleted.ts'
import { leaveFor } from '../lib/leave-for.ts'
import { request } from '../lib/request.ts'
import classes from '../ui/feedback/confirm.module.css'
import { Notice } from '../ui/feedback/notice.tsx'
import { useSubmit } from '../ui/form/use-submit.ts'

export function DeleteAccountDialog({ username, onClose }: { username: string; onClose: () => void }) {
  const text = useText()
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => dialog.current?.showModal(), [])
  const form = useForm({
    initialValues: { password: '' },
    validate: {
      password: (password) => (password ? null : text('problems.required', { field: text('labels.password') })),
    },
  })
  const { formProps, isBusy, failure } = useSubmit(form, text('personalData.deleteFailed'), async (body) => {
    await request(accountCalls.delete, { body })
    announceDeletion()
    await forgetDeletedUser()
    await leaveFor(paths.home.to({}))
  })

  return (
    <dialog className={classes.dialog} ref={dialog} aria-labelledby={titleId} onClose={onClose}>
      <div className={classes.head}>
        <h2 id={titleId}>{text('personalData.question')}</h2>
        <CloseButton aria-label={text('frame.close')} onClick={() => dialog.current?.close()} />
      </div>
      <form {...formProps}>
        <p>{text('personalData.deleted')}</p>
        <p>{text('personalData.kept')}</p>
        <p>{text('personalData.downloadFirst')}</p>
        {/* Password managers read the account's name from here. */}
        <input type="text" autoComplete="username" value={username} readOnly hidden />
        <PasswordField
          label={text('labels.password')}
          autoComplete="current-password"
          mb={16}
          {...form.getInputProps('password')}
        />
        {failure && <Notice kind="failed">{failure}</Notice>}
        <div className={classes.buttons}>
          <Button variant="default" onClick={() => dialog.current?.close()}>
            {text('controls.cancel')}
          </Button>
          <Button color="heart" type="submit" loading={isBusy}>
            {text('personalData.delete')}
          </Button>
        </div>
      </form>
    </dialog>
  )
}
