import type { RejectedForm } from '@petsetu/contract/site/public-pages.ts'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { TYPED_PREFIX } from '../../../platform/lib/forget-typed.ts'
import { messageOf } from '../../../platform/lib/requests/request.ts'
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
  /** Shown where the address has no token. */
  noLink: string
  send: (token: string) => Promise<Answer>
  answered: (answer: Answer) => { message: string; next?: ReactNode }
}

/**
 * A page that a link in a mail leads to. Opening the link changes nothing, because programs that check mails open links, too; only the button
 * does.
 */
export function LinkPage<Answer>({ view, title, hint, footer, noLink, send, answered, ...form }: Props<Answer>) {
  const token = useLinkToken(view.token)
  const [answer, setAnswer] = useState(view.answer)
  const shown = answer === null ? null : answered(answer)
  return (
    <FormCard isNarrow picture="/drawing-letters.svg" title={title} hint={hint} footer={footer}>
      {shown ? (
        <>
          <FormNote kind="done" takesFocus>
            <p>{shown.message}</p>
          </FormNote>
          {shown.next}
        </>
      ) : token ? (
        <LinkForm {...form} token={token} rejected={view.rejected} send={async () => setAnswer(await send(token))} />
      ) : (
        <FormNote kind="failed">
          <p>{noLink}</p>
        </FormNote>
      )}
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
