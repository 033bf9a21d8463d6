import type { Call } from '@petsetu/contract/platform/call.ts'
import { fillPath } from '@petsetu/contract/visitor-paths.ts'
import { type QueryClient, useIsMutating, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { TYPED_PREFIX } from '../../lib/drafts/forget-typed.ts'
import { rememberFocus } from '../../lib/lost-focus.ts'
import { randomId } from '../../lib/random-id.ts'
import { keyOf, refetch } from '../../lib/requests/call-query.ts'
import { CallError, messageOf } from '../../lib/requests/request.ts'
import { sessionStore } from '../../lib/storage/storage.ts'
import { confirmDangerousAction, type Question } from '../dialog/ask-confirmation.ts'
import { restoreFocus } from '../feedback/restore-focus.ts'
import { closeToast, showFailure, showSuccess } from '../feedback/toast.ts'

type Saving<Subject, Saved> = {
  call: Call
  /** Those of the path of an idempotent call: a repeat for one record is not a repeat for another. */
  params?: Record<string, string>
  /** Makes the call. For an idempotent call, the options hold a key that stays the same until an attempt succeeds. */
  send: (subject: Subject, options: { idempotencyKey?: string }) => Promise<Saved>
  confirm?: (subject: Subject) => Omit<Question, 'onConfirm'>
  /** Tells the subjects apart, so that each row has a pending state of its own. */
  rowOf?: (subject: Subject) => string | number
  /** Calls whose replies are stale afterwards, also after a failure, since the change may have happened. */
  invalidates?: Call[]
  onSaved?: (saved: Saved, subject: Subject, queries: QueryClient) => void
  success?: (saved: Saved, subject: Subject) => string
  /** The failure message; the server's own message replaces `fallback`. Omit it if the form shows the failure. */
  failure?: { always: string } | { fallback: string }
  /** Gets the focus if the focused element is gone; by default the page's title. */
  focus?: () => HTMLElement | null
}

/**
 * Makes one change on the server, whoever starts it: a button by `start`, a form by `save` in the `work` of `useSubmit`, which shows the
 * failure. It knows no fields. It asks for confirmation if wanted, keeps one idempotency key for all attempts, tracks which rows are
 * pending, refetches stale queries, shows the result, and moves the focus if it got lost.
 */
export function useSave<Subject, Saved>(saving: Saving<Subject, Saved>) {
  const { call, rowOf = () => 0, invalidates = [], failure } = saving
  const queries = useQueryClient()
  const mutationKey = keyOf(call)
  const { mutateAsync } = useMutation({ mutationKey, mutationFn: send })
  const pendingRows = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => rowOf(state.variables as Subject),
  })
  const isBusy = useIsMutating({ mutationKey }) > 0
  const failureShown = useRef<string | null>(null)

  async function send(subject: Subject): Promise<Saved> {
    const intent = call.idempotent ? `${fillPath(call.path, saving.params)}:${rowOf(subject)}` : null
    try {
      const saved = await saving.send(subject, intent ? { idempotencyKey: keyOfIntent(intent) } : {})
      if (intent) endIntent(intent)
      // A load that began before the change would restore the old state.
      await Promise.all(invalidates.map((stale) => queries.cancelQueries({ queryKey: keyOf(stale) })))
      saving.onSaved?.(saved, subject, queries)
      return saved
    } catch (error) {
      // The first attempt did succeed, so saving again means something new and needs a new key.
      if (intent && error instanceof CallError && error.code === 'different_content') endIntent(intent)
      throw error
    } finally {
      await refetch(queries, ...invalidates)
    }
  }

  /** For a form that shows the result itself: rejects with the failure. */
  async function save(subject: Subject): Promise<Saved> {
    const giveFocusBack = rememberFocus()
    try {
      const saved = await mutateAsync(subject)
      restoreFocus(saving.focus)
      return saved
    } finally {
      giveFocusBack()
    }
  }

  async function saveAndShowResult(subject: Subject): Promise<void> {
    const isSameRow = ({ state }: { state: { variables?: unknown } }) =>
      rowOf(state.variables as Subject) === rowOf(subject)
    if (queries.isMutating({ mutationKey, predicate: isSameRow }) > 0) return
    // The next attempt makes an old failure untrue.
    if (failureShown.current) closeToast(failureShown.current)
    try {
      const saved = await save(subject)
      if (saving.success) showSuccess(saving.success(saved, subject))
    } catch (error) {
      if (!failure) return
      failureShown.current = showFailure('always' in failure ? failure.always : messageOf(error, failure.fallback))
    }
  }

  /** Asks for confirmation if there is a question, then saves and shows the result. */
  function start(subject: Subject): void {
    if (saving.confirm)
      confirmDangerousAction({ ...saving.confirm(subject), onConfirm: () => void saveAndShowResult(subject) })
    else void saveAndShowResult(subject)
  }

  return { save, start, isBusy, isSaving: (row: string | number) => pendingRows.includes(row) }
}

/** The idempotency key for all attempts to do one thing, until `endIntent`. It survives a reload, like the draft. */
function keyOfIntent(intent: string): string {
  const name = nameOf(intent)
  const known = sessionStore.get(name)
  if (known) return known
  const key = randomId()
  sessionStore.set(name, key)
  return key
}

function endIntent(intent: string): void {
  sessionStore.remove(nameOf(intent))
}

function nameOf(intent: string): string {
  return `${TYPED_PREFIX}key:${intent}`
}
