import { Button } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { authCalls, PasswordChangeForm } from '@petsetu/contract/auth.ts'
import { useRef, useState } from 'react'
import { CallError, messageOf, request } from '../lib/request.ts'
import { useBusy } from '../lib/use-busy.ts'
import { focusFirstError } from '../ui/focus-first-error.ts'
import { keepFocus } from '../ui/keep-focus.ts'
import { Notice } from '../ui/notice.tsx'
import { PasswordField } from './password-field.tsx'
import classes from './sign-in-card.module.css'
import { StrengthHint } from './strength-hint.tsx'

const EMPTY = { currentPassword: '', newPassword: '', confirmPassword: '' }

export function ChangePasswordForm({ username }: { username: string }) {
  const [outcome, setOutcome] = useState<{ kind: 'done' | 'failed'; message: string } | null>(null)
  const element = useRef<HTMLFormElement>(null)
  const form = useForm({
    mode: 'controlled',
    initialValues: EMPTY,
    validate: schemaResolver(PasswordChangeForm, { sync: true }),
  })
  const [submit, isBusy] = useBusy(async ({ confirmPassword: _, ...body }: typeof EMPTY) => {
    setOutcome(null)
    try {
      await request(authCalls.changePassword, { body })
      form.reset()
      setOutcome({ kind: 'done', message: 'Your password is changed. Everywhere else you are logged out.' })
    } catch (error) {
      setOutcome({ kind: 'failed', message: messageOf(error, 'Failed to change the password. Please try again.') })
      if (!(error instanceof CallError)) return
      form.setErrors(error.fields)
      focusFirstError(element.current, error.fields)
    }
  })
  return (
    <form
      ref={element}
      className={classes.form}
      noValidate
      onSubmit={form.onSubmit(submit, (errors) => focusFirstError(element.current, errors))}
    >
      {/* A password manager looks here for whose password it is. */}
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        {...form.getInputProps('currentPassword')}
      />
      <div>
        <PasswordField label="New password" autoComplete="new-password" {...form.getInputProps('newPassword')} />
        <StrengthHint password={form.values.newPassword} names={[username]} />
      </div>
      <PasswordField
        label="Confirm new password"
        autoComplete="new-password"
        {...form.getInputProps('confirmPassword')}
      />
      {outcome && <Notice kind={outcome.kind}>{outcome.message}</Notice>}
      <Button type="submit" fullWidth loading={isBusy} onMouseDown={keepFocus}>
        Change password
      </Button>
    </form>
  )
}
