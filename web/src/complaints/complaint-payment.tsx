import { Button } from '@mantine/core'
import { type Complaint, complaintCalls } from '@petsetu/contract/complaints.ts'
import { formatRupees } from '@petsetu/contract/money.ts'
import { IconRefresh } from '@tabler/icons-react'
import { formatLongInstant } from '../lib/format-instant.ts'
import { messageOf, request } from '../lib/request.ts'
import { useBusy } from '../lib/use-busy.ts'
import { tellDone, tellFailed } from '../ui/tell.ts'
import classes from './complaint-detail.module.css'
import { FeeStatus } from './complaint-status.tsx'
import { Facts } from './facts.tsx'
import { TriedPayments } from './tried-payments.tsx'
import { useKeepComplaint } from './use-keep-complaint.ts'

/** How the filing fee stands, and every payment that was tried for it. */
export function ComplaintPayment({ complaint }: { complaint: Complaint }) {
  const { payment_status, payment_amount, razorpay_payment_id, payment_date, receipt_path, payments } = complaint
  const isPaid = payment_status === 'paid'
  return (
    <>
      <Facts
        facts={[
          ['Payment Status', <FeeStatus key="status" status={payment_status} none="Not Required" />],
          ['Amount', payment_amount === null ? null : formatRupees(payment_amount)],
          ['Payment ID', isPaid ? razorpay_payment_id : null],
          ['Payment Date', isPaid && payment_date ? formatLongInstant(payment_date) : null],
          [
            'Receipt',
            receipt_path && (
              <a key="receipt" href={receipt_path}>
                Open the receipt
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

/** For when a payment is missing here that somebody has made. */
function CheckButton({ complaintId }: { complaintId: number }) {
  const keep = useKeepComplaint()
  const [check, isBusy] = useBusy(async () => {
    try {
      const { reply } = await request(complaintCalls.checkPayment, { params: { id: String(complaintId) } })
      keep(reply.data)
      tellDone('Checked: this is what the payment provider says.')
    } catch (error) {
      tellFailed(messageOf(error, 'Failed to check with the provider. Please try again.'))
    }
  })
  return (
    <Button
      className={classes.action ?? ''}
      variant="outline"
      loading={isBusy}
      leftSection={<IconRefresh size={18} aria-hidden />}
      onClick={check}
    >
      Check with the provider
    </Button>
  )
}
