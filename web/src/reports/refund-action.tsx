import { Button } from '@mantine/core'
import type { Transaction } from '@petsetu/contract/reports.ts'

type Refundable = { id: number; amount: number; razorpay_payment_id: string }

type Props = {
  transaction: Transaction
  refundingId: number | null
  onRefund: (payment: Refundable) => void
}

/** What can be done about a transaction: a captured payment can be sent back. */
export function RefundAction({ transaction, refundingId, onRefund }: Props) {
  const { payment, amount, razorpay_payment_id, status, is_refund_pending } = transaction
  if (is_refund_pending) return 'Refund under way'
  if (payment === null || !razorpay_payment_id || status !== 'captured') return null
  return (
    <Button
      variant="subtle"
      color="heart"
      px={8}
      ml={-8}
      loading={refundingId === payment}
      onClick={() => onRefund({ id: payment, amount, razorpay_payment_id })}
    >
      Refund<span className="visually-hidden">&nbsp;{razorpay_payment_id}</span>
    </Button>
  )
}
