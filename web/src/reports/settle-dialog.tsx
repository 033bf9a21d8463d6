import { Button, CloseButton, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { paymentCalls } from '@petsetu/contract/payments.ts'
import { reportCalls, type Transaction } from '@petsetu/contract/reports.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef } from 'react'
import { keyOf } from '../lib/call-query.ts'
import { request } from '../lib/request.ts'
import classes from '../ui/feedback/confirm.module.css'
import { Notice } from '../ui/feedback/notice.tsx'
import { showSuccess } from '../ui/feedback/toast.ts'
import { useSubmit } from '../ui/form/use-submit.ts'

const NOTE_MAX = 500

export function SettleDialog({ transaction, onClose }: { transaction: Transaction; onClose: () => void }) {
  const { payment, amount, razorpay_payment_id } = transaction
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const queries = useQueryClient()
  useEffect(() => dialog.current?.showModal(), [])
  const form = useForm({
    initialValues: { note: '' },
    validate: { note: (note) => (note.trim() ? null : 'Note is required') },
  })
  const { formProps, isBusy, failure } = useSubmit(form, 'Failed to save. Please try again.', async ({ note }) => {
    await request(paymentCalls.settle, { params: { id: String(payment) }, body: { note } })
    showSuccess('The payment is marked as settled otherwise.')
    dialog.current?.close()
    await queries.invalidateQueries({ queryKey: keyOf(reportCalls.payments) })
  })

  return (
    <dialog className={classes.dialog} ref={dialog} aria-labelledby={titleId} onClose={onClose}>
      <div className={classes.head}>
        <h2 id={titleId}>Settled otherwise?</h2>
        <CloseButton aria-label="Close" onClick={() => dialog.current?.close()} />
      </div>
      <form {...formProps}>
        {failure && <Notice kind="failed">{failure}</Notice>}
        <p className={classes.text}>
          No money moves. Payment {razorpay_payment_id} of {formatRupees(amount)} no longer waits for anybody, and
          cannot be refunded here any more. This cannot be undone.
        </p>
        <Textarea
          label="Note"
          description="How it was settled, for example paid back by bank transfer"
          rows={3}
          maxLength={NOTE_MAX}
          required
          mb={16}
          {...form.getInputProps('note')}
        />
        <div className={classes.buttons}>
          <Button variant="default" onClick={() => dialog.current?.close()}>
            Cancel
          </Button>
          <Button color="heart" type="submit" loading={isBusy}>
            Mark as settled
          </Button>
        </div>
      </form>
    </dialog>
  )
}
