import type { PaymentDisposition } from '@petsetu/contract/payments.ts'
import type { Transaction } from '@petsetu/contract/reports.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { PaymentStatus } from '../ui/payment-status.tsx'
import classes from './report-cells.module.css'

// Money that paid for nothing: somebody has to look into it and send it back.
const WARNINGS: Partial<Record<PaymentDisposition, string>> = {
  surplus: 'Surplus: nothing was owed any more',
  quarantined: 'Does not match its order',
}

/** The state of a payment at the provider, and a warning while it could not be matched. */
export function TransactionStatus({ transaction: { status, disposition } }: { transaction: Transaction }) {
  const warning = WARNINGS[disposition]
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
