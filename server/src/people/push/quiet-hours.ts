const INDIA_AHEAD_MS = 5.5 * 3_600_000
const FIRST_QUIET_HOUR = 22
const MORNING_HOUR = 7

/** True from 22 to 7, Indian time. */
export function isNight(now: Date): boolean {
  const hour = inIndia(now).getUTCHours()
  return hour >= FIRST_QUIET_HOUR || hour < MORNING_HOUR
}

/** When the night ends that it is now, or the next one: 07:00 Indian time. */
export function nextMorning(now: Date): Date {
  const india = inIndia(now)
  const isLater = india.getUTCHours() >= MORNING_HOUR
  india.setUTCHours(isLater ? MORNING_HOUR + 24 : MORNING_HOUR, 0, 0, 0)
  return new Date(india.getTime() - INDIA_AHEAD_MS)
}

/** The date whose parts in UTC are those of the Indian clock. */
const inIndia = (now: Date) => new Date(now.getTime() + INDIA_AHEAD_MS)
