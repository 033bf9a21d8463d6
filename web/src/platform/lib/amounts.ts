import { PAISE_PER_RUPEE } from '@petsetu/contract/platform/money.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { typedRupees } from './typed-rupees.ts'

/** A price in rupees, '₹500' or 'Free'. */
export function priceOf(rupees: number, text: Translate): string {
  return rupees === 0 ? text('checkout.free') : formatRupees(rupees)
}

/** A typed amount of rupees in paise; NaN if it is not a number. */
export function paiseOf(amount: string): number {
  return Math.round(typedRupees(amount) * PAISE_PER_RUPEE)
}
