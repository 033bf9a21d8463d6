import { Button, Radio, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { type OwnPrivacyRequest, type PrivacyRequestKind, privacyCalls } from '@petsetu/contract/people/privacy.ts'
import { PRIVACY_NOTE_MAX, PRIVACY_REQUEST_KINDS } from '@petsetu/contract/people/privacy-kinds.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatLongDay, formatLongInstant } from '../../platform/languages/page-formats.ts'
import { useText } from '../../platform/languages/use-text.tsx'
import { useDraftedForm } from '../../platform/lib/drafts/use-drafted-form.ts'
import { callQuery } from '../../platform/lib/requests/call-query.ts'
import { requestData } from '../../platform/lib/requests/request-data.ts'
import { Loaded } from '../../platform/ui/feedback/loaded.tsx'
import { Notice } from '../../platform/ui/feedback/notice.tsx'
import { useLazyValidation } from '../../platform/ui/form/use-lazy-validation.ts'
import { useSave } from '../../platform/ui/form/use-save.ts'
import { useSubmit } from '../../platform/ui/form/use-submit.ts'
import { PlainList } from '../../platform/ui/layout/card-parts.tsx'
import { useOwnAccount } from '../auth/own-account.ts'
import { useOwnDraft } from '../auth/use-own-draft.ts'
import { AccountForm } from './account-parts.tsx'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Radio.css'

type Values = { kind: PrivacyRequestKind; note: string; nominee_name: string; nominee_contact: string }

const INITIAL: Values = { kind: 'correct', note: '', nominee_name: '', nominee_contact: '' }

/** A form to ask about one's data, and what was asked before. */
export function OwnPrivacyRequests() {
  const text = useText()
  const { data: account } = useOwnAccount()
  const requests = useQuery(callQuery(privacyCalls.listOwn, {}))
  const [dueOn, setDueOn] = useState<string | null>(null)
  const { form, clear } = useDraftedForm({
    initial: INITIAL,
    draft: useOwnDraft('privacy-request'),
    errorsOf: useLazyValidation(async () => (await import('./account-checks.ts')).PrivacyRequestForm),
    checksOnBlur: false,
  })
  const { save } = useSave({
    call: privacyCalls.request,
    send: (body: typeof INITIAL, options) => requestData(privacyCalls.request, { body }, options),
    // A changed text is another request.
    rowOf: (body) => JSON.stringify(body),
    invalidates: [privacyCalls.listOwn],
  })
  const { formProps, isBusy, failure } = useSubmit(form, text('privacyRequest.failed'), async (body) => {
    setDueOn(null)
    const { due_on } = await save(body)
    clear()
    setDueOn(due_on)
  })
  return (
    <>
      <p>{text('privacyRequest.ownHint')}</p>
      {account?.email_confirmed === false && <Notice kind="info">{text('accountEmail.requestsWait')}</Notice>}
      <AccountForm {...formProps}>
        <PrivacyFields bind={(field) => form.getInputProps(field)} kind={form.values.kind} />
        {failure && <Notice kind="failed">{failure}</Notice>}
        {dueOn && <Notice kind="done">{text('privacyRequest.sent', { day: formatLongDay(dueOn) })}</Notice>}
        <Button type="submit" variant="default" fullWidth loading={isBusy}>
          {text('privacyRequest.send')}
        </Button>
      </AccountForm>
      <Loaded query={requests} skeleton={null} failure={text('privacyRequest.listFailed')}>
        {({ data }) => <OwnRequestList requests={data} />}
      </Loaded>
    </>
  )
}

const TYPED = { overflowWrap: 'anywhere', whiteSpace: 'pre-line' } as const

/** Lists the requests of a person about their data, newest first, with their state. */
function OwnRequestList({ requests }: { requests: OwnPrivacyRequest[] }) {
  const text = useText()
  if (requests.length === 0) return null
  return (
    <PlainList gap={0} aria-label={text('privacyRequest.own')}>
      {requests.map(({ id, kind, note, created_at, due_on, done_at, answer, nominee_name, nominee_contact }) => (
        <Stack component="li" key={id} gap={4} py="sm" style={{ borderTop: '1px solid var(--line)' }}>
          <strong>{text(`privacyKinds.${kind}`)}</strong>
          <Text span c="dimmed">
            {text('privacyRequest.askedOn', { day: formatLongInstant(created_at) })}{' '}
            {done_at
              ? text('privacyRequest.doneOn', { day: formatLongInstant(done_at) })
              : text('privacyRequest.dueOn', { day: formatLongDay(due_on) })}
          </Text>
          {nominee_name && (
            <Text style={TYPED}>
              {nominee_name}, {nominee_contact}
            </Text>
          )}
          {note && <Text style={TYPED}>{note}</Text>}
          {answer && (
            <Text px="sm" py="xs" bg="var(--brand-soft)" bdrs="md" style={TYPED}>
              {answer}
            </Text>
          )}
        </Stack>
      ))}
    </PlainList>
  )
}

type FieldsProps = {
  /** Gives the props of a field, as a form's `getInputProps` does. */
  bind: (field: 'kind' | 'note' | 'nominee_name' | 'nominee_contact') => object
  kind: PrivacyRequestKind
}

/** Asks for the kind of a request about personal data, and for a note. */
function PrivacyFields({ bind, kind: chosen }: FieldsProps) {
  const text = useText()
  return (
    <>
      <Radio.Group label={text('privacyRequest.kind')} required {...bind('kind')}>
        {PRIVACY_REQUEST_KINDS.map((kind) => (
          <Radio key={kind} mt={12} value={kind} label={text(`privacyKinds.${kind}`)} />
        ))}
      </Radio.Group>
      {chosen === 'nominate' && (
        <>
          <TextInput
            label={text('privacyRequest.nomineeName')}
            description={text('privacyRequest.nomineeHint')}
            maxLength={100}
            required
            {...bind('nominee_name')}
          />
          <TextInput
            label={text('privacyRequest.nomineeContact')}
            maxLength={300}
            required
            {...bind('nominee_contact')}
          />
        </>
      )}
      <Textarea
        label={text('labels.note')}
        description={text('privacyRequest.noteHint')}
        rows={4}
        maxLength={PRIVACY_NOTE_MAX}
        {...bind('note')}
      />
    </>
  )
}
