import type { Reply } from '@petsetu/contract/call.ts'
import type { complaintCalls } from '@petsetu/contract/complaints.ts'

/** A page of the admin's list, with counts and paging. */
export type ComplaintList = Reply<typeof complaintCalls.listAll>

type Counted = {
  data: Pick<ComplaintList['data'][number], 'payment_status'>[]
  summary: { paid_complaints?: number }
}

/** How many complaints are paid: as the summary says, or where it does not, as the rows on hand say. */
export function paidCount({ data, summary }: Counted): number {
  return summary.paid_complaints ?? data.filter((complaint) => complaint.payment_status === 'paid').length
}
