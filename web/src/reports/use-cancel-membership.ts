import { membershipCalls } from '@petsetu/contract/memberships.ts'
import { type ReportedMembership, reportCalls } from '@petsetu/contract/reports.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { keyOf } from '../lib/ask.ts'
import { messageOf, request } from '../lib/request.ts'
import { confirmDestruction } from '../ui/confirm.tsx'
import { focusPageTitle } from '../ui/page-title.tsx'
import { tellDone, tellFailed } from '../ui/tell.ts'

/** Asks, then cancels a membership. `cancellingId` is the one that is being cancelled. */
export function useCancelMembership() {
  const queries = useQueryClient()
  const [cancellingId, setCancellingId] = useState<number | null>(null)

  async function carryOut({ id, username }: ReportedMembership) {
    setCancellingId(id)
    try {
      await request(membershipCalls.cancel, { params: { id: String(id) } })
      await queries.invalidateQueries({ queryKey: keyOf(reportCalls.memberships) })
      tellDone(`The membership of ${username} has been cancelled.`)
      focusPageTitle()
    } catch (error) {
      tellFailed(messageOf(error, 'Failed to cancel the membership. Please try again.'))
    } finally {
      setCancellingId(null)
    }
  }

  function askToCancel(membership: ReportedMembership) {
    const { plan_name, username, status } = membership
    confirmDestruction({
      title: `Cancel the membership of ${username}?`,
      children:
        status === 'pending'
          ? `${plan_name} is not paid yet. If it is paid all the same, the payment waits for you in the payment report.`
          : `${plan_name} ends at once. Its payment stays as it is: to send it back, refund it in the payment report.`,
      confirmLabel: 'Cancel membership',
      keepLabel: 'Keep it',
      onConfirm: () => void carryOut(membership),
    })
  }

  return { askToCancel, cancellingId }
}
