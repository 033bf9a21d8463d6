/** A membership's number as cards show it, with the year in which it began: the third one, begun in 2026, is M-2026-00003. */
export const memberNumber = ({ number, start_date }: { number: number; start_date: string }): string =>
  `M-${start_date.slice(0, 4)}-${String(number).padStart(5, '0')}`

const RENEWAL_DAYS = 30
const DAY_MS = 86_400_000

/** True from 30 days before the last day on, and after it: by then the first reminder has been sent. Both are Indian days. */
export function isRenewalDue(lastDay: string, today: string): boolean {
  return (Date.parse(lastDay) - Date.parse(today)) / DAY_MS <= RENEWAL_DAYS
}

/** Splits the features of a plan, which are stored as one text with one feature per line. */
export function featureList(features: string): string[] {
  return features
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
