import { AuditOrder, AuditFilter as Wanted } from '@petsetu/contract/audit.ts'
import { type FilterOf, listFilter } from '../lists/list-filter.ts'

export const { filterIn, addressOf, queryOf } = listFilter({ ...Wanted.shape, sort: AuditOrder })

export type AuditFilter = FilterOf<{ filterIn: typeof filterIn }>

/** The filter as the CSV takes it, which comes newest first. */
export function csvQueryOf(filter: AuditFilter) {
  return queryOf({ ...filter, sort: '' })
}
