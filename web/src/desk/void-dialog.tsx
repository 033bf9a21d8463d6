import { type DeskPayment, deskCalls } from '@petsetu/contract/desk.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import { useRef } from 'react'
import { useOwnDraft } from '../auth/use-own-draft.ts'
import { useText } from '../languages/use-text.tsx'
import { requestData } from '../lib/request-data.ts'
import { showSuccess } from '../ui/feedback/toast.ts'
import { ReasonDialog } from '../ui/form/reason-dialog.tsx'
import { useSave } from '../ui/form/use-save.ts'
import { CALLS_WITH_DESK_MONEY } from './calls-with-desk-money.ts'

const REASON_MAX = 500

/** Asks for the reason to void money of the desk; the second admin sees the reason of the first and agrees. */
export function VoidDialog({ payment, onClose }: { payment: DeskPayment; onClose: () => void }) {
  const text = useText()
  const { id, amount, payer, void_reason: reason } = payment
  const dialog = useRef<HTMLDialogElement>(null)
  const { save } = useSave({
    call: deskCalls.void,
    send: (body: { reason: string }) => requestData(deskCalls.void, { params: { id: String(id) }, body }),
    invalidates: CALLS_WITH_DESK_MONEY,
  })

  async function voidIt(body: { reason: string }) {
    const { state } = await save(body)
    showSuccess(text(state === 'void' ? 'desk.voidDone' : 'desk.voidNeedsAnother'))
    dialog.current?.close()
  }

  return (
    <ReasonDialog
      ref={dialog}
      draft={useOwnDraft(`void-${id}`)}
      title={text('desk.voidQuestion', { amount: formatRupees(amount), payer })}
      explanation={text('desk.voidExplanation')}
      label={text('desk.reason')}
      maxLength={REASON_MAX}
      given={reason}
      submitLabel={text(reason === null ? 'desk.voidIt' : 'desk.agreeToVoid')}
      isDangerous
      failureText={text('desk.changeFailed')}
      onSubmit={voidIt}
      onClose={onClose}
    />
  )
}
