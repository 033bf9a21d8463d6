import { formatRupees } from '@petsetu/languages/formats.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { typedRupees } from '../../platform/lib/typed-rupees.ts'
import { feeProblemOf } from './complaint-values.ts'

/** The fee in rupees, or null while it is invalid. */
export function feeOf(amount: string): number | null {
  return feeProblemOf(amount) === null ? typedRupees(amount) : null
}

/** 'Pay ₹100', or without the amount while it is invalid. */
export function payLabel(amount: string, text: Translate): string {
  return feeProblemOf(amount) === null
    ? text('complaintForm.pay', { amount: formatRupees(typedRupees(amount)) })
    : text('complaintForm.payFee')
}

/** 'Submit and Pay ₹100', or without the amount while it is invalid. */
export function submitLabel(amount: string, text: Translate): string {
  return feeProblemOf(amount) === null
    ? text('complaintForm.submitAndPay', { amount: formatRupees(typedRupees(amount)) })
    : text('complaintForm.submitAndPayFee')
}
