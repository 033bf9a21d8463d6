import { once } from './once.ts'

/** Amounts are in paise everywhere, except on screen and in the calls that use rupees. */
export const PAISE_PER_RUPEE = 100

/** The smallest filing fee of a complaint, in rupees. */
export const FILING_FEE_RUPEES_MIN = 100

/** The largest filing fee, so that a typing error cannot cost a fortune. */
export const FILING_FEE_RUPEES_MAX = 1_00_000

const INR = { style: 'currency', currency: 'INR' } as const
const wholeRupees = once(() => new Intl.NumberFormat('en-IN', { ...INR, maximumFractionDigits: 0 }))
const rupeesAndPaise = once(() => new Intl.NumberFormat('en-IN', INR))

/** Rupees with ₹ and Indian digit grouping: 100000 is ₹1,00,000; paise only if they are not zero. */
export function formatRupees(rupees: number): string {
  return (Number.isInteger(rupees) ? wholeRupees() : rupeesAndPaise()).format(rupees)
}

export function formatMonths(months: number): string {
  return months === 1 ? '1 month' : `${months} months`
}
