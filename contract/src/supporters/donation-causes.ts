import type { PlainId, Translate } from '@petsetu/languages/translator.ts'

/** Causes that the page offers. They are stored in English; a page shows them in its language. */
export const DONATION_CAUSES = [
  'Where it is needed most',
  'Treatment of injured animals',
  'Food',
  'Shelter',
  'Sterilisation and vaccination',
] as const
export type DonationCause = (typeof DONATION_CAUSES)[number]

const LABELS: Record<DonationCause, PlainId> = {
  'Where it is needed most': 'donationCauses.mostNeeded',
  'Treatment of injured animals': 'donationCauses.treatment',
  Food: 'donationCauses.food',
  Shelter: 'donationCauses.shelter',
  'Sterilisation and vaccination': 'donationCauses.sterilisation',
}

/** Returns a donation's cause in the reader's language. Other words than ours are returned as they are. */
export function shownCause(stored: string, text: Translate): string {
  const known = DONATION_CAUSES.find((cause) => cause === stored)
  return known ? text(LABELS[known]) : stored
}

/** The amounts that the page suggests, in rupees. */
export const SUGGESTED_RUPEES = [500, 1_000, 2_500, 5_000]

/** A line that says what an amount does, by the amount in rupees. An amount without a line is left out. */
export type AmountTexts = Record<string, string>

/** The sources of a donation: an Indian citizen, another Indian source such as a company or a trust, or neither. */
export const MONEY_SOURCES = ['indian-citizen', 'indian-source', 'foreign'] as const
export type MoneySource = (typeof MONEY_SOURCES)[number]
