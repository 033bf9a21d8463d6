import { Button } from '@mantine/core'
import { foundCalls } from '@petsetu/contract/pets/found.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useOwnDraft } from '../../../people/auth/use-own-draft.ts'
import { useText } from '../../../platform/languages/use-text.tsx'
import { CallError, request } from '../../../platform/lib/request.ts'
import { EmptyState } from '../../../platform/ui/feedback/empty-state.tsx'
import { ReasonDialog } from '../../../platform/ui/form/reason-dialog.tsx'
import { keepThread } from './thread-query.ts'

/** True if an admin may not read a conversation, or has to give a reason first. */
export const isRefused = (error: unknown): error is CallError =>
  error instanceof CallError && (error.code === 'found_not_reported' || error.code === 'found_needs_reason')

/** Replaces a conversation that an admin has not opened. */
export function OpenReported({ id, error: { code } }: { id: string; error: CallError }) {
  const text = useText()
  const [isOpen, setIsOpen] = useState(false)
  const isReported = code === 'found_needs_reason'
  return (
    <EmptyState picture="papers" message={text(isReported ? 'conversation.needsReason' : 'conversation.notReported')}>
      {isReported && <Button onClick={() => setIsOpen(true)}>{text('conversation.open')}</Button>}
      {isOpen && <ReasonForReading id={id} onClose={() => setIsOpen(false)} />}
    </EmptyState>
  )
}

function ReasonForReading({ id, onClose }: { id: string; onClose: () => void }) {
  const text = useText()
  const dialog = useRef<HTMLDialogElement>(null)
  const queries = useQueryClient()

  async function open(body: { reason: string }) {
    const { reply } = await request(foundCalls.openReported, { params: { id }, body })
    dialog.current?.close()
    keepThread(queries, reply)
  }

  return (
    <ReasonDialog
      ref={dialog}
      draft={useOwnDraft(`found-open-${id}`)}
      title={text('conversation.openQuestion')}
      explanation={text('conversation.openExplanation')}
      label={text('conversation.openReason')}
      submitLabel={text('conversation.open')}
      failureText={text('conversation.failed')}
      onSubmit={open}
      onClose={onClose}
    />
  )
}
