import type { PaymentDisposition } from '@petsetu/contract/payments.ts'
import type { Transaction } from '@petsetu/contract/reports.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { PaymentStatus } from '../shared/payment-status.tsx'
import classes from './report-cells.module.css'

// Payments that could not be matched: an admin has to check and refund them.
const WARNINGS: Partial<Record<PaymentDisposition, string>> = {
  surplus: 'Surplus: nothing was due',
  quarantined: 'Does not match its order',
}

/** The state of a payment at the provider, and a warning while it could not be matched. */
export function TransactionStatus({ transaction }: { transaction: Transaction }) {
  const { status, disposition, is_refund_failed, settled_note } = transaction
  const open = is_refund_failed ? 'The refund failed: the money is still here' : WARNINGS[disposition]
  const warning = settled_note === null ? open : undefined
  return (
    <span className={classes.status}>
      <PaymentStatus status={status} />
      {warning && (
        <span className={classes.warning}>
          <IconAlertTriangle size={18} aria-hidden />
          {warning}
        </span>
      )}
    </span>
  )
}
