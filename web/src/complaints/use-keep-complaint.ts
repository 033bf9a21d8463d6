import { type Complaint, complaintCalls } from '@petsetu/contract/complaints.ts'
import { succeed } from '@petsetu/contract/envelope.ts'
import { useQueryClient } from '@tanstack/react-query'
import { ask, keyOf } from '../lib/ask.ts'

/** Shows a complaint as the server has just answered it, and has the lists with it loaded again when they are next seen. */
export function useKeepComplaint(): (complaint: Complaint) => void {
  const queries = useQueryClient()
  return (complaint) => {
    const { queryKey } = ask(complaintCalls.read, { params: { id: String(complaint.id) } })
    queries.setQueryData(queryKey, succeed(complaint))
    void queries.invalidateQueries({ queryKey: keyOf(complaintCalls.listAll) })
  }
}
