import { Textarea } from '@mantine/core'
import type { FormErrors } from '@mantine/form'
import { paymentCalls } from '@petsetu/contract/payments.ts'
import { reportCalls, type Transaction } from '@petsetu/contract/reports.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useOwnDraft } from '../auth/use-own-draft.ts'
import { useText } from '../languages/use-text.tsx'
import { keyOf } from '../lib/call-query.ts'
import { request } from '../lib/request.ts'
import { useDraftedForm } from '../lib/use-drafted-form.ts'
import classes from '../ui/feedback/dialog.module.css'
import { Dialog } from '../ui/feedback/dialog.tsx'
import { showSuccess } from '../ui/feedback/toast.ts'
import { DialogForm } from '../ui/form/dialog-form.tsx'
import { useSubmit } from '../ui/form/use-submit.ts'

const NOTE_MAX = 500

export function SettleDialog({ transaction, onClose }: { transaction: Transaction; onClose: () => void }) {
  const text = useText()
  const { payment, amount, razorpay_payment_id } = transaction
  const dialog = useRef<HTMLDialogElement>(null)
  const queries = useQueryClient()
  const { form, forgetDraft } = useDraftedForm({
    initial: { note: '' },
    draft: useOwnDraft(`settle-${payment}`),
    errorsOf: ({ note }): FormErrors => (note.trim() ? {} : { note: text('settling.noteMissing') }),
    checksOnBlur: false,
  })
  const { formProps, isBusy, failure } = useSubmit(form, text('settling.saveFailed'), async ({ note }) => {
    await request(paymentCalls.settle, { params: { id: String(payment) }, body: { note } })
    await forgetDraft()
    showSuccess(text('settling.saved'))
    dialog.current?.close()
    await queries.invalidateQueries({ queryKey: keyOf(reportCalls.payments) })
  })

  return (
    <Dialog ref={dialog} title={text('settling.question')} onClose={onClose}>
      <DialogForm
        dialog={dialog}
        formProps={formProps}
        isBusy={isBusy}
        failure={failure}
        submitLabel={text('settling.save')}
        isDangerous
      >
        <p className={classes.text}>
          {text('settling.consequence', { payment: razorpay_payment_id ?? '', amount: formatRupees(amount) })}
        </p>
        <Textarea
          label={text('settling.note')}
          description={text('settling.noteHint')}
          rows={3}
          maxLength={NOTE_MAX}
          required
          mb={16}
          {...form.getInputProps('note')}
        />
      </DialogForm>
    </Dialog>
  )
}
