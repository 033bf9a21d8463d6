import { AuditFilter as Wanted } from '@petsetu/contract/audit.ts'
import { pageParam } from '../lib/page-param.ts'

const FIELDS = ['admin', 'action', 'object_kind', 'object_id', 'from', 'to'] as const

export type FilterField = (typeof FIELDS)[number]

/** What is missing means any. */
export type AuditFilter = { page: number } & { [Field in FilterField]?: string }

/** The filter in an address; invalid values are ignored. */
export function filterOf(params: URLSearchParams): AuditFilter {
  const chosen = FIELDS.flatMap((field): [string, string][] => {
    const value = params.get(field)
    return value && Wanted.shape[field].safeParse(value).success ? [[field, value]] : []
  })
  return { page: pageParam(params), ...Object.fromEntries(chosen) }
}

/** The filter as the calls take it; a page of the list is no part of it. */
export function queryOf({ page: _, ...filter }: AuditFilter): Record<string, string> {
  return filter
}

export function isNarrowed(filter: AuditFilter): boolean {
  return Object.keys(queryOf(filter)).length > 0
}
