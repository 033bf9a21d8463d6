import { membershipCalls } from '@petsetu/contract/memberships.ts'
import { type ReportedMembership, reportCalls } from '@petsetu/contract/reports.ts'
import { useText } from '../languages/use-text.tsx'
import { request } from '../lib/request.ts'
import { useSave } from '../ui/form/use-save.ts'

export function useCancelMembership() {
  const text = useText()
  return useSave({
    call: membershipCalls.cancel,
    send: ({ id }: ReportedMembership) => request(membershipCalls.cancel, { params: { id: String(id) } }),
    confirm: ({ plan_name, username, status }) => ({
      title: text('membershipReport.cancelQuestion', { username }),
      children: text(status === 'pending' ? 'membershipReport.cancelPending' : 'membershipReport.cancelActive', {
        plan: plan_name,
      }),
      confirmLabel: text('membershipReport.cancelConfirm'),
      keepLabel: text('membershipReport.keep'),
    }),
    rowOf: ({ id }) => id,
    invalidates: [reportCalls.memberships, reportCalls.membershipMonths],
    success: (_, { username }) => text('membershipReport.cancelDone', { username }),
    failure: { fallback: text('membershipReport.cancelFailed') },
  })
}
