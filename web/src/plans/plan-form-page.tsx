import { Button, Loader } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import { planCalls } from '@petsetu/contract/plans.ts'
import { IconCertificate } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { ask, keyOf } from '../lib/ask.ts'
import { CallError, request } from '../lib/request.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorBox } from '../ui/error-box.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { PlanForm } from './plan-form.tsx'
import { NEW_PLAN, planValuesOf } from './plan-values.ts'

export function AddPlanPage() {
  const queries = useQueryClient()
  return (
    <>
      <PageTitle>Add Membership Plan</PageTitle>
      <PlanForm
        initial={NEW_PLAN}
        draftName="plan-new"
        onSave={async (body) => {
          await request(planCalls.create, { body })
          await queries.invalidateQueries({ queryKey: keyOf(planCalls.listAll) })
        }}
      />
    </>
  )
}

export function EditPlanPage() {
  const { id = '' } = useParams()
  return (
    <>
      <PageTitle>Edit Membership Plan</PageTitle>
      <EditPlan key={id} id={id} />
    </>
  )
}

function EditPlan({ id }: { id: string }) {
  const queries = useQueryClient()
  // Never from an earlier visit: a form filled with old values would write them back over newer ones.
  const plan = useQuery({ ...ask(planCalls.read, { params: { id } }), gcTime: 0, refetchOnWindowFocus: false })

  if (plan.isPending) {
    return (
      <div role="status" aria-busy="true">
        <span className="visually-hidden">Loading…</span>
        <Loader aria-hidden />
      </div>
    )
  }
  if (plan.isLoadingError) return <NoPlan error={plan.error} onRetry={plan.refetch} />
  return (
    <PlanForm
      initial={planValuesOf(plan.data.data.plan)}
      draftName={null}
      onSave={async (body) => {
        await request(planCalls.update, { params: { id }, body })
        await queries.invalidateQueries({ queryKey: keyOf(planCalls.listAll) })
      }}
    />
  )
}

function NoPlan({ error, onRetry }: { error: Error; onRetry: () => unknown }) {
  const back = (
    <Button component={Link} to={paths.plans.to({})} variant="subtle">
      Back to the plans
    </Button>
  )
  if (!isMissing(error)) {
    return (
      <ErrorBox message="Failed to load membership plan. Please try again." onRetry={onRetry}>
        {back}
      </ErrorBox>
    )
  }
  return (
    <EmptyState
      icon={<IconCertificate size={36} stroke={1.5} />}
      message="Membership plan not found or you don't have permission to edit it."
    >
      {back}
    </EmptyState>
  )
}

/** No plan has this number, or it may not be seen; or what stands in the address is no number at all. */
function isMissing(error: Error): boolean {
  return error instanceof CallError && [400, 403, 404].includes(error.status)
}
