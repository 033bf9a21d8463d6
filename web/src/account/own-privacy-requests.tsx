import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type PrivacyRequestKind, privacyCalls } from '@petsetu/contract/privacy.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatLongDay } from '../languages/page-text.ts'
import { useText } from '../languages/use-text.tsx'
import { callQuery, keyOf } from '../lib/call-query.ts'
import { endIntent, keyOfIntent } from '../lib/idempotency-key.ts'
import { request } from '../lib/request.ts'
import { PrivacyFields } from '../shared/privacy-fields.tsx'
import { ErrorBox } from '../ui/feedback/error-box.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { useLazyValidation } from '../ui/form/use-lazy-validation.ts'
import { useSubmit } from '../ui/form/use-submit.ts'
import classes from './account-page.module.css'
import { OwnRequestList } from './own-request-list.tsx'

const INITIAL: { kind: PrivacyRequestKind; note: string } = { kind: 'correct', note: '' }

/** A form to ask about one's data, and what was asked before. */
export function OwnPrivacyRequests() {
  const text = useText()
  const queries = useQueryClient()
  const requests = useQuery(callQuery(privacyCalls.listOwn, {}))
  const [dueOn, setDueOn] = useState<string | null>(null)
  const form = useForm({
    initialValues: INITIAL,
    validate: useLazyValidation(async () => (await import('./account-checks.ts')).PrivacyRequestForm),
  })
  const { formProps, isBusy, failure } = useSubmit(form, text('privacyRequest.failed'), async (body) => {
    setDueOn(null)
    // A changed text is another request.
    const intent = `privacy-request ${JSON.stringify(body)}`
    const { reply } = await request(privacyCalls.request, { body }, { idempotencyKey: keyOfIntent(intent) })
    endIntent(intent)
    form.reset()
    setDueOn(reply.data.due_on)
    await queries.invalidateQueries({ queryKey: keyOf(privacyCalls.listOwn) })
  })
  return (
    <>
      <p>{text('privacyRequest.ownHint')}</p>
      <form {...formProps} className={classes.form}>
        <PrivacyFields bind={(field) => form.getInputProps(field)} />
        {failure && <Notice kind="failed">{failure}</Notice>}
        {dueOn && <Notice kind="done">{text('privacyRequest.sent', { day: formatLongDay(dueOn) })}</Notice>}
        <Button type="submit" fullWidth loading={isBusy}>
          {text('privacyRequest.send')}
        </Button>
      </form>
      {requests.isLoadingError ? (
        <ErrorBox message={text('privacyRequest.listFailed')} onRetry={requests.refetch} />
      ) : (
        <OwnRequestList requests={requests.data?.data ?? []} />
      )}
    </>
  )
}
