/**
 * The day `months` calendar months after `day` (both yyyy-mm-dd). If that month is too short, it is its last day: one month
 * after 31 January is the end of February.
 */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0))
  last.setUTCDate(Math.min(date, last.getUTCDate()))
  return last.toISOString().slice(0, 10)
}

/**
 * The period of a membership: it starts on the day it was paid, or when the current one of the same category ends.
 * `runningUntil` is the expiry of that one, null if there is none. All days are Indian days.
 */
export function membershipPeriod(
  paidOn: string,
  runningUntil: string | null,
  months: number,
): { startDate: string; expiryDate: string } {
  const startDate = runningUntil !== null && runningUntil >= paidOn ? runningUntil : paidOn
  return { startDate, expiryDate: addMonths(startDate, months) }
}
