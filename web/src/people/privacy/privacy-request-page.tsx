import { type PrivacyRequestKind, privacyCalls } from '@petsetu/contract/people/privacy.ts'
import {
  PRIVACY_NOTE_MAX,
  PRIVACY_REQUEST_DAYS,
  PRIVACY_REQUEST_KINDS,
} from '@petsetu/contract/people/privacy-kinds.ts'
import type { PrivacyRequestView, RejectedForm } from '@petsetu/contract/site/public-pages.ts'
import { visitorPaths } from '@petsetu/contract/visitor-paths.ts'
import { formatLongDay } from '@petsetu/languages/formats.ts'
import { type ComponentProps, useState } from 'react'
import { RichText, useLanguage, useText } from '../../platform/languages/use-text.tsx'
import { request } from '../../platform/lib/requests/request.ts'
import { ChoiceField } from '../../platform/public-form/choice-field.tsx'
import { Field, FieldFrame, LongField } from '../../platform/public-form/field.tsx'
import {
  ErrorSummary,
  FormButton,
  FormCard,
  FormNote,
  PublicForm,
  useScript,
} from '../../platform/public-form/form-card.tsx'
import styles from '../../platform/public-form/public-form.module.css'
import { useSentForm } from '../../platform/public-form/use-sent-form.ts'
import { useUser } from '../auth/session.ts'
import { useOwnDraft } from '../auth/use-own-draft.ts'
import ownStyles from './privacy-request-page.module.css'

const PAGE = visitorPaths.privacyRequest.pattern

/** Asks about one's data without logging in: first a code goes to the e-mail address, then the request with it. */
export function PrivacyRequestPage({ view }: { view: PrivacyRequestView }) {
  const text = useText()
  const language = useLanguage()
  const user = useUser()
  // The server's answer when it was asked for a code.
  const [answer, setAnswer] = useState(view.kind === 'request' ? view.answer : null)
  const [dueOn, setDueOn] = useState(view.kind === 'sent' ? view.dueOn : null)
  const form = useEmailForm(view, setAnswer)
  const { email, asked } = form.values
  const isAsked = asked === 'yes'
  return (
    <FormCard
      isNarrow
      picture="/drawing-data.svg"
      title={text('titles.privacyRequest')}
      hint={text('privacyRequest.hint', { days: PRIVACY_REQUEST_DAYS })}
      footer={<a href={visitorPaths.privacy.to({})}>{text('privacyRequest.readMore')}</a>}
    >
      {user && !isAsked && !dueOn && (
        <p>
          <RichText
            id="privacyRequest.onAccount"
            fill={{ link: (content) => <a href={`${visitorPaths.account.to({})}#privacy-requests`}>{content}</a> }}
          />
        </p>
      )}
      {!isAsked && !dueOn && <EmailStep form={form} />}
      {isAsked && !dueOn && (
        <RequestByCode
          email={email}
          answer={answer}
          rejected={view.kind === 'request' ? view.rejected : null}
          onSent={async (day) => {
            await form.forgetDraft()
            setDueOn(day)
          }}
          onOtherEmail={() => form.setValue('asked', '')}
        />
      )}
      {dueOn && (
        <FormNote kind="done" takesFocus>
          <p>{text('privacyRequest.sent', { day: formatLongDay(dueOn, language) })}</p>
        </FormNote>
      )}
    </FormCard>
  )
}

/** The address, and whether a code was asked for: a switch of the language leads back to the same step. */
function useEmailForm(view: PrivacyRequestView, onAnswer: (answer: string) => void) {
  const text = useText()
  const given = view.kind === 'request' ? { email: view.email, asked: 'yes' } : { email: '', asked: '' }
  const form = useSentForm({
    initial: given,
    draft: useOwnDraft('privacy-code'),
    loadSchema: async () => (await import('./privacy-checks.ts')).PrivacyCodeForm,
    rejected: view.kind === 'email' ? view.rejected : null,
    failureText: text('privacyRequest.codeFailed'),
    async send({ email }) {
      const { reply } = await request(privacyCalls.sendCode, { body: { email } })
      onAnswer(reply.message)
      form.setValue('asked', 'yes')
    },
  })
  return form
}

