import { Button, TextInput } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import { authCalls } from '@petsetu/contract/people/auth.ts'
import { Link, useLocation } from 'react-router'
import { useText } from '../../platform/languages/use-text.tsx'
import { CallError, request } from '../../platform/lib/request.ts'
import { useDraftedForm } from '../../platform/lib/use-drafted-form.ts'
import { Notice } from '../../platform/ui/feedback/notice.tsx'
import { useLazyValidation } from '../../platform/ui/form/use-lazy-validation.ts'
import { useSubmit } from '../../platform/ui/form/use-submit.ts'
import { finishSignIn } from './finish-sign-in.ts'
import { PasswordField } from './password-field.tsx'
import classes from './sign-in-card.module.css'
import { useOwnDraft } from './use-own-draft.ts'
import { usePasskeySignIn } from './use-passkey-sign-in.ts'

/** Set by the page from which somebody comes, in the history entry, so that it survives a reload. */
export type FromSignup = { registeredAs: string }
export type FromReset = { isPasswordReset: true }

/** The password was right; a code has to follow. */
export type Started = { username: string; ticket: string }

type LoginFormProps = {
  /** The username that the person typed before. */
  username: string | undefined
  /** Why the person has to begin again. */
  expired: string | null
  onTicket: (started: Started) => void
}

/** Asks for name and password. */
export function LoginForm({ username, expired, onTicket }: LoginFormProps) {
  const text = useText()
  const { registeredAs, isPasswordReset } = (useLocation().state ?? {}) as Partial<FromSignup & FromReset>
  const { form, forgetDraft } = useDraftedForm({
    initial: { username: username ?? registeredAs ?? '', password: '' },
    draft: useOwnDraft('sign-in'),
    errorsOf: useLazyValidation(async () => (await import('./auth-checks.ts')).Signin),
    checksOnBlur: false,
    neverKept: ['password'],
  })
  const { formProps, isBusy, failure } = useSubmit(form, text('signIn.failed'), async (body) => {
    try {
      const { reply } = await request(authCalls.signin, { body }, { token: '' })
      await forgetDraft()
      finishSignIn(reply)
    } catch (error) {
      if (!(error instanceof CallError && error.ticket)) throw error
      onTicket({ username: body.username, ticket: error.ticket })
    }
  })
  const passkey = usePasskeySignIn()
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
        autoComplete="username webauthn"
        autoCapitalize="none"
        spellCheck={false}
        required
        {...form.getInputProps('username')}
      />
      <PasswordField
        label={text('labels.password')}
        autoComplete="current-password"
        {...form.getInputProps('password')}
      />
      {failure && <Notice kind="failed">{failure}</Notice>}
      <Button type="submit" fullWidth loading={isBusy}>
        {text('signIn.submit')}
      </Button>
      {passkey.isPossible && (
        <Button variant="default" fullWidth loading={passkey.isBusy} onClick={passkey.start}>
          {text('signIn.byPasskey')}
        </Button>
      )}
      {passkey.failure && <Notice kind="failed">{passkey.failure}</Notice>}
      <Link className={classes.forgot ?? ''} to={paths.forgotPassword.to({})}>
        {text('signIn.forgot')}
      </Link>
    </form>
  )
}
