import { recoveryCalls } from '@petsetu/contract/people/auth.ts'
import type { RecoveryView } from '@petsetu/contract/site/public-pages.ts'
import { visitorPaths } from '@petsetu/contract/visitor-paths.ts'
import { useState } from 'react'
import { RichText, useText } from '../../../platform/languages/use-text.tsx'
import { request } from '../../../platform/lib/requests/request.ts'
import { Field } from '../../../platform/public-form/field.tsx'
import { ErrorSummary, FormButton, FormCard, FormNote, PublicForm } from '../../../platform/public-form/form-card.tsx'
import { useSentForm } from '../../../platform/public-form/use-sent-form.ts'
import { useOwnDraft } from '../use-own-draft.ts'

type View = Extract<RecoveryView, { kind: 'forgotPassword' }>

export function ForgotPasswordPage({ view }: { view: View }) {
  const text = useText()
  const [answer, setAnswer] = useState(view.answer)
  return (
    <FormCard
      isNarrow
      title={text('titles.forgotPassword')}
      hint={text('recover.forgotHint')}
      footer={
        <RichText
          id="recover.backToLogin"
          fill={{ link: (content) => <a href={visitorPaths.login.to({})}>{content}</a> }}
        />
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

function ForgotForm({ view, onSent }: { view: View; onSent: (answer: string) => void }) {
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
