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

const takenVersion = (id: number) => ['taken-version', id]

/** Keeps which version of a case this admin has made by taking it: the form of the case need not say that somebody changed it. */
export function keepTakenVersion(queries: QueryClient, { id, version }: Complaint): void {
  queries.setQueryData(takenVersion(id), version)
}

export function isTakenVersion(queries: QueryClient, { id, version }: Complaint): boolean {
  return queries.getQueryData(takenVersion(id)) === version
}
