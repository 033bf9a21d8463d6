import { Button } from '@mantine/core'
import type { Receipt } from '@petsetu/contract/receipts.ts'
import { formatLongInstant, formatRupees } from '@petsetu/languages/formats.ts'
import { IconPrinter } from '@tabler/icons-react'
import { useLanguage, useText } from '../languages/use-text.tsx'
import { PaymentStatus } from '../shared/payment-status.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { Logo } from '../ui/layout/logo.tsx'
import { paidForOf } from './paid-for.ts'
import classes from './receipt-sheet.module.css'

export function ReceiptSheet({ receipt }: { receipt: Receipt }) {
  const text = useText()
  const language = useLanguage()
  const entries = [
    [text('receipts.number'), receipt.number],
    [text('receipts.paidBy'), receipt.paid_by],
    [text('receipts.paidFor'), paidForOf(receipt, text)],
    [text('receipts.date'), formatLongInstant(receipt.paid_at, language)],
    [text('receipts.paymentId'), receipt.razorpay_payment_id],
  ]
  return (
    <div className={classes.page}>
      {receipt.is_refunded && <Notice kind="info">{text('receipts.refunded')}</Notice>}
      <div className={classes.sheet}>
        <div className={classes.head}>
          <Logo size={44} />
          <p className={classes.foundation}>{receipt.foundation}</p>
        </div>
        <dl className={classes.facts}>
          {entries.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
          <div className={classes.amount}>
            <dt>{text('receipts.amountPaid')}</dt>
            <dd>
              {formatRupees(receipt.amount)} {receipt.is_refunded && <PaymentStatus status="refunded" />}
            </dd>
          </div>
        </dl>
      </div>
      <Button
        className={classes.print ?? ''}
        leftSection={<IconPrinter size={18} aria-hidden />}
        onClick={() => window.print()}
      >
        {text('receipts.print')}
      </Button>
    </div>
  )
}
