import { type Plan, planCalls } from '@petsetu/contract/plans.ts'
import { callQuery } from '../lib/call-query.ts'
import { request } from '../lib/request.ts'
import { useSave } from '../ui/form/use-save.ts'

export function useDeletePlan() {
  return useSave({
    call: planCalls.delete,
    send: (plan: Plan) => request(planCalls.delete, { params: { id: String(plan.id) } }),
    confirm: (plan) => ({
      title: `Delete ${plan.name}?`,
      children: 'Nobody can register for this plan any more. Its name stays in the history and in the reports.',
      confirmLabel: 'Delete',
    }),
    rowOf: (plan) => plan.id,
    invalidates: [planCalls.listAll],
    onSaved: (_, plan, queries) =>
      queries.setQueryData(
        callQuery(planCalls.listAll, {}).queryKey,
        (list) => list && { ...list, data: list.data.filter(({ id }) => id !== plan.id) },
      ),
    success: (_, plan) => `Plan "${plan.name}" has been deleted successfully.`,
    failure: { always: 'Failed to delete plan. It may be in use by active memberships.' },
  })
}
