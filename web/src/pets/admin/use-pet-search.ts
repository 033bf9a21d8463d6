import { petCalls } from '@petsetu/contract/pets.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { pageQuery } from '../../lib/call-query.ts'
import { startedAtArrival } from '../../lib/first-data.ts'
import { petsNamed } from './pet-search.ts'

export const PETS_A_PAGE = 24

export function allPetsOn(page: number, search: string) {
  const query = { page: String(page), limit: String(PETS_A_PAGE), search }
  return startedAtArrival(pageQuery(petCalls.listAll, { query }))
}

/**
 * A page of all pets, or of those whose name contains the typed text.
 *
 * The server searches for the `settled` text. Until it answers, the loaded pets are filtered at once, and `isPartial` is true.
 */
export function usePetSearch(typed: string, settled: string, page: number) {
  const found = useQuery({ ...allPetsOn(page, settled), placeholderData: keepPreviousData })
  const isPartial = typed.trim() !== settled || found.isPlaceholderData
  const quick = petsNamed(found.data?.rows ?? [], typed)
  const data = found.data && isPartial ? { rows: quick, total: quick.length } : found.data
  return { ...found, data, isPartial }
}
