import { Button } from '@mantine/core'
import { type Complaint, complaintCalls } from '@petsetu/contract/complaints.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import { IconRefresh } from '@tabler/icons-react'
import { formatLongInstant } from '../../languages/page-text.ts'
import { useText } from '../../languages/use-text.tsx'
import { request } from '../../lib/request.ts'
import { useSave } from '../../ui/form/use-save.ts'
import { DetailList } from '../../ui/layout/detail-list.tsx'
import { FeeStatus } from '../complaint-status.tsx'
import classes from './complaint-detail.module.css'
import { TriedPayments } from './tried-payments.tsx'
import { updateComplaintCache } from './update-complaint-cache.ts'

export function ComplaintPayment({ complaint }: { complaint: Complaint }) {
  const text = useText()
  const { payment_status, payment_amount, razorpay_payment_id, payment_date, receipt_path, payments } = complaint
  const isPaid = payment_status === 'paid'
  return (
    <>
      <DetailList
        details={[
          [
            text('complaintDetail.paymentStatus'),
            <FeeStatus key="status" status={payment_status} none="complaintStatus.notRequired" />,
          ],
          [text('columns.amount'), payment_amount === null ? null : formatRupees(payment_amount)],
          [text('columns.paymentId'), isPaid ? razorpay_payment_id : null],
          [text('complaintDetail.paymentDate'), isPaid && payment_date ? formatLongInstant(payment_date) : null],
          [
            text('complaintDetail.receipt'),
            receipt_path && (
              <a key="receipt" href={receipt_path}>
                {text('complaintDetail.openReceipt')}
              </a>
            ),
          ],
        ]}
      />
      {payment_status !== 'none' && <CheckButton complaintId={complaint.id} />}
      {payments.length > 0 && <TriedPayments payments={payments} />}
    </>
  )
}

/** Checks with the provider, in case a payment was made that is not listed here. */
function CheckButton({ complaintId }: { complaintId: number }) {
  const text = useText()
  const { start, isBusy } = useSave({
    call: complaintCalls.checkPayment,
    send: (id: number) => request(complaintCalls.checkPayment, { params: { id: String(id) } }),
    invalidates: [complaintCalls.read, complaintCalls.listAll],
    onSaved: ({ reply }, _, queries) => updateComplaintCache(queries, reply.data),
    success: () => text('complaintDetail.checked'),
    failure: { fallback: text('complaintDetail.checkFailed') },
  })
  return (
    <Button
      className={classes.action ?? ''}
      variant="outline"
      loading={isBusy}
      leftSection={<IconRefresh size={18} aria-hidden />}
      onClick={() => start(complaintId)}
    >
      {text('complaintDetail.check')}
    </Button>
  )
}
