import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { authCalls } from '@petsetu/contract/people/auth.ts'
import { useEffect, useRef, useState } from 'react'
import { useText } from '../../platform/languages/use-text.tsx'
import { CallError, request } from '../../platform/lib/request.ts'
import { Notice } from '../../platform/ui/feedback/notice.tsx'
import { useLazyValidation } from '../../platform/ui/form/use-lazy-validation.ts'
import { useSubmit } from '../../platform/ui/form/use-submit.ts'
import { finishSignIn } from './finish-sign-in.ts'
import classes from './sign-in-card.module.css'
import { SignInCard } from './sign-in-card.tsx'

type Props = {
  username: string
  ticket: string
  /** The ticket is too old: the person has to begin again, with these words. */
  onExpired: (message: string) => void
}

/** The second step of a sign-in: a code of the authenticator app, or a recovery code. */
export function SecondStep({ username, ticket, onExpired }: Props) {
  const text = useText()
  const [isRecovery, setRecovery] = useState(false)
  const other = isRecovery ? 'signIn.useAppCode' : 'signIn.useRecoveryCode'
  return (
    <SignInCard
      title={text('titles.login')}
      hint={username}
      footer={
        <Button variant="subtle" onClick={() => setRecovery(!isRecovery)}>
          {text(other)}
        </Button>
      }
    >
      {/* The key gives each kind of code an empty field of its own. */}
      <StepForm key={other} isRecovery={isRecovery} ticket={ticket} onExpired={onExpired} />
    </SignInCard>
  )
}

const APP_CODE = { autoComplete: 'one-time-code', inputMode: 'numeric' } as const
const RECOVERY_CODE = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const

/** Asks for the code. */
export function StepForm({ isRecovery, ticket, onExpired }: Omit<Props, 'username'> & { isRecovery: boolean }) {
  const text = useText()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { code: '' },
    validate: useLazyValidation(async () => (await import('./auth-checks.ts')).CodeForm),
  })
  const { formProps, isBusy, failure } = useSubmit(form, text('signIn.codeFailed'), async ({ code }) => {
    try {
      finishSignIn((await request(authCalls.secondFactor, { body: { ticket, code } }, { token: '' })).reply)
    } catch (error) {
      if (!(error instanceof CallError && error.code === 'ticket_invalid')) throw error
      onExpired(error.message)
    }
  })
  return (
    <form {...formProps} className={classes.form}>
      <TextInput
        ref={field}
        label={text(isRecovery ? 'signIn.recoveryCode' : 'labels.code')}
        description={text(isRecovery ? 'signIn.recoveryCodeHint' : 'signIn.appCodeHint')}
        {...(isRecovery ? RECOVERY_CODE : APP_CODE)}
        required
        key={form.key('code')}
        {...form.getInputProps('code')}
      />
      {failure && !form.errors.code && <Notice kind="failed">{failure}</Notice>}
      <Button type="submit" fullWidth loading={isBusy}>
        {text('signIn.confirmCode')}
      </Button>
    </form>
  )
}
