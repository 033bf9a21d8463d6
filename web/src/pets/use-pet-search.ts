import { petCalls } from '@petsetu/contract/pets.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { askPage } from '../lib/ask.ts'
import { lastPage } from '../lib/page-param.ts'
import { petsNamed } from './pet-search.ts'

const PETS_A_PAGE = 24
const LIMIT = String(PETS_A_PAGE)

/**
 * All pets, a page at a time, or those whose name contains what is typed.
 *
 * What is loaded is filtered at once. Where that is not every pet, the server is asked as well, for the `settled` text,
 * and its answer then takes the place of the quick one; `isPartial` is true until it has come. Pages can be turned
 * once what is typed `isSettled`: until then their addresses would still name the text before.
 */
export function usePetSearch(typed: string, settled: string, page: number) {
  const isSearching = typed.trim() !== ''
  const isSettled = typed.trim() === settled
  const browsed = useQuery({
    ...askPage(petCalls.listAll, { query: { page: settled ? '1' : String(page), limit: LIMIT } }),
    placeholderData: keepPreviousData,
  })
  const isWhole = browsed.data !== undefined && browsed.data.total <= browsed.data.rows.length
  const found = useQuery({
    ...askPage(petCalls.listAll, { query: { page: String(page), limit: LIMIT, search: settled } }),
    enabled: settled !== '' && browsed.isSuccess && !isWhole,
    placeholderData: keepPreviousData,
  })

  const isAnswered = isSettled && found.isSuccess && !found.isPlaceholderData
  const loaded = found.data ?? browsed.data ?? { rows: [], total: 0 }
  const quick = petsNamed(isWhole ? browsed.data.rows : loaded.rows, typed)
  const shown = isSearching
    ? isAnswered
      ? found.data
      : { rows: quick, total: quick.length }
    : (browsed.data ?? loaded)

  return {
    pets: shown.rows,
    total: shown.total,
    lastPage: lastPage(shown.total, PETS_A_PAGE),
    isSettled,
    isPartial: isSearching && !isWhole && !isAnswered && !found.isError,
    isPending: browsed.isPending,
    isError: browsed.isLoadingError || (isSearching && !isWhole && found.isLoadingError),
    retry: () => Promise.all([browsed.refetch(), isSearching && !isWhole ? found.refetch() : null]),
  }
}
