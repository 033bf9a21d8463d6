import { PetOrder } from '@petsetu/contract/pets.ts'
import { ANY_TEXT, type FilterOf, fieldFrom, listFilter } from '../../lists/list-filter.ts'

export type View = 'cards' | 'table'

const view = fieldFrom((text): View | null => (text === 'table' ? text : null))

export const { filterIn, addressOf } = listFilter({ search: ANY_TEXT, sort: PetOrder, view }, () => ({
  sort: 'newest',
  view: 'cards',
}))

export type PetFilter = FilterOf<{ filterIn: typeof filterIn }>
