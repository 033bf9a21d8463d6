import { ComplaintFilter as Wanted } from '@petsetu/contract/complaints/complaints.ts'
import { isIndexed, wordsIn } from '@petsetu/contract/platform/search-words.ts'
import { type FilterOf, listFilter } from '../../platform/lists/list-filter.ts'

export const { filterIn, addressOf, queryOf } = listFilter(Wanted.shape)

export type ComplaintFilter = FilterOf<{ filterIn: typeof filterIn }>

/** The filter as the CSV takes it, which comes newest first. */
export function csvQueryOf(filter: ComplaintFilter) {
  return queryOf({ ...filter, sort: '' })
}

/** True if more than the status and the order is chosen. */
export function isNarrowed(filter: ComplaintFilter): boolean {
  return Object.keys(queryOf({ ...filter, status: '', sort: '' })).length > 0
}

/** True if nothing but a longer search could find something. */
export function isTooShort(search: string): boolean {
  return search !== '' && !/^\d+$/.test(search.trim()) && !wordsIn(search).some(isIndexed)
}
