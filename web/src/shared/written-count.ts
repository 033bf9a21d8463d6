import { WAITING_COUNTED_MAX } from '@petsetu/contract/office/dashboard.ts'
import { formatCount } from '@petsetu/languages/formats.ts'

/** Writes a number of what waits, which is counted no further than `WAITING_COUNTED_MAX`. */
export function writtenCount(count: number): string {
  return count < WAITING_COUNTED_MAX ? formatCount(count) : `${formatCount(WAITING_COUNTED_MAX - 1)}+`
}
