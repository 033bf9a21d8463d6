import { recoveryCalls } from '@petsetu/contract/people/auth.ts'
import { PASSWORD_LENGTH_MIN } from '@petsetu/contract/people/password-rules.ts'
import type { RecoveryView, RejectedForm } from '@petsetu/contract/site/public-pages.ts'
import { visitorPaths } from '@petsetu/contract/visitor-paths.ts'
import { useState } from 'react'
import { LanguageForm } from '../../../platform/languages/language-form.tsx'
import { useText } from '../../../platform/languages/use-text.tsx'
import { announceArrival } from '../../../platform/lib/address/arrival.ts'
import { navigateAway } from '../../../platform/lib/address/navigate-away.ts'
import { request } from '../../../platform/lib/requests/request.ts'
import { Field, PasswordField } from '../../../platform/public-form/field.tsx'
import { ErrorSummary, FormButton, FormCard, FormNote, PublicForm } from '../../../platform/public-form/form-card.tsx'
import styles from '../../../platform/public-form/public-form.module.css'
import { useSentForm } from '../../../platform/public-form/use-sent-form.ts'
import { StrengthHint } from '../password/strength-hint.tsx'
import { currentUser, signOut } from '../session.ts'
import { tellLogin, useArrival } from '../sign-in/before-login.ts'
import { useOwnDraft } from '../use-own-draft.ts'
import { LinkPage, useLinkToken } from './link-page.tsx'

/** The pages of somebody who has lost a way in, and of the links in our mails. One script serves all of them, so that the second loads at once. */
export function RecoveryPages({ view }: { view: RecoveryView }) {
  useArrival()
  if (view.kind === 'forgotPassword') return <ForgotPasswordPage view={view} />
  if (view.kind === 'resetPassword') return <ResetPasswordPage view={view} />
  if (view.kind === 'confirmEmail') return <ConfirmEmailPage view={view} />
  return <UndoEmailChangePage view={view} />
}

/** The languages of these pages. Without a script the token of a link stays in the address. */
export function RecoveryLanguages({ view }: { view: RecoveryView }) {
  return <LanguageForm token={view.kind === 'forgotPassword' ? null : view.token} />
}

function ConfirmEmailPage({ view }: { view: Extract<RecoveryView, { kind: 'confirmEmail' }> }) {
  const text = useText()
  const toAccount = (
    <a className={styles.main} href={visitorPaths.account.to({})}>
      {text('recover.toAccount')}
    </a>
  )
  return (
    <LinkPage
      view={view}
      title={text('titles.confirmEmail')}
      hint={view.hint ?? text('recover.confirmHint')}
      footer={<a href={visitorPaths.contact.to({})}>{text('frame.contactUs')}</a>}
      action={visitorPaths.confirmEmail.pattern}
      label={text('recover.confirm')}
      failureText={text('recover.confirmFailed')}
      dead={{ message: text('recover.confirmDead'), next: toAccount }}
      send={async (token) => (await request(recoveryCalls.confirmEmail, { body: { token } })).reply.message}
      answered={(message) => ({
        message,
        next: (
          <>
            <p>{text('recover.confirmNext')}</p>
            {toAccount}
          </>
        ),
      })}
    />
  )
}

function UndoEmailChangePage({ view }: { view: Extract<RecoveryView, { kind: 'undoEmailChange' }> }) {
  const text = useText()
  return (
    <LinkPage
      view={view}
      title={text('titles.undoEmailChange')}
      hint={view.hint ?? text('recover.undoHint')}
      footer={text('recover.undoNot')}
      action={visitorPaths.undoEmailChange.pattern}
      label={text('recover.undo')}
      failureText={text('recover.undoFailed')}
      dead={{
        message: text('recover.undoDead'),
        next: (
          <a className={styles.main} href={visitorPaths.contact.to({})}>
            {text('frame.contactUs')}
          </a>
        ),
      }}
      send={async (token) => {
        const { reply } = await request(recoveryCalls.undoEmailChange, { body: { token } })
        return { message: reply.message, resetPath: reply.reset_path }
      }}
      answered={({ message, resetPath }) => ({
        message,
        next: (
          <a className={styles.main} href={resetPath}>
            {text('titles.resetPassword')}
          </a>
        ),
      })}
    />
  )
}

type ForgotView = Extract<RecoveryView, { kind: 'forgotPassword' }>

