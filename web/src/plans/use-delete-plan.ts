import type { Reply } from '@petsetu/contract/call.ts'
import { type Plan, planCalls } from '@petsetu/contract/plans.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ask, keyOf } from '../lib/ask.ts'
import { request } from '../lib/request.ts'
import { confirmDestruction } from '../ui/confirm.tsx'
import { focusPageTitle } from '../ui/page-title.tsx'
import { tellDone, tellFailed } from '../ui/tell.ts'

type PlanList = Reply<typeof planCalls.listAll>

/** Asks, then deletes a plan and takes it off the list. `deletingId` is the plan on its way out. */
export function useDeletePlan() {
  const queries = useQueryClient()
  const [deletingId, setDeletingId] = useState<number | null>(null)

  async function carryOut(plan: Plan) {
    setDeletingId(plan.id)
    try {
      await request(planCalls.delete, { params: { id: String(plan.id) } })
      queries.setQueryData<PlanList>(
        ask(planCalls.listAll, {}).queryKey,
        (list) => list && { ...list, data: list.data.filter(({ id }) => id !== plan.id) },
      )
      tellDone(`Plan "${plan.name}" has been deleted successfully.`)
      focusPageTitle()
    } catch {
      tellFailed('Failed to delete plan. It may be in use by active memberships.')
    } finally {
      void queries.invalidateQueries({ queryKey: keyOf(planCalls.listAll) })
      setDeletingId(null)
    }
  }

  function askToDelete(plan: Plan) {
    confirmDestruction({
      title: `Delete ${plan.name}?`,
      children: 'Nobody can register for this plan any more. Its name stays in the history and in the reports.',
      confirmLabel: 'Delete',
      onConfirm: () => void carryOut(plan),
    })
  }

  return { askToDelete, deletingId }
}
