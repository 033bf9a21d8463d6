import { type Complaint, complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import type { QueryClient } from '@tanstack/react-query'
import { callQuery } from '../../platform/lib/requests/call-query.ts'

export function updateComplaintCache(queries: QueryClient, complaint: Complaint): void {
  queries.setQueryData(
    callQuery(complaintCalls.read, { params: { id: String(complaint.id) } }).queryKey,
    succeed(complaint),
  )
}