function ForgotPasswordPage({ view }: { view: ForgotView }) {
  const text = useText()
  const [answer, setAnswer] = useState(view.answer)
  return (
    <FormCard
      isNarrow
      picture="/drawing-letters.svg"
      title={text('titles.forgotPassword')}
      hint={text('recover.forgotHint')}
      footer={
        <a href={visitorPaths.login.to({})} onClick={announceArrival}>
          {text('recover.backToLogin')}
        </a>
      }
    >
      {answer === null ? (
        <ForgotForm view={view} onSent={setAnswer} />
      ) : (
        <FormNote kind="done" takesFocus>
          <p>{answer}</p>
        </FormNote>
      )}
    </FormCard>
  )
}

function ForgotForm({ view, onSent }: { view: ForgotView; onSent: (answer: string) => void }) {
  const text = useText()
  const form = useSentForm({
    initial: { login: '' },
    draft: useOwnDraft('forgot-password'),
    loadSchema: async () => (await import('../auth-checks.ts')).ForgotPassword,
    rejected: view.rejected,
    failureText: text('recover.sendFailed'),
    async send(body) {
      const { reply } = await request(recoveryCalls.forgotPassword, { body })
      await form.forgetDraft()
      onSent(reply.message)
    },
  })
  return (
    <PublicForm {...form.formProps} action={visitorPaths.forgotPassword.pattern}>
      <ErrorSummary problem={form.rejected?.problem ?? null} fields={form.rejected?.fields} />
      <Field
        {...form.bind('login')}
        label={text('labels.login')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <ErrorSummary problem={form.failure} />
      <FormButton isBusy={form.isBusy}>{text('recover.send')}</FormButton>
    </PublicForm>
  )
}

function ResetPasswordPage({ view }: { view: Extract<RecoveryView, { kind: 'resetPassword' }> }) {
  const text = useText()
  const token = useLinkToken(view.token)
  if (!token)
    return (
      <FormCard isNarrow picture="/drawing-link.svg" title={text('titles.resetPassword')}>
        <FormNote kind="failed">
          <p>{text('recover.noLink')}</p>
        </FormNote>
        <a className={styles.main} {...toNewLink}>
          {text('recover.askAgain')}
        </a>
      </FormCard>
    )
  return (
    <FormCard
      isNarrow
      title={text('titles.resetPassword')}
      hint={text('recover.resetHint')}
      footer={
        <a href={visitorPaths.login.to({})} onClick={announceArrival}>
          {text('recover.backToLogin')}
        </a>
      }
    >
      <ResetForm token={token} rejected={view.rejected} />
    </FormCard>
  )
}

const toNewLink = { href: visitorPaths.forgotPassword.to({}), onClick: announceArrival }

function ResetForm({ token, rejected }: { token: string; rejected: RejectedForm | null }) {
  const text = useText()
  const form = useSentForm({
    initial: { password: '', confirmPassword: '' },
    draft: useOwnDraft('reset-password'),
    loadSchema: async () => (await import('../auth-checks.ts')).PasswordResetForm,
    neverKept: ['password', 'confirmPassword'],
    rejected,
    failureText: text('recover.saveFailed'),
    async send({ password }) {
      await request(recoveryCalls.resetPassword, { body: { token, password } })
      // All sessions of the account have ended, and the login is not for somebody who is signed in.
      if (currentUser()) await signOut()
      tellLogin({ after: 'reset', username: '' })
      await navigateAway(visitorPaths.login.to({}))
    },
  })
  return (
    <PublicForm {...form.formProps} action={visitorPaths.resetPassword.pattern}>
      <ErrorSummary problem={form.rejected?.problem ?? null} fields={form.rejected?.fields} />
      <input type="hidden" name="token" value={token} />
      <div>
        <PasswordField
          {...form.bind('password')}
          label={text('labels.newPassword')}
          hint={text('password.hint', { min: PASSWORD_LENGTH_MIN })}
          autoComplete="new-password"
        />
        <StrengthHint password={form.values.password} names={[]} />
      </div>
      <PasswordField
        {...form.bind('confirmPassword')}
        label={text('password.confirmNew')}
        autoComplete="new-password"
      />
      <ErrorSummary problem={form.failure} />
      <FormButton isBusy={form.isBusy}>{text('recover.save')}</FormButton>
      {(form.failure || form.rejected) && (
        <p className={styles.footer}>
          <a {...toNewLink}>{text('recover.askAgain')}</a>
        </p>
      )}
    </PublicForm>
  )
}
