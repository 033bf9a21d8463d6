import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { requestData } from '../../platform/lib/requests/request-data.ts'
import { keepLastReceipt, readLastReceipt } from '../../platform/lib/storage/last-receipt.ts'

/**
 * Asks for the page of one's own complaint, and keeps it with what was paid last, unless something else was paid since, or somebody has
 * signed out.
 */
export async function findFollowPath(owner: string, id: number): Promise<string> {
  const { follow_path: followPath } = await requestData(complaintCalls.followOwn, { params: { id: String(id) } })
  const receipt = readLastReceipt(owner)
  const paid = receipt?.paidFor
  if (receipt && paid?.purpose === 'complaint' && paid.id === id)
    keepLastReceipt({ ...receipt, paidFor: { ...paid, followPath } })
  return followPath
}
