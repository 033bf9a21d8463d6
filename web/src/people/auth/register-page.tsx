import { authCalls } from '@petsetu/contract/people/auth.ts'
import { PASSWORD_LENGTH_MIN } from '@petsetu/contract/people/password-rules.ts'
import { groupPetId } from '@petsetu/contract/pets/pet-id.ts'
import type { RegisterView, RejectedForm } from '@petsetu/contract/site/public-pages.ts'
import { visitorPaths } from '@petsetu/contract/visitor-paths.ts'
import { RichText, useText } from '../../platform/languages/use-text.tsx'
import { announceArrival } from '../../platform/lib/address/arrival.ts'
import { navigateAway } from '../../platform/lib/address/navigate-away.ts'
import { request } from '../../platform/lib/requests/request.ts'
import { CheckboxField } from '../../platform/public-form/checkbox-field.tsx'
import { Field, PasswordField } from '../../platform/public-form/field.tsx'
import { ErrorSummary, FormButton, FormCard, PublicForm } from '../../platform/public-form/form-card.tsx'
import { useSentForm } from '../../platform/public-form/use-sent-form.ts'
import { PrivacyNotice } from '../../platform/ui/form/privacy-notice.tsx'
import { StrengthHint } from './password/strength-hint.tsx'
import { useUser } from './session.ts'
import { tellLogin, useArrival } from './sign-in/before-login.ts'
import { SignedInRedirect } from './sign-in/signed-in-redirect.tsx'
import { useOwnDraft } from './use-own-draft.ts'

export function RegisterPage({ view: { next, reason, rejected } }: { view: RegisterView }) {
  useArrival()
  const text = useText()
  const user = useUser()
  if (user) return <SignedInRedirect user={user} next={next} />
  return (
    <FormCard
      isNarrow
      title={text('titles.register')}
      under={text('signUp.hint')}
      hint={reason?.kind === 'tag' ? text('signUp.forTag', { tag: groupPetId(reason.tag) }) : text('signUp.required')}
      footer={
        <RichText
          id="signUp.haveAccount"
          fill={{
            link: (content) => (
              <a href={visitorPaths.login.to({}, { next })} onClick={announceArrival}>
                {content}
              </a>
            ),
          }}
        />
      }
    >
      <RegisterForm next={next} rejected={rejected} />
    </FormCard>
  )
}

function RegisterForm({ next, rejected }: { next: string | null; rejected: RejectedForm | null }) {
  const text = useText()
  const form = useSentForm({
    initial: { username: '', email: '', password: '', confirmPassword: '', adult: '', reminders: '' },
    draft: useOwnDraft('sign-up'),
    loadSchema: async () => (await import('./auth-checks.ts')).SignupForm,
    neverKept: ['password', 'confirmPassword'],
    rejected,
    failureText: text('signUp.failed'),
    async send({ confirmPassword: _, adult, reminders, ...fields }) {
      const body = { ...fields, wants_reminders: reminders === 'yes', ...(adult === 'yes' && { states_age: true }) }
      const { reply } = await request(authCalls.signup, { body })
      await form.forgetDraft()
      tellLogin({ after: 'register', username: reply.username })
      await navigateAway(visitorPaths.login.to({}, { next }))
    },
  })
  const { bind, values } = form
  return (
    <PublicForm {...form.formProps} action={visitorPaths.register.pattern}>
      <ErrorSummary problem={form.rejected?.problem ?? null} fields={form.rejected?.fields} />
      {next !== null && <input type="hidden" name="next" value={next} />}
      <Field
        {...bind('username')}
        label={text('labels.username')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <Field {...bind('email')} label={text('labels.email')} type="email" autoComplete="email" required />
      <div>
        <PasswordField
          {...bind('password')}
          label={text('labels.password')}
          hint={text('password.hint', { min: PASSWORD_LENGTH_MIN })}
          autoComplete="new-password"
        />
        <StrengthHint password={values.password} names={[values.username]} />
      </div>
      <PasswordField {...bind('confirmPassword')} label={text('password.confirm')} autoComplete="new-password" />
      <CheckboxField
        name="adult"
        value="yes"
        label={text('signUp.adult')}
        checked={values.adult === 'yes'}
        onChange={({ currentTarget }) => form.setValue('adult', currentTarget.checked ? 'yes' : '')}
      />
      <CheckboxField
        name="reminders"
        value="yes"
        label={text('signUp.reminders')}
        hint={text('signUp.remindersHint')}
        checked={values.reminders === 'yes'}
        onChange={({ currentTarget }) => form.setValue('reminders', currentTarget.checked ? 'yes' : '')}
      />
      <ErrorSummary problem={form.failure} />
      <PrivacyNotice id="notice.signup" />
      <FormButton isBusy={form.isBusy}>{text('signUp.submit')}</FormButton>
    </PublicForm>
  )
}
