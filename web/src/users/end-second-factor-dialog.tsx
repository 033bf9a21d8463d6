import { type ListedUser, userCalls } from '@petsetu/contract/users.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useOwnDraft } from '../auth/use-own-draft.ts'
import { useText } from '../languages/use-text.tsx'
import { keyOf } from '../lib/call-query.ts'
import { request } from '../lib/request.ts'
import { showSuccess } from '../ui/feedback/toast.ts'
import { ReasonDialog } from '../ui/form/reason-dialog.tsx'

/** Ends the second factor of somebody who has lost it; the reason goes into the log. */
export function EndSecondFactorDialog({ user, onClose }: { user: ListedUser; onClose: () => void }) {
  const text = useText()
  const { id, username } = user
  const dialog = useRef<HTMLDialogElement>(null)
  const queries = useQueryClient()

  async function end(body: { reason: string }) {
    await request(userCalls.endSecondFactor, { params: { id: String(id) }, body })
    showSuccess(text('users.secondFactorEnded', { username }))
    dialog.current?.close()
    await queries.invalidateQueries({ queryKey: keyOf(userCalls.listAll) })
  }

  return (
    <ReasonDialog
      ref={dialog}
      draft={useOwnDraft(`end-second-factor-${id}`)}
      title={text('users.endSecondFactorQuestion', { username })}
      explanation={text('users.endSecondFactorExplanation')}
      label={text('users.endSecondFactorReason')}
      submitLabel={text('users.endSecondFactor')}
      isDangerous
      failureText={text('users.endSecondFactorFailed')}
      onSubmit={end}
      onClose={onClose}
    />
  )
}
