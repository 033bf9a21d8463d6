import { Button } from '@mantine/core'
import { type OwnPrivacyRequest, type PrivacyRequestKind, privacyCalls } from '@petsetu/contract/people/privacy.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatLongDay, formatLongInstant } from '../../platform/languages/page-formats.ts'
import { useText } from '../../platform/languages/use-text.tsx'
import { callQuery } from '../../platform/lib/requests/call-query.ts'
import { requestData } from '../../platform/lib/requests/request-data.ts'
import { useDraftedForm } from '../../platform/lib/use-drafted-form.ts'
import { Loaded } from '../../platform/ui/feedback/loaded.tsx'
import { Notice } from '../../platform/ui/feedback/notice.tsx'
import { useLazyValidation } from '../../platform/ui/form/use-lazy-validation.ts'
import { useSave } from '../../platform/ui/form/use-save.ts'
import { useSubmit } from '../../platform/ui/form/use-submit.ts'
import { useOwnDraft } from '../auth/use-own-draft.ts'
import classes from './account-page.module.css'
import ownRequestListStyles from './own-request-list.module.css'
import { PrivacyFields } from './privacy-fields.tsx'

type Values = { kind: PrivacyRequestKind; note: string; nominee_name: string; nominee_contact: string }

const INITIAL: Values = { kind: 'correct', note: '', nominee_name: '', nominee_contact: '' }

/** A form to ask about one's data, and what was asked before. */
export function OwnPrivacyRequests() {
  const text = useText()
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
      <form {...formProps} className={classes.form}>
        <PrivacyFields bind={(field) => form.getInputProps(field)} kind={form.values.kind} />
        {failure && <Notice kind="failed">{failure}</Notice>}
        {dueOn && <Notice kind="done">{text('privacyRequest.sent', { day: formatLongDay(dueOn) })}</Notice>}
        <Button type="submit" variant="default" fullWidth loading={isBusy}>
          {text('privacyRequest.send')}
        </Button>
      </form>
      <Loaded query={requests} skeleton={null} failure={text('privacyRequest.listFailed')}>
        {({ data }) => <OwnRequestList requests={data} />}
      </Loaded>
    </>
  )
}

/** Lists the requests of a person about their data, newest first, with their state. */
function OwnRequestList({ requests }: { requests: OwnPrivacyRequest[] }) {
  const text = useText()
  if (requests.length === 0) return null
  return (
    <ul className={ownRequestListStyles.list} aria-label={text('privacyRequest.own')}>
      {requests.map(({ id, kind, note, created_at, due_on, done_at, answer }) => (
        <li key={id} className={ownRequestListStyles.request}>
          <strong>{text(`privacyKinds.${kind}`)}</strong>
          <span className={ownRequestListStyles.soft}>
            {text('privacyRequest.askedOn', { day: formatLongInstant(created_at) })}{' '}
            {done_at
              ? text('privacyRequest.doneOn', { day: formatLongInstant(done_at) })
              : text('privacyRequest.dueOn', { day: formatLongDay(due_on) })}
          </span>
          {note && <p className={ownRequestListStyles.typed}>{note}</p>}
          {answer && <p className={ownRequestListStyles.answer}>{answer}</p>}
        </li>
      ))}
    </ul>
  )
}
