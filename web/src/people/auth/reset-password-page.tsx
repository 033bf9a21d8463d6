import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { paths } from '@petsetu/contract/paths.ts'
import { recoveryCalls } from '@petsetu/contract/people/recovery.ts'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { RichText, useText } from '../../platform/languages/use-text.tsx'
import { request } from '../../platform/lib/request.ts'
import { Notice } from '../../platform/ui/feedback/notice.tsx'
import { useLazyValidation } from '../../platform/ui/form/use-lazy-validation.ts'
import { useSubmit } from '../../platform/ui/form/use-submit.ts'
import type { FromReset } from './login-form.tsx'
import { PasswordField } from './password-field.tsx'
import { currentUser, signOut } from './session.ts'
import classes from './sign-in-card.module.css'
import { SignInCard } from './sign-in-card.tsx'
import { StrengthHint } from './strength-hint.tsx'
import { useLinkToken } from './use-link-token.ts'

export function ResetPasswordPage() {
  const text = useText()
  const token = useLinkToken()
  return (
    <SignInCard
      title={text('titles.resetPassword')}
      hint={text('recover.resetHint')}
      footer={
        <RichText
          id="recover.askAgain"
          fill={{ link: (content) => <Link to={paths.forgotPassword.to({})}>{content}</Link> }}
        />
      }
    >
      {token ? <ResetForm token={token} /> : <Notice kind="failed">{text('recover.noLink')}</Notice>}
    </SignInCard>
  )
}

function ResetForm({ token }: { token: string }) {
  const text = useText()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '', confirmPassword: '' },
    validate: useLazyValidation(async () => (await import('./auth-checks.ts')).PasswordResetForm),
    onValuesChange: ({ password }) => setTyped(password),
  })
  const { formProps, isBusy, failure } = useSubmit(form, text('recover.saveFailed'), async ({ password }) => {
    await request(recoveryCalls.resetPassword, { body: { token, password } })
    // All sessions of the account have ended, and the login is not for somebody who is signed in.
    if (currentUser()) await signOut()
    const state: FromReset = { isPasswordReset: true }
    await navigate(paths.login.to({}), { state, replace: true })
  })
  return (
    <form {...formProps} className={classes.form}>
      <div>
        <PasswordField
          label={text('labels.newPassword')}
          autoComplete="new-password"
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <StrengthHint password={typed} names={[]} />
      </div>
      <PasswordField
        label={text('password.confirmNew')}
        autoComplete="new-password"
        key={form.key('confirmPassword')}
        {...form.getInputProps('confirmPassword')}
      />
      {failure && <Notice kind="failed">{failure}</Notice>}
      <Button type="submit" fullWidth loading={isBusy}>
        {text('recover.save')}
      </Button>
    </form>
  )
}
