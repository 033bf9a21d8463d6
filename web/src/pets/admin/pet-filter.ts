import { PetOrder } from '@petsetu/contract/pets.ts'
import { pageParam } from '../../lib/page-param.ts'

export type View = 'cards' | 'table'

export type PetFilter = { page: number; search: string; sort: PetOrder; view: View }

/** The filter in an address; values that do not exist are ignored. */
export function filterOf(params: URLSearchParams): PetFilter {
  return {
    page: pageParam(params),
    search: params.get('search') ?? '',
    sort: PetOrder.safeParse(params.get('sort')).data ?? 'newest',
    view: params.get('view') === 'table' ? 'table' : 'cards',
  }
}

/** The filter as parameters of an address; what is usual is left out. */
export function searchOf({ page, search, sort, view }: PetFilter): Record<string, string | number | null> {
  return { search, sort: sort === 'newest' ? null : sort, view: view === 'table' ? view : null, page }
}
