import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { authCalls } from '@petsetu/contract/auth.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { request } from '../lib/request.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import { useLazyValidation } from '../ui/form/use-lazy-validation.ts'
import { useSubmit } from '../ui/form/use-submit.ts'
import type { FromSignup } from './login-page.tsx'
import { PasswordField } from './password-field.tsx'
import { useUser } from './session.ts'
import classes from './sign-in-card.module.css'
import { SignInCard } from './sign-in-card.tsx'
import { SignedInRedirect, useNext } from './signed-in-redirect.tsx'
import { StrengthHint } from './strength-hint.tsx'

export function RegisterPage() {
  const user = useUser()
  const next = useNext()
  if (user) return <SignedInRedirect user={user} />
  return (
    <SignInCard
      title="Register"
      hint="One account for all your pets."
      footer={
        <>
          Have an account already? <Link to={paths.login.to({}, { next })}>Login</Link>
        </>
      }
    >
      <RegisterForm next={next} />
    </SignInCard>
  )
}

function RegisterForm({ next }: { next: string | null }) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState({ username: '', password: '' })
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { username: '', email: '', password: '', confirmPassword: '' },
    validate: useLazyValidation(async () => (await import('./auth-checks.ts')).SignupForm),
    onValuesChange: setTyped,
  })
  const failureText = 'Registration failed. Please try again.'
  const { formProps, isBusy, failure } = useSubmit(form, failureText, async ({ confirmPassword: _, ...body }) => {
    const { reply } = await request(authCalls.signup, { body })
    const state: FromSignup = { registeredAs: reply.username }
    await navigate(paths.login.to({}, { next }), { state })
  })
  return (
    <form {...formProps} className={classes.form}>
      <TextInput
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        key={form.key('username')}
        {...form.getInputProps('username')}
      />
      <TextInput
        label="Email"
        type="email"
        autoComplete="email"
        required
        key={form.key('email')}
        {...form.getInputProps('email')}
      />
      <div>
        <PasswordField
          label="Password"
          autoComplete="new-password"
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <StrengthHint password={typed.password} names={[typed.username]} />
      </div>
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        key={form.key('confirmPassword')}
        {...form.getInputProps('confirmPassword')}
      />
      {failure && <Notice kind="failed">{failure}</Notice>}
      <Button type="submit" fullWidth loading={isBusy}>
        Register
      </Button>
    </form>
  )
}
