import { Button, CloseButton, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { cashSheetCalls } from '@petsetu/contract/cash-sheet.ts'
import { type DeskPayment, deskCalls } from '@petsetu/contract/desk.ts'
import { reportCalls } from '@petsetu/contract/reports.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import { useEffect, useId, useRef } from 'react'
import { useText } from '../languages/use-text.tsx'
import { requestData } from '../lib/request-data.ts'
import classes from '../ui/feedback/confirm.module.css'
import { Notice } from '../ui/feedback/notice.tsx'
import { showSuccess } from '../ui/feedback/toast.ts'
import { useSave } from '../ui/form/use-save.ts'
import { useSubmit } from '../ui/form/use-submit.ts'

const REASON_MAX = 500

/** Asks for the reason to void money of the desk; the second admin sees the reason of the first and agrees. */
export function VoidDialog({ payment, onClose }: { payment: DeskPayment; onClose: () => void }) {
  const text = useText()
  const { id, amount, payer, void_reason: reason } = payment
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => dialog.current?.showModal(), [])
  const form = useForm({ initialValues: { reason: reason ?? '' } })
  const { save } = useSave({
    call: deskCalls.void,
    send: (body: { reason: string }) => requestData(deskCalls.void, { params: { id: String(id) }, body }),
    invalidates: [deskCalls.list, deskCalls.subjects, cashSheetCalls.read, reportCalls.payments],
  })
  const { formProps, isBusy, failure } = useSubmit(form, text('desk.changeFailed'), async (body) => {
    const { state } = await save(body)
    showSuccess(text(state === 'void' ? 'desk.voidDone' : 'desk.voidNeedsAnother'))
    dialog.current?.close()
  })

  return (
    <dialog className={classes.dialog} ref={dialog} aria-labelledby={titleId} onClose={onClose}>
      <div className={classes.head}>
        <h2 id={titleId}>{text('desk.voidQuestion', { amount: formatRupees(amount), payer })}</h2>
        <CloseButton aria-label={text('frame.close')} onClick={() => dialog.current?.close()} />
      </div>
      <form {...formProps}>
        <p className={classes.text}>{text('desk.voidExplanation')}</p>
        <TextInput
          label={text('desk.reason')}
          maxLength={REASON_MAX}
          required
          readOnly={reason !== null}
          mb={16}
          {...form.getInputProps('reason')}
        />
        {failure && !form.errors.reason && <Notice kind="failed">{failure}</Notice>}
        <div className={classes.buttons}>
          <Button variant="default" onClick={() => dialog.current?.close()}>
            {text('controls.cancel')}
          </Button>
          <Button type="submit" color="heart" loading={isBusy}>
            {text(reason === null ? 'desk.voidIt' : 'desk.agreeToVoid')}
          </Button>
        </div>
      </form>
    </dialog>
  )
}
