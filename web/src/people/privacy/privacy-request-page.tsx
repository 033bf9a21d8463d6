import { Button, TextInput } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import { type PrivacyRequestKind, privacyCalls } from '@petsetu/contract/people/privacy.ts'
import { useState } from 'react'
import { formatLongDay } from '../../platform/languages/page-text.ts'
import { RichText, useText } from '../../platform/languages/use-text.tsx'
import { request } from '../../platform/lib/request.ts'
import { useDraftedForm } from '../../platform/lib/use-drafted-form.ts'
import { Notice } from '../../platform/ui/feedback/notice.tsx'
import group from '../../platform/ui/form/field-group.module.css'
import { useLazyValidation } from '../../platform/ui/form/use-lazy-validation.ts'
import { useSubmit } from '../../platform/ui/form/use-submit.ts'
import card from '../../platform/ui/layout/card.module.css'
import { PageTitle } from '../../platform/ui/layout/page-title.tsx'
import { PrivacyFields } from '../../shared/privacy-fields.tsx'
import { useUser } from '../auth/session.ts'
import { useOwnDraft } from '../auth/use-own-draft.ts'

// No style sheet of its own: the app's first script names every one, and must stay small.
const NARROW = { maxWidth: 560, margin: '0 auto' }

type EmailForm = ReturnType<typeof useEmailForm>['form']

/** Asks about one's data without logging in: first a code goes to the e-mail address, then the request with it. */
export function PrivacyRequestPage() {
  const text = useText()
  const user = useUser()
  const { form, forgetDraft } = useEmailForm()
  // The server's answer when it was asked for a code.
  const [answer, setAnswer] = useState<string | null>(null)
  const [dueOn, setDueOn] = useState<string | null>(null)
  const { email, asked } = form.values
  const isAsked = asked === 'yes'
  return (
    <div className={card.card} style={NARROW}>
      <PageTitle hint={text('privacyRequest.hint')}>{text('titles.privacyRequest')}</PageTitle>
      {user && !isAsked && !dueOn && (
        <p>
          <RichText
            id="privacyRequest.onAccount"
            fill={{ link: (content) => <a href={`${paths.account.to({})}#privacy-requests`}>{content}</a> }}
          />
        </p>
      )}
      {!isAsked && !dueOn && (
        <EmailStep
          form={form}
          onSent={(message) => {
            setAnswer(message)
            form.setFieldValue('asked', 'yes')
          }}
        />
      )}
      {isAsked && !dueOn && (
        <RequestByCode
          email={email}
          answer={answer}
          onSent={async (day) => {
            await forgetDraft()
            setDueOn(day)
          }}
          onOtherEmail={() => form.setFieldValue('asked', '')}
        />
      )}
      {dueOn && (
        <Notice kind="done" takesFocus>
          {text('privacyRequest.sent', { day: formatLongDay(dueOn) })}
        </Notice>
      )}
      <p>
        <a href={paths.privacy.to({})}>{text('privacyRequest.readMore')}</a>
      </p>
    </div>
  )
}

/** The address, and whether a code was asked for: a switch of the language leads back to the same step. */
function useEmailForm() {
  return useDraftedForm({
    initial: { email: '', asked: '' },
    draft: useOwnDraft('privacy-code'),
    errorsOf: useLazyValidation(async () => (await import('./privacy-checks.ts')).PrivacyCodeForm),
    checksOnBlur: false,
  })
}

function EmailStep({ form, onSent }: { form: EmailForm; onSent: (answer: string) => void }) {
  const text = useText()
  const { formProps, isBusy, failure } = useSubmit(form, text('privacyRequest.codeFailed'), async ({ email }) => {
    const { reply } = await request(privacyCalls.sendCode, { body: { email } })
    onSent(reply.message)
  })
  return (
    <form {...formProps} className={group.group}>
      <TextInput
        label={text('labels.email')}
        description={text('privacyRequest.emailHint')}
        type="email"
        autoComplete="email"
        required
        {...form.getInputProps('email')}
      />
      {failure && <Notice kind="failed">{failure}</Notice>}
      <Button type="submit" fullWidth loading={isBusy}>
        {text('privacyRequest.sendCode')}
      </Button>
    </form>
  )
}

type Props = {
  email: string
  /** The server's answer when it was asked for the code; null after the page was loaded anew. */
  answer: string | null
  onSent: (dueOn: string) => Promise<void>
  onOtherEmail: () => void
}
type Values = { email: string; code: string; kind: PrivacyRequestKind; note: string }

/** The code that was sent, and what is asked for. */
function RequestByCode({ email, answer, onSent, onOtherEmail }: Props) {
  const text = useText()
  const initial: Values = { email, code: '', kind: 'export', note: '' }
  const { form, forgetDraft } = useDraftedForm({
    initial,
    draft: useOwnDraft('privacy-by-code'),
    errorsOf: useLazyValidation(async () => (await import('./privacy-checks.ts')).PrivacyRequestByCode),
    checksOnBlur: false,
    neverKept: ['email', 'code'],
  })
  const { formProps, isBusy, failure } = useSubmit(form, text('privacyRequest.failed'), async (body) => {
    const { reply } = await request(privacyCalls.requestByCode, { body })
    await forgetDraft()
    await onSent(reply.data.due_on)
  })
  return (
    <form {...formProps} className={group.group}>
      {answer !== null && (
        <Notice kind="info" takesFocus>
          {answer}
        </Notice>
      )}
      <TextInput
        label={text('labels.code')}
        description={text('privacyRequest.codeHint', { email })}
        autoComplete="one-time-code"
        inputMode="numeric"
        required
        {...form.getInputProps('code')}
      />
      <PrivacyFields bind={(field) => form.getInputProps(field)} />
      {failure && <Notice kind="failed">{failure}</Notice>}
      <Button type="submit" fullWidth loading={isBusy}>
        {text('privacyRequest.send')}
      </Button>
      <Button variant="subtle" onClick={onOtherEmail}>
        {text('privacyRequest.otherEmail')}
      </Button>
    </form>
  )
}
