import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { paths } from '@petsetu/contract/paths.ts'
import { privacyCalls } from '@petsetu/contract/privacy.ts'
import { useState } from 'react'
import { useUser } from '../auth/session.ts'
import { formatLongDay } from '../languages/page-text.ts'
import { RichText, useText } from '../languages/use-text.tsx'
import { request } from '../lib/request.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import group from '../ui/form/field-group.module.css'
import { useLazyValidation } from '../ui/form/use-lazy-validation.ts'
import { useSubmit } from '../ui/form/use-submit.ts'
import card from '../ui/layout/card.module.css'
import { PageTitle } from '../ui/layout/page-title.tsx'
import { RequestByCode } from './request-by-code.tsx'

// No style sheet of its own: the app's first script names every one, and must stay small.
const NARROW = { maxWidth: 560, margin: '0 auto' }

/** `answer` is what the server said when it was asked for a code. */
type Step = { kind: 'email' } | { kind: 'request'; email: string; answer: string } | { kind: 'done'; dueOn: string }

/** Asks about one's data without logging in: first a code goes to the e-mail address, then the request with it. */
export function PrivacyRequestPage() {
  const text = useText()
  const user = useUser()
  const [step, setStep] = useState<Step>({ kind: 'email' })
  return (
    <div className={card.card} style={NARROW}>
      <PageTitle hint={text('privacyRequest.hint')}>{text('titles.privacyRequest')}</PageTitle>
      {user && step.kind === 'email' && (
        <p>
          <RichText
            id="privacyRequest.onAccount"
            fill={{ link: (content) => <a href={`${paths.account.to({})}#privacy-requests`}>{content}</a> }}
          />
        </p>
      )}
      {step.kind === 'email' && <EmailStep onSent={(email, answer) => setStep({ kind: 'request', email, answer })} />}
      {step.kind === 'request' && (
        <RequestByCode
          email={step.email}
          answer={step.answer}
          onSent={(dueOn) => setStep({ kind: 'done', dueOn })}
          onOtherEmail={() => setStep({ kind: 'email' })}
        />
      )}
      {step.kind === 'done' && (
        <Notice kind="done" takesFocus>
          {text('privacyRequest.sent', { day: formatLongDay(step.dueOn) })}
        </Notice>
      )}
      <p>
        <a href={paths.privacy.to({})}>{text('privacyRequest.readMore')}</a>
      </p>
    </div>
  )
}

function EmailStep({ onSent }: { onSent: (email: string, answer: string) => void }) {
  const text = useText()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '' },
    validate: useLazyValidation(async () => (await import('./privacy-checks.ts')).PrivacyCodeForm),
  })
  const { formProps, isBusy, failure } = useSubmit(form, text('privacyRequest.codeFailed'), async (body) => {
    const { reply } = await request(privacyCalls.sendCode, { body })
    onSent(body.email, reply.message)
  })
  return (
    <form {...formProps} className={group.group}>
      <TextInput
        label={text('labels.email')}
        description={text('privacyRequest.emailHint')}
        type="email"
        autoComplete="email"
        required
        key={form.key('email')}
        {...form.getInputProps('email')}
      />
      {failure && <Notice kind="failed">{failure}</Notice>}
      <Button type="submit" fullWidth loading={isBusy}>
        {text('privacyRequest.sendCode')}
      </Button>
    </form>
  )
}
