import { useForm } from '@mantine/form'
import { accountCalls } from '@petsetu/contract/account.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { useRef } from 'react'
import { PasswordField } from '../auth/password-field.tsx'
import { forgetDeletedUser } from '../auth/session.ts'
import { useText } from '../languages/use-text.tsx'
import { announceDeletion } from '../lib/account-deleted.ts'
import { leaveFor } from '../lib/leave-for.ts'
import { request } from '../lib/request.ts'
import { Dialog } from '../ui/feedback/dialog.tsx'
import { DialogForm } from '../ui/form/dialog-form.tsx'
import { useSubmit } from '../ui/form/use-submit.ts'
import { CodeField } from './code-field.tsx'

type Props = { username: string; hasSecondFactor: boolean; onClose: () => void }

export function DeleteAccountDialog({ username, hasSecondFactor, onClose }: Props) {
  const text = useText()
  const dialog = useRef<HTMLDialogElement>(null)
  const form = useForm({
    initialValues: { password: '', code: '' },
    validate: {
      password: (password) => (password ? null : text('problems.required', { field: text('labels.password') })),
      code: (code) => (code || !hasSecondFactor ? null : text('problems.required', { field: text('labels.code') })),
    },
  })
  const { formProps, isBusy, failure } = useSubmit(
    form,
    text('personalData.deleteFailed'),
    async ({ password, code }) => {
      await request(accountCalls.delete, { body: { password, ...(hasSecondFactor && { code }) } })
      announceDeletion()
      await forgetDeletedUser()
      await leaveFor(paths.home.to({}))
    },
  )

  return (
    <Dialog ref={dialog} title={text('personalData.question')} onClose={onClose}>
      <DialogForm
        dialog={dialog}
        formProps={formProps}
        isBusy={isBusy}
        failure={failure}
        submitLabel={text('personalData.delete')}
        isDangerous
      >
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
        {hasSecondFactor && <CodeField {...form.getInputProps('code')} />}
      </DialogForm>
    </Dialog>
  )
}
