/** The last day, as 2026-01-31, for a complaint whose fee was paid on this day. */
export function dueDay(paidOn: string, daysMax: number): string {
  const date = new Date(`${paidOn}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + Math.max(1, daysMax))
  return date.toISOString().slice(0, 10)
}
