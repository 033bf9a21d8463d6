import { membershipCalls } from '@petsetu/contract/memberships.ts'
import { type ReportedMembership, reportCalls } from '@petsetu/contract/reports.ts'
import { request } from '../lib/request.ts'
import { useSave } from '../ui/form/use-save.ts'

export function useCancelMembership() {
  return useSave({
    call: membershipCalls.cancel,
    send: ({ id }: ReportedMembership) => request(membershipCalls.cancel, { params: { id: String(id) } }),
    confirm: ({ plan_name, username, status }) => ({
      title: `Cancel the membership of ${username}?`,
      children:
        status === 'pending'
          ? `${plan_name} is not paid yet. If it is paid all the same, the payment waits for you in the payment report.`
          : `${plan_name} ends at once. Its payment stays as it is: to send it back, refund it in the payment report.`,
      confirmLabel: 'Cancel membership',
      keepLabel: 'Keep it',
    }),
    rowOf: ({ id }) => id,
    invalidates: [reportCalls.memberships],
    success: (_, { username }) => `The membership of ${username} has been cancelled.`,
    failure: { fallback: 'Failed to cancel the membership. Please try again.' },
  })
}
