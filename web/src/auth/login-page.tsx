import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { authCalls } from '@petsetu/contract/auth.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { groupPetId } from '@petsetu/contract/pet-id.ts'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { RichText, useText } from '../languages/use-text.tsx'
import { CallError, request } from '../lib/request.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import { useLazyValidation } from '../ui/form/use-lazy-validation.ts'
import { useSubmit } from '../ui/form/use-submit.ts'
import { finishSignIn } from './finish-sign-in.ts'
import { tagOf } from './landing.ts'
import { PasswordField } from './password-field.tsx'
import { SecondStep } from './second-step.tsx'
import { useUser } from './session.ts'
import classes from './sign-in-card.module.css'
import { SignInCard } from './sign-in-card.tsx'
import { SignedInRedirect, useNext } from './signed-in-redirect.tsx'

/** Set by the page from which somebody comes, in the history entry, so that it survives a reload. */
export type FromSignup = { registeredAs: string }
export type FromReset = { isPasswordReset: true }

/** The password was right; a code has to follow. */
type Started = { username: string; ticket: string }

export function LoginPage() {
  const text = useText()
  const user = useUser()
  const next = useNext()
  const tag = tagOf(next)
  const [started, setStarted] = useState<Started | null>(null)
  const [expired, setExpired] = useState<string | null>(null)
  if (user) return <SignedInRedirect user={user} />
  if (started && !expired) return <SecondStep {...started} onExpired={setExpired} />
  return (
    <SignInCard
      title={text('titles.login')}
      hint={tag ? text('signIn.forTag', { tag: groupPetId(tag) }) : text(next ? 'signIn.askedFor' : 'signIn.welcome')}
      footer={
        <RichText
          id="signIn.newHere"
          fill={{ link: (content) => <Link to={paths.register.to({}, { next })}>{content}</Link> }}
        />
      }
    >
      <LoginForm
        username={started?.username}
        expired={expired}
        onTicket={(next) => {
          setStarted(next)
          setExpired(null)
        }}
      />
    </SignInCard>
  )
}

type LoginFormProps = {
  /** What the person typed before. */
  username: string | undefined
  /** Why the person has to begin again. */
  expired: string | null
  onTicket: (started: Started) => void
}

function LoginForm({ username, expired, onTicket }: LoginFormProps) {
  const text = useText()
  const { registeredAs, isPasswordReset } = (useLocation().state ?? {}) as Partial<FromSignup & FromReset>
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { username: username ?? registeredAs ?? '', password: '' },
    validate: useLazyValidation(async () => (await import('./auth-checks.ts')).Signin),
  })
  const { formProps, isBusy, failure } = useSubmit(form, text('signIn.failed'), async (body) => {
    try {
      finishSignIn((await request(authCalls.signin, { body })).reply)
    } catch (error) {
      if (!(error instanceof CallError && error.ticket)) throw error
      onTicket({ username: body.username, ticket: error.ticket })
    }
  })
  const isFirstTry = !failure && !expired
  return (
    <form {...formProps} className={classes.form}>
      {registeredAs !== undefined && isFirstTry && <Notice kind="done">{text('signIn.registered')}</Notice>}
      {isPasswordReset && isFirstTry && <Notice kind="done">{text('signIn.passwordReset')}</Notice>}
      {expired && !failure && (
        <Notice kind="failed" takesFocus>
          {expired}
        </Notice>
      )}
      <TextInput
        label={text('labels.username')}
        description={text('signIn.orEmail')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        key={form.key('username')}
        {...form.getInputProps('username')}
      />
      <PasswordField
        label={text('labels.password')}
        autoComplete="current-password"
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
      {failure && <Notice kind="failed">{failure}</Notice>}
      <Button type="submit" fullWidth loading={isBusy}>
        {text('signIn.submit')}
      </Button>
      <Link className={classes.forgot ?? ''} to={paths.forgotPassword.to({})}>
        {text('signIn.forgot')}
      </Link>
    </form>
  )
}
