import { ComplaintStatus } from '@petsetu/contract/complaints.ts'
import { pageParam } from '../../lib/page-param.ts'

/** A status of null means all. */
export type ComplaintFilter = { status: ComplaintStatus | null; page: number }

/** The filter in an address; invalid values are ignored. */
export function filterOf(params: URLSearchParams): ComplaintFilter {
  return { status: ComplaintStatus.safeParse(params.get('status')).data ?? null, page: pageParam(params) }
}

/** The filter as parameters of an address: of the list, and of a complaint that was opened from it. */
export function searchOf({ status, page }: ComplaintFilter): { status: string | null; page: number | null } {
  return { status, page: page > 1 ? page : null }
}
