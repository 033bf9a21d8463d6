import { type Plan, planCalls } from '@petsetu/contract/plans.ts'
import { useText } from '../languages/use-text.tsx'
import { callQuery } from '../lib/call-query.ts'
import { request } from '../lib/request.ts'
import { useSave } from '../ui/form/use-save.ts'

export function useDeletePlan() {
  const text = useText()
  return useSave({
    call: planCalls.delete,
    send: (plan: Plan) => request(planCalls.delete, { params: { id: String(plan.id) } }),
    confirm: (plan) => ({
      title: text('plans.deleteQuestion', { name: plan.name }),
      children: text('plans.deleteConsequence'),
      confirmLabel: text('controls.delete'),
    }),
    rowOf: (plan) => plan.id,
    invalidates: [planCalls.listAll],
    onSaved: (_, plan, queries) =>
      queries.setQueryData(
        callQuery(planCalls.listAll, {}).queryKey,
        (list) => list && { ...list, data: list.data.filter(({ id }) => id !== plan.id) },
      ),
    success: (_, plan) => text('plans.deleted', { name: plan.name }),
    failure: { always: text('plans.deleteFailed') },
  })
}
