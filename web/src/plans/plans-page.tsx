import { Button } from '@mantine/core'
import { formatMonths, formatRupees } from '@petsetu/contract/money.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { type Plan, planCalls } from '@petsetu/contract/plans.ts'
import { IconCertificate, IconPencil, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useSearchParams } from 'react-router'
import { ask } from '../lib/ask.ts'
import { lastPage, pageParam } from '../lib/page-param.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { DeleteButton } from '../ui/delete-button.tsx'
import { DownloadCsv } from '../ui/download-csv.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorBox } from '../ui/error-box.tsx'
import { TableSkeleton } from '../ui/list-skeletons.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Pager } from '../ui/pager.tsx'
import classes from './plans-page.module.css'
import { shorten } from './shorten.ts'
import { useDeletePlan } from './use-delete-plan.ts'

const PLANS_A_PAGE = 50

export function PlansPage() {
  const aside = (
    <div className={classes.actions}>
      <DownloadCsv call={planCalls.csv} input={{}} />
      <Button component={Link} to={paths.addPlan.to({})} leftSection={<IconPlus size={18} aria-hidden />}>
        Add New Plan
      </Button>
    </div>
  )
  return (
    <>
      <PageTitle aside={aside}>Membership Plans</PageTitle>
      <Plans />
    </>
  )
}

function Plans() {
  const page = pageParam(useSearchParams()[0])
  const plans = useQuery(ask(planCalls.listAll, {}))
  const { askToDelete, deletingId } = useDeletePlan()

  if (plans.isPending) return <TableSkeleton rows={4} />
  if (plans.isLoadingError) {
    return <ErrorBox message="Failed to load membership plans. Please try again." onRetry={plans.refetch} />
  }
  const { data } = plans.data
  if (data.length === 0) {
    const message = 'No membership plans found. Click "Add New Plan" to create one.'
    return <EmptyState icon={<IconCertificate size={36} stroke={1.5} />} message={message} />
  }
  const last = lastPage(data.length, PLANS_A_PAGE)
  if (page > last) return <Navigate to={paths.plans.to({}, { page: last })} replace />

  const columns: Column<Plan>[] = [
    { head: 'Plan Name', cell: (plan) => <strong>{plan.name}</strong> },
    { head: 'Category', cell: (plan) => (plan.category === 'premium' ? 'Premium' : 'Regular') },
    { head: 'Duration', align: 'right', isTight: true, cell: (plan) => formatMonths(plan.duration_months) },
    { head: 'Price', align: 'right', isTight: true, cell: (plan) => formatRupees(plan.price) },
    { head: 'Description', cell: (plan) => shorten(plan.description) },
    {
      head: 'Actions',
      cell: (plan) => <Actions plan={plan} isDeleting={deletingId === plan.id} onDelete={() => askToDelete(plan)} />,
    },
  ]
  return (
    <>
      <DataTable
        caption="Membership plans, newest first"
        columns={columns}
        rows={data.slice((page - 1) * PLANS_A_PAGE, page * PLANS_A_PAGE)}
        keyOf={(plan) => plan.id}
      />
      <Pager page={page} last={last} />
    </>
  )
}

function Actions({ plan, isDeleting, onDelete }: { plan: Plan; isDeleting: boolean; onDelete: () => void }) {
  return (
    <div className={classes.rowActions}>
      <Button
        component={Link}
        to={paths.editPlan.to({ id: plan.id })}
        variant="subtle"
        px={8}
        ml={-8}
        leftSection={<IconPencil size={18} aria-hidden />}
      >
        Edit<span className="visually-hidden">&nbsp;{plan.name}</span>
      </Button>
      <DeleteButton name={plan.name} isBusy={isDeleting} onClick={onDelete} />
    </div>
  )
}
