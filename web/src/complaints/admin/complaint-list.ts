import type { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import type { Reply } from '@petsetu/contract/platform/call.ts'

export type ComplaintList = Reply<typeof complaintCalls.listAll>

type Counted = {
  data: Pick<ComplaintList['data'][number], 'payment_status'>[]
  summary: { paid_complaints?: number }
}

/** The number of paid complaints: from the summary, or counted in the loaded rows if the summary has none. */
export function paidCount({ data, summary }: Counted): number {
  return summary.paid_complaints ?? data.filter((complaint) => complaint.payment_status === 'paid').length
}
