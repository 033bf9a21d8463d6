/** Amounts are in paise everywhere, except on screen and in the calls that use rupees. */
export const PAISE_PER_RUPEE = 100

/** The smallest filing fee of a complaint, in rupees. */
export const FILING_FEE_RUPEES_MIN = 100

/** The largest filing fee, so that a typing error cannot cost a fortune. */
export const FILING_FEE_RUPEES_MAX = 1_00_000
