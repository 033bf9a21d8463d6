import { AuditFilter as Wanted } from '@petsetu/contract/audit.ts'
import { type FilterOf, listFilter } from '../lists/list-filter.ts'

export const { filterIn, addressOf, queryOf } = listFilter(Wanted.shape)

export type AuditFilter = FilterOf<{ filterIn: typeof filterIn }>
