import { Button, Checkbox, TextInput } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { paths } from '@petsetu/contract/paths.ts'
import { authCalls } from '@petsetu/contract/people/auth.ts'
import { groupPetId } from '@petsetu/contract/pets/pet-id.ts'
import { Link, useNavigate } from 'react-router'
import { RichText, useText } from '../../platform/languages/use-text.tsx'
import { request } from '../../platform/lib/request.ts'
import { useDraftedForm } from '../../platform/lib/use-drafted-form.ts'
import { Notice } from '../../platform/ui/feedback/notice.tsx'
import { PrivacyNotice } from '../../platform/ui/form/privacy-notice.tsx'
import { useLazyValidation } from '../../platform/ui/form/use-lazy-validation.ts'
import { useSubmit } from '../../platform/ui/form/use-submit.ts'
import type { FromSignup } from './login-form.tsx'
import { PasswordField } from './password-field.tsx'
import { tagOf } from './redirect-after-login.ts'
import { useUser } from './session.ts'
import classes from './sign-in-card.module.css'
import { SignInCard } from './sign-in-card.tsx'
import { SignedInRedirect, useNext } from './signed-in-redirect.tsx'
import { StrengthHint } from './strength-hint.tsx'
import { useOwnDraft } from './use-own-draft.ts'

export function RegisterPage() {
  const text = useText()
  const user = useUser()
  const next = useNext()
  const tag = tagOf(next)
  if (user) return <SignedInRedirect user={user} />
  return (
    <SignInCard
      title={text('titles.register')}
      hint={tag ? text('signUp.forTag', { tag: groupPetId(tag) }) : text('signUp.hint')}
      footer={
        <RichText
          id="signUp.haveAccount"
          fill={{ link: (content) => <Link to={paths.login.to({}, { next })}>{content}</Link> }}
        />
      }
    >
      <RegisterForm next={next} />
    </SignInCard>
  )
}

function RegisterForm({ next }: { next: string | null }) {
  const text = useText()
  const navigate = useNavigate()
  const { form, forgetDraft } = useDraftedForm({
    initial: { username: '', email: '', password: '', confirmPassword: '', reminders: '' },
    draft: useOwnDraft('sign-up'),
    errorsOf: useLazyValidation(async () => (await import('./auth-checks.ts')).SignupForm),
    checksOnBlur: false,
    neverKept: ['password', 'confirmPassword'],
  })
  const failureText = text('signUp.failed')
  const { formProps, isBusy, failure } = useSubmit(
    form,
    failureText,
    async ({ confirmPassword: _, reminders, ...fields }) => {
      const body = { ...fields, wants_reminders: reminders === 'yes' }
      const { reply } = await request(authCalls.signup, { body })
      await forgetDraft()
      const state: FromSignup = { registeredAs: reply.username }
      await navigate(paths.login.to({}, { next }), { state })
    },
  )
  return (
    <form {...formProps} className={classes.form}>
      <TextInput
        label={text('labels.username')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        {...form.getInputProps('username')}
      />
      <TextInput
        label={text('labels.email')}
        type="email"
        autoComplete="email"
        required
        {...form.getInputProps('email')}
      />
      <div>
        <PasswordField
          label={text('labels.password')}
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
        <StrengthHint password={form.values.password} names={[form.values.username]} />
      </div>
      <PasswordField
        label={text('password.confirm')}
        autoComplete="new-password"
        {...form.getInputProps('confirmPassword')}
      />
      <Checkbox
        label={text('signUp.reminders')}
        description={text('signUp.remindersHint')}
        checked={form.values.reminders === 'yes'}
        onChange={({ currentTarget }) => form.setFieldValue('reminders', currentTarget.checked ? 'yes' : '')}
      />
      {failure && <Notice kind="failed">{failure}</Notice>}
      <PrivacyNotice id="notice.signup" />
      <Button type="submit" fullWidth loading={isBusy}>
        {text('signUp.submit')}
      </Button>
    </form>
  )
}
