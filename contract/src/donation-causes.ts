import type { PlainId, Translate } from '@petsetu/languages/translator.ts'

/** What the page offers to give for. They are stored in English; a page shows them in its language. */
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

/** What a donation is for, in the reader's language. Other words than ours are shown as they are. */
export function shownCause(stored: string, text: Translate): string {
  const known = DONATION_CAUSES.find((cause) => cause === stored)
  return known ? text(LABELS[known]) : stored
}
