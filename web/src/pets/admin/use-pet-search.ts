import { petCalls } from '@petsetu/contract/pets.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { pageQuery } from '../../lib/call-query.ts'
import type { PetFilter } from './pet-filter.ts'
import { petsNamed } from './pet-search.ts'

export const PETS_A_PAGE = 24

export function allPetsOn({ page, search, sort }: Pick<PetFilter, 'page' | 'search' | 'sort'>) {
  const query = { page: String(page), limit: String(PETS_A_PAGE), search, sort }
  return pageQuery(petCalls.listAll, { query })
}

/**
 * A page of all pets, or of those that the typed text finds.
 *
 * The server searches for the settled text of the filter. Until it answers, the loaded pets are filtered at once, and `isPartial` is true.
 */
export function usePetSearch(typed: string, filter: PetFilter) {
  const found = useQuery({ ...allPetsOn(filter), placeholderData: keepPreviousData })
  const isPartial = typed.trim() !== filter.search || found.isPlaceholderData
  const quick = petsNamed(found.data?.rows ?? [], typed)
  const data = found.data && isPartial ? { rows: quick, total: quick.length } : found.data
  return { ...found, data, isPartial }
}
