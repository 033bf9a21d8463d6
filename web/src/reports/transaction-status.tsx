import type { PaymentDisposition } from '@petsetu/contract/payments.ts'
import type { Transaction } from '@petsetu/contract/reports.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useText } from '../languages/use-text.tsx'
import { PaymentStatus } from '../shared/payment-status.tsx'
import classes from './report-cells.module.css'

// Payments that could not be matched: an admin has to check and refund them.
const WARNINGS: Partial<Record<PaymentDisposition, PlainId>> = {
  surplus: 'paymentReport.surplus',
  quarantined: 'paymentReport.quarantined',
}

/** The state of a payment at the provider, and a warning while it could not be matched. */
export function TransactionStatus({ transaction }: { transaction: Transaction }) {
  const text = useText()
  const { status, disposition, is_refund_failed, settled_note } = transaction
  const open = is_refund_failed ? 'paymentReport.refundFailed' : WARNINGS[disposition]
  const warning = settled_note === null ? open : undefined
  return (
    <span className={classes.status}>
      <PaymentStatus status={status} />
      {warning && (
        <span className={classes.warning} data-warning>
          <IconAlertTriangle size={18} aria-hidden />
          {text(warning)}
        </span>
      )}
    </span>
  )
}
