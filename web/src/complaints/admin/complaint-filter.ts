import { type complaintCalls, ComplaintFilter as Wanted } from '@petsetu/contract/complaints/complaints.ts'
import type { Reply } from '@petsetu/contract/platform/call.ts'
import { isIndexed, wordsIn } from '@petsetu/contract/platform/text.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { endsBeforeStart, type FilterOf, listFilter } from '../../platform/lists/list-filter.ts'

export const { filterIn, addressOf, queryOf } = listFilter(Wanted.shape)

export type ComplaintFilter = FilterOf<{ filterIn: typeof filterIn }>

/** The filter as the CSV takes it, which comes newest first. */
export function csvQueryOf(filter: ComplaintFilter) {
  return queryOf({ ...filter, sort: '' })
}

/** True if more than the status and the order is chosen. */
export function isNarrowed(filter: ComplaintFilter): boolean {
  return Object.keys(queryOf({ ...filter, status: '', sort: '' })).length > 0
}

/** True if nothing but a longer search could find something. */
function isTooShort(search: string): boolean {
  return search !== '' && !/^\d+$/.test(search.trim()) && !wordsIn(search).some(isIndexed)
}

/** Says why the list is empty. */
export function wordsOfNone(filter: ComplaintFilter): PlainId {
  if (endsBeforeStart(filter)) return 'problems.endsBeforeStart'
  return isTooShort(filter.search) ? 'caseList.tooShort' : 'complaints.none'
}

export type ComplaintList = Reply<typeof complaintCalls.listAll>

type Counted = {
  data: Pick<ComplaintList['data'][number], 'payment_status'>[]
  summary: { paid_complaints?: number }
}

/** The number of paid complaints: from the summary, or counted in the loaded rows if the summary has none. */
export function paidCount({ data, summary }: Counted): number {
  return summary.paid_complaints ?? data.filter((complaint) => complaint.payment_status === 'paid').length
}
