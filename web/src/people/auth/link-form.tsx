import type { RejectedForm } from '@petsetu/contract/site/public-pages.ts'
import { type FormEvent, useState } from 'react'
import { messageOf } from '../../platform/lib/request.ts'
import { useBusy } from '../../platform/lib/use-busy.ts'
import { ErrorSummary, FormButton, PublicForm } from '../../platform/public-form/form-card.tsx'

type Props = {
  action: string
  token: string
  rejected: RejectedForm | null
  label: string
  failureText: string
  send: () => Promise<void>
}

/** The button of a page that a link in a mail has led to. */
export function LinkForm({ action, token, rejected, label, failureText, send }: Props) {
  const [failure, setFailure] = useState(rejected && (rejected.problem ?? Object.values(rejected.fields).join(' ')))
  const [start, isBusy] = useBusy(async () => {
    setFailure(null)
    try {
      await send()
    } catch (error) {
      setFailure(messageOf(error, failureText))
    }
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    void start()
  }
  return (
    <PublicForm action={action} onSubmit={submit}>
      <ErrorSummary problem={failure} />
      <input type="hidden" name="token" value={token} />
      <FormButton isBusy={isBusy}>{label}</FormButton>
    </PublicForm>
  )
}
