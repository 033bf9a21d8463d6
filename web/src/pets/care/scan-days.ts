import type { ScanDay } from '@petsetu/contract/pets/scans.ts'
import { today } from '@petsetu/contract/platform/dates.ts'

const DAYS_SHOWN = 30
const DAY_MS = 86_400_000

/** The last 30 Indian days, oldest first, with 0 for a day without scans. */
export function lastDays(scans: ScanDay[], now = today()): ScanDay[] {
  const counts = new Map(scans.map((each) => [each.day, each.scans]))
  return Array.from({ length: DAYS_SHOWN }, (_, index) => {
    const day = new Date(Date.parse(now) - (DAYS_SHOWN - 1 - index) * DAY_MS).toISOString().slice(0, 10)
    return { day, scans: counts.get(day) ?? 0 }
  })
}
