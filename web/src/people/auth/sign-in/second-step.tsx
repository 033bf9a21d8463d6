import { authCalls } from '@petsetu/contract/people/auth.ts'
import type { RejectedForm } from '@petsetu/contract/site/public-pages.ts'
import { visitorPaths } from '@petsetu/contract/visitor-paths.ts'
import { useEffect, useRef, useState } from 'react'
import { useText } from '../../../platform/languages/use-text.tsx'
import { CallError, request } from '../../../platform/lib/requests/request.ts'
import { Field } from '../../../platform/public-form/field.tsx'
import { ErrorSummary, FormButton, FormCard, PublicForm, useScript } from '../../../platform/public-form/form-card.tsx'
import styles from '../../../platform/public-form/public-form.module.css'
import { useSentForm } from '../../../platform/public-form/use-sent-form.ts'
import { useOwnDraft } from '../use-own-draft.ts'
import { finishSignIn } from './finish-sign-in.ts'

type Props = {
  username: string
  ticket: string
  next?: string | null
  rejected?: RejectedForm | null
  /** The ticket is too old: the person has to begin again, with these words. */
  onExpired: (message: string) => void
}

/** The second step of a sign-in: a code of the authenticator app, or a recovery code. */
export function SecondStep(props: Props) {
  const text = useText()
  const hasScript = useScript()
  const [isRecovery, setRecovery] = useState(false)
  const other = isRecovery ? 'signIn.useAppCode' : 'signIn.useRecoveryCode'
  return (
    <FormCard isNarrow title={text('titles.login')} hint={props.username}>
      {/* The key gives each kind of code an empty field of its own. */}
      <StepForm key={other} {...props} isRecovery={isRecovery} />
      {hasScript ? (
        <FormButton type="button" isSide onClick={() => setRecovery(!isRecovery)}>
          {text(other)}
        </FormButton>
      ) : (
        // The field takes both kinds.
        <p className={styles.hint}>{text('signIn.recoveryCodeHint')}</p>
      )}
    </FormCard>
  )
}

const APP_CODE = { autoComplete: 'one-time-code', inputMode: 'numeric' } as const
const RECOVERY_CODE = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const

/** Asks for the code. */
export function StepForm({
  username,
  isRecovery,
  ticket,
  next = null,
  rejected = null,
  onExpired,
}: Props & { isRecovery: boolean }) {
  const text = useText()
  const field = useRef<HTMLInputElement>(null)
  const hasScript = useScript()
  useEffect(() => field.current?.focus(), [])
  const form = useSentForm({
    initial: { code: '' },
    draft: useOwnDraft('sign-in-code'),
    loadSchema: async () => (await import('../auth-checks.ts')).CodeForm,
    neverKept: ['code'],
    rejected,
    failureText: text('signIn.codeFailed'),
    async send({ code }) {
      try {
        await finishSignIn((await request(authCalls.secondFactor, { body: { ticket, code } }, { token: '' })).reply)
      } catch (error) {
        if (!(error instanceof CallError && error.code === 'ticket_invalid')) throw error
        onExpired(error.message)
      }
    },
  })
  return (
    <PublicForm {...form.formProps} action={`${visitorPaths.login.pattern}/code`}>
      <ErrorSummary problem={form.rejected?.problem ?? null} fields={form.rejected?.fields} />
      <input type="hidden" name="ticket" value={ticket} />
      <input type="hidden" name="username" value={username} />
      {next !== null && <input type="hidden" name="next" value={next} />}
      <Field
        {...form.bind('code')}
        ref={field}
        label={text(isRecovery ? 'signIn.recoveryCode' : 'labels.code')}
        hint={text(isRecovery ? 'signIn.recoveryCodeHint' : 'signIn.appCodeHint')}
        {...(isRecovery ? RECOVERY_CODE : APP_CODE)}
        {...(!hasScript && { inputMode: 'text' })}
        required
      />
      {!form.hasFieldErrors && <ErrorSummary problem={form.failure} />}
      <FormButton isBusy={form.isBusy}>{text('signIn.confirmCode')}</FormButton>
    </PublicForm>
  )
}
