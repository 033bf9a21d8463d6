import { isFeeDue } from '@petsetu/contract/complaints/complaint-statuses.ts'
import type { Complaint } from '@petsetu/contract/complaints/complaints.ts'

/** True if the fee must be paid, maybe once more after a void at the desk. */
export function isFeeWanted(complaint: Complaint): boolean {
  return isFeeDue(complaint) || isFeeVoid(complaint)
}

function isFeeVoid({ payment_status, duplicate_of, payments }: Complaint): boolean {
  const isVoid = payments.some(({ disposition, desk }) => disposition === 'applied' && desk?.state === 'void')
  return payment_status === 'refunded' && duplicate_of === null && isVoid
}
