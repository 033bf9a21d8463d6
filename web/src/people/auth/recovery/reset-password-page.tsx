import { recoveryCalls } from '@petsetu/contract/people/auth.ts'
import type { RecoveryView, RejectedForm } from '@petsetu/contract/site/public-pages.ts'
import { visitorPaths } from '@petsetu/contract/visitor-paths.ts'
import { RichText, useText } from '../../../platform/languages/use-text.tsx'
import { navigateAway } from '../../../platform/lib/address/navigate-away.ts'
import { request } from '../../../platform/lib/requests/request.ts'
import { PasswordField } from '../../../platform/public-form/field.tsx'
import { ErrorSummary, FormButton, FormCard, FormNote, PublicForm } from '../../../platform/public-form/form-card.tsx'
import { useSentForm } from '../../../platform/public-form/use-sent-form.ts'
import { currentUser, signOut } from '../session.ts'
import { tellLogin } from '../sign-in/before-login.ts'
import { StrengthHint } from '../strength-hint.tsx'
import { useOwnDraft } from '../use-own-draft.ts'
import { useLinkToken } from './use-link-token.ts'

export function ResetPasswordPage({ view }: { view: Extract<RecoveryView, { kind: 'resetPassword' }> }) {
  const text = useText()
  const token = useLinkToken(view.token)
  return (
    <FormCard
      isNarrow
      title={text('titles.resetPassword')}
      hint={text('recover.resetHint')}
      footer={
        <RichText
          id="recover.askAgain"
          fill={{ link: (content) => <a href={visitorPaths.forgotPassword.to({})}>{content}</a> }}
        />
      }
    >
      {token ? (
        <ResetForm token={token} rejected={view.rejected} />
      ) : (
        <FormNote kind="failed">
          <p>{text('recover.noLink')}</p>
        </FormNote>
      )}
    </FormCard>
  )
}

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
        <PasswordField {...form.bind('password')} label={text('labels.newPassword')} autoComplete="new-password" />
        <StrengthHint password={form.values.password} names={[]} />
      </div>
      <PasswordField
        {...form.bind('confirmPassword')}
        label={text('password.confirmNew')}
        autoComplete="new-password"
      />
      <ErrorSummary problem={form.failure} />
      <FormButton isBusy={form.isBusy}>{text('recover.save')}</FormButton>
    </PublicForm>
  )
}
