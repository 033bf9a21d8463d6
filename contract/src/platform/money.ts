/** Amounts are in paise everywhere, except on screen and in the calls that use rupees. */
export const PAISE_PER_RUPEE = 100

export const toRupees = (paise: number) => paise / PAISE_PER_RUPEE
export const toPaise = (rupees: number) => Math.round(rupees * PAISE_PER_RUPEE)

/** True for an amount in rupees with at most two decimals. The tolerance is for what calculation adds: 1.1 * 3 is not exactly 3.3. */
export function isWholePaise(rupees: number): boolean {
  const paise = rupees * PAISE_PER_RUPEE
  return Math.abs(paise - Math.round(paise)) < 1e-6
}

export const FILING_FEE_RUPEES_MIN = 100

export const DONATION_RUPEES_MIN = 10

/** The largest donation, in rupees: the payment provider carries out no larger payment. */
export const DONATION_RUPEES_MAX = 5_00_000

/** The largest filing fee, so that a typing error cannot cost a fortune. */
export const FILING_FEE_RUPEES_MAX = 1_00_000

/** The largest sum taken at the desk in one payment, so that a typing error cannot fill the books. */
export const DESK_RUPEES_MAX = 50_00_000

/**
 * The most that may be taken in cash for one thing.
 * Source: section 269ST of the Income-tax Act 1961, which forbids to receive two lakh rupees or more.
 */
export const CASH_RUPEES_MAX = 1_99_999
