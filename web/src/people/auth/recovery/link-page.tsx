import type { RejectedForm } from '@petsetu/contract/site/public-pages.ts'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { TYPED_PREFIX } from '../../../platform/lib/drafts/forget-typed.ts'
import { CallError, messageOf } from '../../../platform/lib/requests/request.ts'
import { sessionStore } from '../../../platform/lib/storage/storage.ts'
import { useBusy } from '../../../platform/lib/use-busy.ts'
import { ErrorSummary, FormButton, FormCard, FormNote, PublicForm } from '../../../platform/public-form/form-card.tsx'

type Props<Answer> = {
  title: string
  hint: string
  footer: ReactNode
  /** The token of the address, the answer of a form that was sent without a script, and the problems of one that was rejected. */
  view: { token: string | null; answer: Answer | null; rejected: RejectedForm | null }
  action: string
  label: string
  failureText: string
  /** Shown where the address has no token, or one that does not work any more: why, and the way on. */
  dead: { message: string; next: ReactNode }
  send: (token: string) => Promise<Answer>
  answered: (answer: Answer) => { message: string; next: ReactNode }
}

/**
 * A page that a link in a mail leads to. Opening the link changes nothing, because programs that check mails open links, too; only the button
 * does.
 */
export function LinkPage<Answer>({ view, title, hint, footer, dead, send, answered, ...form }: Props<Answer>) {
  const token = useLinkToken(view.token)
  const [answer, setAnswer] = useState(view.answer)
  const [isRefused, setRefused] = useState('token' in (view.rejected?.fields ?? {}))
  if (answer !== null) {
    const { message, next } = answered(answer)
    return (
      <FormCard isNarrow picture="/drawing-done.svg" title={title}>
        <FormNote kind="done" takesFocus>
          <p>{message}</p>
        </FormNote>
        {next}
      </FormCard>
    )
  }
  if (!token || isRefused)
    return (
      <FormCard isNarrow picture="/drawing-link.svg" title={title}>
        <FormNote kind="failed" takesFocus={isRefused}>
          <p>{dead.message}</p>
        </FormNote>
        {dead.next}
      </FormCard>
    )
  async function sendLink(link: string) {
    try {
      setAnswer(await send(link))
    } catch (error) {
      if (!(error instanceof CallError && 'token' in error.fields)) throw error
      setRefused(true)
    }
  }
  return (
    <FormCard isNarrow picture="/drawing-letters.svg" title={title} hint={hint} footer={footer}>
      <LinkForm {...form} token={token} rejected={view.rejected} send={() => sendLink(token)} />
    </FormCard>
  )
}

type FormProps = {
  action: string
  token: string
  rejected: RejectedForm | null
  label: string
  failureText: string
  send: () => Promise<void>
}

function LinkForm({ action, token, rejected, label, failureText, send }: FormProps) {
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

/**
 * The token of the link that led here, or null. It is taken out of the address bar, where it could be read or copied, and kept for this tab,
 * where it survives a reload and a switch of the language.
 */
export function useLinkToken(given: string | null): string | null {
  const [token, setToken] = useState(given)
  useEffect(() => {
    const name = `${TYPED_PREFIX}link ${location.pathname}`
    if (!given) return setToken(sessionStore.get(name))
    sessionStore.set(name, given)
    history.replaceState(history.state, '', location.pathname)
  }, [given])
  return token
}
