/**
 * The day `months` calendar months after `day` (both yyyy-mm-dd). Where that month is too short it is its last day: 31 January and
 * one month is the end of February.
 */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0))
  last.setUTCDate(Math.min(date, last.getUTCDate()))
  return last.toISOString().slice(0, 10)
}

/**
 * When a membership runs: from the day it was paid, or from the end of the one of the same category that still runs then.
 * `runningUntil` is that one's expiry, null where there is none. All days are Indian days.
 */
export function membershipPeriod(
  paidOn: string,
  runningUntil: string | null,
  months: number,
): { startDate: string; expiryDate: string } {
  const startDate = runningUntil !== null && runningUntil >= paidOn ? runningUntil : paidOn
  return { startDate, expiryDate: addMonths(startDate, months) }
}
