import { Button, TextInput } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import { privacyCalls } from '@petsetu/contract/privacy.ts'
import { useState } from 'react'
import { useUser } from '../auth/session.ts'
import { useOwnDraft } from '../auth/use-own-draft.ts'
import { formatLongDay } from '../languages/page-text.ts'
import { RichText, useText } from '../languages/use-text.tsx'
import { request } from '../lib/request.ts'
import { useDraftedForm } from '../lib/use-drafted-form.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import group from '../ui/form/field-group.module.css'
import { useLazyValidation } from '../ui/form/use-lazy-validation.ts'
import { useSubmit } from '../ui/form/use-submit.ts'
import card from '../ui/layout/card.module.css'
import { PageTitle } from '../ui/layout/page-title.tsx'
import { RequestByCode } from './request-by-code.tsx'

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
