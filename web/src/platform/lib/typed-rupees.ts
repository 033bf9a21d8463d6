import { latinDigits } from './latin-digits.ts'

/** A typed amount in rupees, such as 2000, ₹2,000.50, Rs. 500/- or २०००; NaN if it is not an amount. */
export function typedRupees(typed: string): number {
  const plain = latinDigits(typed).replaceAll(/^\s*(₹|rs\.?|रु\.?)|\/-\s*$|[,\s]/gi, '')
  return /^-?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : Number.NaN
}