function EmailStep({ form }: { form: ReturnType<typeof useEmailForm> }) {
  const text = useText()
  return (
    <PublicForm {...form.formProps} action={PAGE}>
      <ErrorSummary problem={form.rejected?.problem ?? null} fields={form.rejected?.fields} />
      <Field
        {...form.bind('email')}
        label={text('labels.email')}
        hint={text('privacyRequest.emailHint')}
        type="email"
        autoComplete="email"
        required
      />
      <ErrorSummary problem={form.failure} />
      <FormButton isBusy={form.isBusy}>{text('privacyRequest.sendCode')}</FormButton>
    </PublicForm>
  )
}

type Props = {
  email: string
  /** The server's answer when it was asked for the code; null after the page was loaded anew. */
  answer: string | null
  rejected: RejectedForm | null
  onSent: (dueOn: string) => Promise<void>
  onOtherEmail: () => void
}
type Values = {
  email: string
  code: string
  kind: PrivacyRequestKind
  note: string
  nominee_name: string
  nominee_contact: string
}

/** Marked as required also where a browser must not insist: without a script it would do so while the field is hidden. */
function NomineeField(props: ComponentProps<typeof Field>) {
  return (
    <FieldFrame field={{ ...props, required: true }}>
      {(input) => <input className={styles.control} {...input} required={false} aria-required />}
    </FieldFrame>
  )
}

/** The code that was sent, and what is asked for. */
function RequestByCode({ email, answer, rejected, onSent, onOtherEmail }: Props) {
  const text = useText()
  const initial: Values = { email, code: '', kind: 'export', note: '', nominee_name: '', nominee_contact: '' }
  const form = useSentForm({
    initial,
    draft: useOwnDraft('privacy-by-code'),
    loadSchema: async () => (await import('./privacy-checks.ts')).PrivacyRequestByCode,
    neverKept: ['email', 'code'],
    rejected,
    failureText: text('privacyRequest.failed'),
    async send(body) {
      const { reply } = await request(privacyCalls.requestByCode, { body })
      await form.forgetDraft()
      await onSent(reply.data.due_on)
    },
  })
  const { error, value } = form.bind('kind')
  const hasScript = useScript()
  return (
    <>
      <PublicForm {...form.formProps} action={`${PAGE}/code`}>
        {answer !== null && (
          <FormNote kind="info" takesFocus>
            <p>{answer}</p>
          </FormNote>
        )}
        <ErrorSummary problem={form.rejected?.problem ?? null} fields={form.rejected?.fields} />
        <input type="hidden" name="email" value={email} />
        <p className={styles.hint}>{text('forms.required')}</p>
        <Field
          {...form.bind('code')}
          label={text('labels.code')}
          hint={text('privacyRequest.codeHint', { email })}
          autoComplete="one-time-code"
          inputMode="numeric"
          required
        />
        <ChoiceField
          name="kind"
          label={text('privacyRequest.kind')}
          options={PRIVACY_REQUEST_KINDS.map((kind) => ({ value: kind, label: text(`privacyKinds.${kind}`) }))}
          value={value}
          error={error}
          onChange={(kind) => form.setValue('kind', kind)}
        />
        {/* Without a script they are in the page before the choice, which shows them. */}
        <div className={ownStyles.nominee} hidden={hasScript && value !== 'nominate'}>
          <NomineeField
            {...form.bind('nominee_name')}
            label={text('privacyRequest.nomineeName')}
            hint={text('privacyRequest.nomineeHint')}
            required={hasScript && value === 'nominate'}
          />
          <NomineeField
            {...form.bind('nominee_contact')}
            label={text('privacyRequest.nomineeContact')}
            required={hasScript && value === 'nominate'}
          />
        </div>
        <LongField
          {...form.bind('note')}
          label={text('labels.note')}
          hint={text('privacyRequest.noteHint')}
          maxLength={PRIVACY_NOTE_MAX}
        />
        <ErrorSummary problem={form.failure} />
        <FormButton isBusy={form.isBusy}>{text('privacyRequest.send')}</FormButton>
      </PublicForm>
      {/* Leads to the first step, also without a script. */}
      <form action={PAGE}>
        <FormButton
          isSide
          onClick={(event) => {
            event.preventDefault()
            onOtherEmail()
          }}
        >
          {text('privacyRequest.otherEmail')}
        </FormButton>
      </form>
    </>
  )
}
