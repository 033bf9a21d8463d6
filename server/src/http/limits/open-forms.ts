import { tooMany, unavailable } from '../../errors.ts'
import { sourceOf } from './source-of.ts'

// Each form writes one file at a time, for which the disk is checked first: together at most 480 MB on their way to the disk, which
// is less than the reserve of `disk-reserve.ts`.
export const COMPLAINTS_OPEN_MAX = 80
export const PHOTOS_OPEN_MAX = 8
// Held in memory, up to 5 MiB each.
export const IMPORTS_OPEN_MAX = 8
const OPEN_BY_ADDRESS_MAX = 4
const RETRY_SECONDS = 30

/** Runs work that reads a form. Rejects with 429 if too many come from one address, with 503 if too many are open in all. */
export type OpenForms = <T>(address: string, work: () => Promise<T>) => Promise<T>

export function openForms(openMax: number, isLimitedByAddress: boolean): OpenForms {
  const openBySource = new Map<string, number>()
  let open = 0
  return async (address, work) => {
    const source = sourceOf(address)
    const ofSource = openBySource.get(source) ?? 0
    if (isLimitedByAddress && ofSource >= OPEN_BY_ADDRESS_MAX) throw tooMany(RETRY_SECONDS)
    if (open >= openMax) throw unavailable()
    open++
    openBySource.set(source, ofSource + 1)
    try {
      return await work()
    } finally {
      open--
      const left = (openBySource.get(source) ?? 1) - 1
      if (left > 0) openBySource.set(source, left)
      else openBySource.delete(source)
    }
  }
}
