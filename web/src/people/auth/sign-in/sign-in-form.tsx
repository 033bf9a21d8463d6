import { authCalls } from '@petsetu/contract/people/auth.ts'
import type { BeforeLogin, RejectedForm } from '@petsetu/contract/site/public-pages.ts'
import { visitorPaths } from '@petsetu/contract/visitor-paths.ts'
import { useEffect, useState } from 'react'
import { useText } from '../../../platform/languages/use-text.tsx'
import { announceArrival } from '../../../platform/lib/address/arrival.ts'
import { CallError, messageOf, request } from '../../../platform/lib/requests/request.ts'
import { useBusy } from '../../../platform/lib/use-busy.ts'
import { Field, PasswordField } from '../../../platform/public-form/field.tsx'
import { ErrorSummary, FormButton, FormNote, PublicForm } from '../../../platform/public-form/form-card.tsx'
import styles from '../../../platform/public-form/public-form.module.css'
import { useSentForm } from '../../../platform/public-form/use-sent-form.ts'
import { canHavePasskeys, canOfferPasskeys, isDeclined } from '../browser-passkeys.ts'
import { useOwnDraft } from '../use-own-draft.ts'
import { finishSignIn } from './finish-sign-in.ts'

/** The password was right; a code has to follow. */
export type Started = { username: string; ticket: string }

type Props = {
  /** The name that the person typed before, or was given. */
  username?: string | undefined
  after?: BeforeLogin | null
  next?: string | null
  rejected?: RejectedForm | null
  /** Why the person has to begin again. */
  expired: string | null
  onTicket: (started: Started) => void
}

/** Asks for name and password: the one form with which somebody signs in, on the login page and where a session has ended. */
export function SignInForm({ username = '', after = null, next = null, rejected = null, expired, onTicket }: Props) {
  const text = useText()
  const form = useSentForm({
    initial: { username, password: '' },
    draft: useOwnDraft('sign-in'),
    loadSchema: async () => (await import('../auth-checks.ts')).Signin,
    neverKept: ['password'],
    rejected,
    failureText: text('signIn.failed'),
    async send(body) {
      try {
        const { reply } = await request(authCalls.signin, { body }, { token: '' })
        await form.forgetDraft()
        await finishSignIn(reply)
      } catch (error) {
        if (!(error instanceof CallError && error.ticket)) throw error
        onTicket({ username: body.username, ticket: error.ticket })
      }
    },
  })
  const { bind, failure, isBusy } = form
  const passkey = usePasskeySignIn()
  const isFirstTry = !failure && !expired && !form.rejected
  return (
    <PublicForm {...form.formProps} action={visitorPaths.login.pattern}>
      {after && isFirstTry && (
        <FormNote kind="done">
          <p>{text(after === 'register' ? 'signIn.registered' : 'signIn.passwordReset')}</p>
        </FormNote>
      )}
      {expired && !failure && (
        <FormNote kind="failed" takesFocus>
          <p>{expired}</p>
        </FormNote>
      )}
      <ErrorSummary problem={form.rejected?.problem ?? null} fields={form.rejected?.fields} />
      {next !== null && <input type="hidden" name="next" value={next} />}
      <Field
        {...bind('username')}
        label={text('labels.username')}
        hint={text('signIn.orEmail')}
        autoComplete="username webauthn"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <PasswordField {...bind('password')} label={text('labels.password')} autoComplete="current-password" />
      <ErrorSummary problem={failure} />
      <FormButton isBusy={isBusy}>{text('signIn.submit')}</FormButton>
      {passkey.isPossible && (
        <FormButton isSide type="button" isBusy={passkey.isBusy} onClick={passkey.start}>
          {text('signIn.byPasskey')}
        </FormButton>
      )}
      <ErrorSummary problem={passkey.failure} />
      <p className={styles.footer}>
        <a href={visitorPaths.forgotPassword.to({})} onClick={announceArrival}>
          {text('signIn.forgot')}
        </a>
      </p>
    </PublicForm>
  )
}

/**
 * Signs in with a passkey: while the login page is open, the browser offers the passkeys of this site in the field of the username
 * (which needs `autocomplete="username webauthn"`); `start` asks for one at once. `isPossible` says whether to show the button.
 */
function usePasskeySignIn() {
  const text = useText()
  const [isPossible, setPossible] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  useEffect(() => {
    let isOpen = true
    let stop = () => {}
    async function offer() {
      setPossible(canHavePasskeys())
      if (!(await canOfferPasskeys())) return
      const { cancelOffer, offerPasskeys } = await passkeys()
      if (!isOpen) return
      stop = cancelOffer
      await offerPasskeys(() => isOpen)
    }
    void offer().catch((error: unknown) => {
      // Nobody has asked for it, so a server that cannot be reached says nothing here.
      if (isOpen && error instanceof CallError) setFailure(error.message)
    })
    return () => {
      isOpen = false
      stop()
    }
  }, [])

  const [start, isBusy] = useBusy(async () => {
    setFailure(null)
    try {
      await (await passkeys()).signInWithPasskey('asked for')
    } catch (error) {
      if (!isDeclined(error)) setFailure(messageOf(error, text('signIn.passkeyFailed')))
    }
  })
  return { isPossible, isBusy, failure, start: () => void start() }
}

// Loaded after the page: most people sign in without them.
const passkeys = () => import('./passkey-sign-in.ts')
