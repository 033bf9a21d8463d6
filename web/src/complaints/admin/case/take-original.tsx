import { Button } from '@mantine/core'
import { caseCalls } from '@petsetu/contract/cases.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useOwnDraft } from '../../../auth/use-own-draft.ts'
import { RichText, useText } from '../../../languages/use-text.tsx'
import { keyOf } from '../../../lib/call-query.ts'
import { saveReply } from '../../../lib/save-reply.ts'
import { ReasonDialog } from '../../../ui/form/reason-dialog.tsx'
import { screenReaderOnly } from '../../../ui/layout/screen-reader-only.tsx'

/** A picture of a complaint, by its place among the files. */
type Wanted = { complaintId: number; fileId: number; number: number }

/** A button that asks for a reason, and saves the picture as it came, with its place and time. */
export function TakeOriginal(wanted: Wanted) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="subtle" size="compact-sm" onClick={() => setIsOpen(true)}>
        <RichText id="caseWork.takeOriginal" fill={{ number: wanted.number, hint: screenReaderOnly }} />
      </Button>
      {isOpen && <OriginalDialog {...wanted} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function OriginalDialog({ complaintId, fileId, number, onClose }: Wanted & { onClose: () => void }) {
  const text = useText()
  const dialog = useRef<HTMLDialogElement>(null)
  const queries = useQueryClient()
  const leaving = useRef(new AbortController())
  useEffect(() => {
    leaving.current = new AbortController()
    return () => leaving.current.abort()
  }, [])

  async function take(body: { reason: string }) {
    const params = { id: String(complaintId), fileId: String(fileId) }
    await saveReply(caseCalls.takeOriginal, { params, body }, leaving.current.signal)
    dialog.current?.close()
    await queries.invalidateQueries({ queryKey: keyOf(caseCalls.listEvents) })
  }

  return (
    <ReasonDialog
      ref={dialog}
      draft={useOwnDraft(`original-${complaintId}-${fileId}`)}
      title={text('caseWork.originalQuestion', { number })}
      explanation={text('caseWork.originalExplanation')}
      label={text('caseWork.originalReason')}
      submitLabel={text('caseWork.saveOriginal')}
      failureText={text('caseWork.originalFailed')}
      onSubmit={take}
      onClose={onClose}
    />
  )
}
