import { Button, Group, Text } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import { ordersBy } from '@petsetu/contract/platform/envelope.ts'
import { lastPage } from '@petsetu/contract/platform/paging.ts'
import { type ListedPlan, planCalls } from '@petsetu/contract/supporters/plans.ts'
import { formatCount, pluralValues } from '@petsetu/languages/formats.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { IconPencil, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { RichText, useText } from '../../platform/languages/use-text.tsx'
import { priceOf } from '../../platform/lib/amounts.ts'
import { callQuery } from '../../platform/lib/requests/call-query.ts'
import type { PageLoader } from '../../platform/lib/requests/first-data.ts'
import { request } from '../../platform/lib/requests/request.ts'
import { listFilter } from '../../platform/lists/list-filter.ts'
import { BelowRows, useIsPhone } from '../../platform/lists/list-filters.tsx'
import { ListTable } from '../../platform/lists/list-table.tsx'
import { SortSelect } from '../../platform/lists/sort-select.tsx'
import { EmptyState } from '../../platform/ui/feedback/empty-state.tsx'
import { TableSkeleton } from '../../platform/ui/feedback/list-skeletons.tsx'
import { useSave } from '../../platform/ui/form/use-save.ts'
import { PageTitle } from '../../platform/ui/layout/page-title.tsx'
import { screenReaderOnly } from '../../platform/ui/layout/screen-reader-only.tsx'
import { type Column, sortBy, sortRows } from '../../platform/ui/table/data-table.tsx'
import { DownloadCsv } from '../../platform/ui/table/download-button.tsx'
import { ListPage } from '../../platform/ui/table/list-page.tsx'
import { DeleteButton, RowActions } from '../../platform/ui/table/row-actions.tsx'
import { PLAN_CATEGORIES, shorten } from './plan-values.ts'

const PLANS_A_PAGE = 50

const { filterIn, addressOf } = listFilter({ sort: ordersBy('name', 'duration', 'price') })

const allPlans = callQuery(planCalls.listAll, {})

export function PlansPage() {
  const text = useText()
  const isPhone = useIsPhone()
  const csv = <DownloadCsv call={planCalls.csv} input={{}} />
  const aside = (
    <>
      {!isPhone && csv}
      <Button component={Link} to={paths.addPlan.to({})} leftSection={<IconPlus size={18} aria-hidden />}>
        {text('plans.add')}
      </Button>
    </>
  )
  return (
    <>
      <PageTitle isCompact={isPhone} aside={aside}>
        {text('titles.plans')}
      </PageTitle>
      <Plans />
      {isPhone && <BelowRows>{csv}</BelowRows>}
    </>
  )
}

PlansPage.load = ((prefetch) => prefetch(allPlans)) satisfies PageLoader

function Plans() {
  const text = useText()
  const { page, sort } = filterIn(useSearchParams()[0])
  const plans = useQuery(allPlans)
  const isPhone = useIsPhone()
  const deletion = useDeletePlan()

  const columns: Column<ListedPlan>[] = [
    ...columnsOf(text),
    {
      head: text('columns.actions'),
      inCard: 'actions',
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
      addressOf={(last) => paths.plans.to({}, addressOf({ sort, page: last }))}
      skeleton={<TableSkeleton rows={4} />}
      failure={text('plans.listFailed')}
    >
      {({ data }, shown) =>
        data.length === 0 ? (
          <EmptyState picture="card" message={text('plans.none')} />
        ) : (
          <>
            {isPhone && (
              <Group mb="sm">
                <SortSelect columns={columns} order={sort} usual={text('communityList.newest')} />
              </Group>
            )}
            <ListTable
              caption={text(sort ? 'titles.plans' : 'plans.caption')}
              columns={columns}
              rows={sortRows(data, sort, SORTED_BY).slice((shown - 1) * PLANS_A_PAGE, shown * PLANS_A_PAGE)}
              order={sort}
              keyOf={(plan) => plan.id}
              hasSortSelect
            />
          </>
        )
      }
    </ListPage>
  )
}

const SORTED_BY = {
  name: ({ name }: ListedPlan) => name,
  duration: ({ duration_months }: ListedPlan) => duration_months,
  price: ({ price }: ListedPlan) => price,
}

function columnsOf(text: Translate): Column<ListedPlan>[] {
  return [
    {
      head: text('plans.name'),
      inCard: 'title',
      sort: sortBy('name'),
      cell: (plan) => (
        <>
          <strong>{plan.name}</strong>{' '}
          <Text span inherit c="dimmed">
            {text(PLAN_CATEGORIES[plan.category])}
          </Text>
        </>
      ),
    },
    {
      head: text('plans.duration'),
      sort: sortBy('duration'),
      align: 'right',
      isTight: true,
      inCard: 'value',
      cell: (plan) => text('units.months', pluralValues(plan.duration_months)),
    },
    {
      head: text('plans.price'),
      align: 'right',
      isTight: true,
      sort: sortBy('price'),
      inCard: 'end',
      cell: (plan) => priceOf(plan.price, text),
    },
    {
      head: text('plans.members'),
      align: 'right',
      isTight: true,
      inCard: 'value',
      isNamedInCard: true,
      cell: (plan) => formatCount(plan.members),
    },
    { head: text('plans.description'), inCard: 'line', cell: (plan) => <Description of={plan} /> },
  ]
}

/** Shows the beginning of the description; the pointer shows all of it. */
function Description({ of: { description } }: { of: ListedPlan }) {
  const beginning = shorten(description)
  return <span title={beginning === description ? undefined : description}>{beginning}</span>
}

function Actions({ plan, isDeleting, onDelete }: { plan: ListedPlan; isDeleting: boolean; onDelete: () => void }) {
  return (
    <RowActions>
      <Button
        component={Link}
        to={paths.editPlan.to({ id: plan.id })}
        variant="subtle"
        px={8}
        ml={-8}
        leftSection={<IconPencil size={18} aria-hidden />}
      >
        <RichText id="plans.edit" fill={{ name: () => screenReaderOnly(plan.name) }} />
      </Button>
      <DeleteButton name={plan.name} isBusy={isDeleting} onClick={onDelete} />
    </RowActions>
  )
}

function useDeletePlan() {
  const text = useText()
  return useSave({
    call: planCalls.delete,
    send: (plan: ListedPlan) => request(planCalls.delete, { params: { id: String(plan.id) } }),
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
