import { PAISE_PER_RUPEE } from '@petsetu/contract/platform/money.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import { latinDigits } from '@petsetu/languages/scripts.ts'
import type { Translate } from '@petsetu/languages/translator.ts'

/** A price in rupees, '₹500' or 'Free'. */
export function priceOf(rupees: number, text: Translate): string {
  return rupees === 0 ? text('checkout.free') : formatRupees(rupees)
}

/** A typed amount of rupees in paise; NaN if it is not a number. */
export function paiseOf(amount: string): number {
  return Math.round(typedRupees(amount) * PAISE_PER_RUPEE)
}

/** A typed amount in rupees, such as 2000, ₹2,000.50, Rs. 500/- or २०००; NaN if it is not an amount. */
export function typedRupees(typed: string): number {
  const plain = latinDigits(typed).replaceAll(/^\s*(₹|rs\.?|रु\.?)|\/-\s*$|[,\s]/gi, '')
  return /^-?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : Number.NaN
}
