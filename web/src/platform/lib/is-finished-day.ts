const FIRST_DAY = '2000-01-01'

/** False while the year of a date field is still being typed: its first digit alone is the year 2. */
export function isFinishedDay(day: string): boolean {
  return day >= FIRST_DAY
}
