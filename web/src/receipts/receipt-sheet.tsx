import { Button } from '@mantine/core'
import type { Receipt } from '@petsetu/contract/receipts.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import { IconPrinter } from '@tabler/icons-react'
import { formatLongInstant } from '../languages/page-text.ts'
import { PaymentStatus } from '../shared/payment-status.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { Logo } from '../ui/layout/logo.tsx'
import classes from './receipt-sheet.module.css'

export function ReceiptSheet({ receipt }: { receipt: Receipt }) {
  const entries = [
    ['Receipt number', receipt.number],
    ['Paid by', receipt.paid_by],
    ['Paid for', receipt.paid_for],
    ['Date', formatLongInstant(receipt.paid_at)],
    ['Payment ID', receipt.razorpay_payment_id],
  ]
  return (
    <div className={classes.page}>
      {receipt.is_refunded && <Notice kind="info">This payment has been refunded in full.</Notice>}
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
            <dt>Amount paid</dt>
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
        Print or save
      </Button>
    </div>
  )
}
