import { pluralValues } from '@petsetu/languages/formats.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import type { Purpose } from '../platform/purposes.ts'
import { shownCause } from '../supporters/donation-causes.ts'
import type { Receipt } from './receipts.ts'

const PAID_FOR: Record<Purpose, (receipt: Receipt, text: Translate) => string | null> = {
  complaint: ({ complaint_id: id }, text) => (id === null ? null : text('paidFor.complaint', { id })),
  membership({ plan_name: plan, duration_months: months }, text) {
    return plan === null || months === null ? null : text('paidFor.membershipMonths', { plan, ...pluralValues(months) })
  },
  donation({ donated_for: purpose }, text) {
    return purpose === null ? null : text('paidFor.donation', { purpose: shownCause(purpose, text) })
  },
}

/** Returns the subject of a receipt in the page's language, or the English that was stored if that is all that is known. */
export function paidForOf(receipt: Receipt, text: Translate): string {
  return (receipt.purpose && PAID_FOR[receipt.purpose](receipt, text)) ?? receipt.paid_for
}
