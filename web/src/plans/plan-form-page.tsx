import { Button, Loader } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import { type PlanForm, planCalls } from '@petsetu/contract/plans.ts'
import { IconCertificate } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { useText } from '../languages/use-text.tsx'
import { callQuery } from '../lib/call-query.ts'
import { CallError, request } from '../lib/request.ts'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { ErrorBox } from '../ui/feedback/error-box.tsx'
import { Loaded } from '../ui/feedback/loaded.tsx'
import { useSave } from '../ui/form/use-save.ts'
import { PageTitle } from '../ui/layout/page-title.tsx'
import { PlanEditor } from './plan-form.tsx'
import { NEW_PLAN, planValuesOf } from './plan-values.ts'

export function AddPlanPage() {
  const text = useText()
  const { save } = useSave({
    call: planCalls.create,
    send: (body: PlanForm, options) => request(planCalls.create, { body }, options),
    invalidates: [planCalls.listAll],
  })
  return (
    <>
      <PageTitle>{text('titles.addPlan')}</PageTitle>
      <PlanEditor initial={NEW_PLAN} draftName="plan-new" onSave={save} />
    </>
  )
}

export function EditPlanPage() {
  const text = useText()
  const { id = '' } = useParams()
  return (
    <>
      <PageTitle>{text('titles.editPlan')}</PageTitle>
      <EditPlan key={id} id={id} />
    </>
  )
}

function EditPlan({ id }: { id: string }) {
  const text = useText()
  const { save } = useSave({
    call: planCalls.update,
    send: (body: PlanForm & { version?: number | undefined }) => request(planCalls.update, { params: { id }, body }),
    invalidates: [planCalls.listAll],
  })
  // Never from the cache: a form filled with old values would overwrite newer ones.
  const plan = useQuery({ ...callQuery(planCalls.read, { params: { id } }), gcTime: 0, refetchOnWindowFocus: false })
  const skeleton = (
    <div role="status" aria-busy="true">
      <span className="visually-hidden">{text('firstLoad.loading')}</span>
      <Loader aria-hidden />
    </div>
  )
  return (
    <Loaded query={plan} skeleton={skeleton} failure={(error, retry) => <NoPlan error={error} onRetry={retry} />}>
      {({ data }) => (
        <PlanEditor
          initial={planValuesOf(data.plan)}
          version={data.plan.version}
          draftName={`plan-${id}`}
          onSave={(body, version) => save({ ...body, version })}
        />
      )}
    </Loaded>
  )
}

function NoPlan({ error, onRetry }: { error: Error; onRetry: () => unknown }) {
  const text = useText()
  const back = (
    <Button component={Link} to={paths.plans.to({})} variant="subtle">
      {text('plans.backToList')}
    </Button>
  )
  if (!isMissing(error)) {
    return (
      <ErrorBox message={text('plans.loadFailed')} onRetry={onRetry}>
        {back}
      </ErrorBox>
    )
  }
  return (
    <EmptyState icon={<IconCertificate size={36} stroke={1.5} />} message={text('plans.missing')}>
      {back}
    </EmptyState>
  )
}

/** For an unknown or invalid number in the address. */
function isMissing(error: Error): boolean {
  return error instanceof CallError && [400, 403, 404].includes(error.status)
}
