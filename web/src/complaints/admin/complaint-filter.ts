import { ComplaintStatus } from '@petsetu/contract/complaints.ts'
import { pageParam } from '../../lib/page-param.ts'

/** Which part of the list is shown. A status of null means all. */
export type ComplaintFilter = { status: ComplaintStatus | null; page: number }

/** The filter that an address asks for; anything odd in it is left out. */
export function filterOf(params: URLSearchParams): ComplaintFilter {
  return { status: ComplaintStatus.safeParse(params.get('status')).data ?? null, page: pageParam(params) }
}

/** The filter as it stands in an address: the list's own, and that of a complaint that was opened from it. */
export function searchOf({ status, page }: ComplaintFilter): { status: string | null; page: number | null } {
  return { status, page: page > 1 ? page : null }
}
