import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { authCalls } from '@petsetu/contract/auth.ts'
import { useState } from 'react'
import { PasswordField } from '../auth/password-field.tsx'
import { StrengthHint } from '../auth/strength-hint.tsx'
import { useText } from '../languages/use-text.tsx'
import { request } from '../lib/request.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import { keepFocus } from '../ui/form/keep-focus.ts'
import { useLazyValidation } from '../ui/form/use-lazy-validation.ts'
import { useSubmit } from '../ui/form/use-submit.ts'
import classes from './account-page.module.css'

const EMPTY = { currentPassword: '', newPassword: '', confirmPassword: '' }

export function ChangePasswordForm({ username }: { username: string }) {
  const text = useText()
  const [isDone, setDone] = useState(false)
  const form = useForm({
    mode: 'controlled',
    initialValues: EMPTY,
    validate: useLazyValidation(async () => (await import('../auth/auth-checks.ts')).PasswordChangeForm),
  })
  const failureText = text('password.changeFailed')
  const { formProps, isBusy, failure } = useSubmit(form, failureText, async ({ confirmPassword: _, ...body }) => {
    setDone(false)
    await request(authCalls.changePassword, { body })
    form.reset()
    setDone(true)
  })
  return (
    <form {...formProps} className={classes.form}>
      {/* Password managers read the account's name from here. */}
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <PasswordField
        label={text('labels.currentPassword')}
        autoComplete="current-password"
        {...form.getInputProps('currentPassword')}
      />
      <div>
        <PasswordField
          label={text('labels.newPassword')}
          autoComplete="new-password"
          {...form.getInputProps('newPassword')}
        />
        <StrengthHint password={form.values.newPassword} names={[username]} />
      </div>
      <PasswordField
        label={text('password.confirmNew')}
        autoComplete="new-password"
        {...form.getInputProps('confirmPassword')}
      />
      {failure && <Notice kind="failed">{failure}</Notice>}
      {isDone && <Notice kind="done">{text('password.changed')}</Notice>}
      <Button type="submit" variant="default" fullWidth loading={isBusy} onMouseDown={keepFocus}>
        {text('password.change')}
      </Button>
    </form>
  )
}
