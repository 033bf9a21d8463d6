import { ComplaintStatus, ComplaintFilter as Wanted } from '@petsetu/contract/complaints.ts'
import { isIndexed, wordsIn } from '@petsetu/contract/search-words.ts'
import { pageParam } from '../../lib/page-param.ts'

const FIELDS = ['search', 'type', 'payment', 'assignee', 'overdue', 'from', 'to', 'sort'] as const

export type FilterField = (typeof FIELDS)[number]

/** A status of null means all; of the others, one that is missing means any. */
export type ComplaintFilter = { status: ComplaintStatus | null; page: number } & { [Field in FilterField]?: string }

/** The filter in an address; invalid values are ignored. */
export function filterOf(params: URLSearchParams): ComplaintFilter {
  const chosen = FIELDS.flatMap((field): [string, string][] => {
    const value = params.get(field)
    return value && Wanted.shape[field].safeParse(value).success ? [[field, value]] : []
  })
  const status = ComplaintStatus.safeParse(params.get('status')).data ?? null
  return { status, page: pageParam(params), ...Object.fromEntries(chosen) }
}

/** The filter as parameters of an address: of the list, and of a complaint that was opened from it. */
export function searchOf({ page, ...filter }: ComplaintFilter): { status: string | null; page: number | null } {
  return { ...filter, page: page > 1 ? page : null }
}

/** The filter as the calls take it; a page of the list is no part of it. */
export function queryOf({ status, page: _, ...filter }: ComplaintFilter): Record<string, string> {
  return { ...filter, ...(status && { status }) }
}

/** The filter as the CSV takes it, which comes newest first. */
export function csvQueryOf({ sort: _, ...filter }: ComplaintFilter): Record<string, string> {
  return queryOf(filter)
}

/** True if more than the status and the order is chosen. */
export function isNarrowed({ status: _, page: __, sort: ___, ...filter }: ComplaintFilter): boolean {
  return Object.keys(filter).length > 0
}

/** Whether nothing but a longer search could find something. */
export function isTooShort(search: string | undefined): boolean {
  return search !== undefined && !/^\d+$/.test(search.trim()) && !wordsIn(search).some(isIndexed)
}
