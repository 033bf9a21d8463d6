import { formatRupees } from '@petsetu/languages/formats.ts'
import type { Translate } from '@petsetu/languages/translator.ts'

/** A price in rupees, '₹500' or 'Free'. */
export function priceOf(rupees: number, text: Translate): string {
  return rupees === 0 ? text('checkout.free') : formatRupees(rupees)
}
