import { Button } from '@mantine/core'
import { formatMonths } from '@petsetu/contract/money.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { type Plan, planCalls } from '@petsetu/contract/plans.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import { IconCertificate, IconPencil, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { callQuery } from '../lib/call-query.ts'
import { lastPage, pageParam } from '../lib/page-param.ts'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { ErrorBox } from '../ui/feedback/error-box.tsx'
import { TableSkeleton } from '../ui/feedback/list-skeletons.tsx'
import { PageTitle } from '../ui/layout/page-title.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { DeleteButton } from '../ui/table/delete-button.tsx'
import { DownloadCsv } from '../ui/table/download-csv.tsx'
import { ListPage } from '../ui/table/list-page.tsx'
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
  const plans = useQuery(callQuery(planCalls.listAll, {}))
  const deletion = useDeletePlan()

  const columns: Column<Plan>[] = [
    { head: 'Plan Name', cell: (plan) => <strong>{plan.name}</strong> },
    { head: 'Category', cell: (plan) => (plan.category === 'premium' ? 'Premium' : 'Regular') },
    { head: 'Duration', align: 'right', isTight: true, cell: (plan) => formatMonths(plan.duration_months) },
    { head: 'Price', align: 'right', isTight: true, cell: (plan) => formatRupees(plan.price) },
    { head: 'Description', cell: (plan) => shorten(plan.description) },
    {
      head: 'Actions',
      cell: (plan) => (
        <Actions plan={plan} isDeleting={deletion.isSaving(plan.id)} onDelete={() => deletion.start(plan)} />
      ),
    },
  ]
  return (
    <ListPage
      list={plans}
      page={page}
      lastPageOf={({ data }) => lastPage(data.length, PLANS_A_PAGE)}
      addressOf={(last) => paths.plans.to({}, { page: last })}
      skeleton={<TableSkeleton rows={4} />}
      failure={<ErrorBox message="Failed to load membership plans. Please try again." onRetry={plans.refetch} />}
    >
      {({ data }, shown) =>
        data.length === 0 ? (
          <EmptyState
            icon={<IconCertificate size={36} stroke={1.5} />}
            message='No membership plans found. Click "Add New Plan" to create one.'
          />
        ) : (
          <DataTable
            caption="Membership plans, newest first"
            columns={columns}
            rows={data.slice((shown - 1) * PLANS_A_PAGE, shown * PLANS_A_PAGE)}
            keyOf={(plan) => plan.id}
          />
        )
      }
    </ListPage>
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
