import { Box, Button, Group } from '@mantine/core'
import { caseCalls } from '@petsetu/contract/complaints/cases.ts'
import { COMPLAINT_STATUSES, complaintStatuses } from '@petsetu/contract/complaints/complaint-statuses.ts'
import { ComplaintStatus, complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { formatCount, pluralValues } from '@petsetu/languages/formats.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { IconCoinRupee, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useText } from '../../platform/languages/use-text.tsx'
import { useListParam } from '../../platform/lib/address/use-list-param.ts'
import { callQuery } from '../../platform/lib/requests/call-query.ts'
import type { PageLoader } from '../../platform/lib/requests/first-data.ts'
import { request } from '../../platform/lib/requests/request.ts'
import { useIsPhone } from '../../platform/lists/list-filters.tsx'
import { ListTable } from '../../platform/lists/list-table.tsx'
import { CountCards } from '../../platform/ui/chart/count-cards.tsx'
import { EmptyState } from '../../platform/ui/feedback/empty-state.tsx'
import { TableSkeleton } from '../../platform/ui/feedback/list-skeletons.tsx'
import { restoreFocus } from '../../platform/ui/feedback/restore-focus.ts'
import { STATUS_ICONS } from '../../platform/ui/feedback/status-badge.tsx'
import { ChoiceWithButton } from '../../platform/ui/fields/choice-with-button.tsx'
import { useSave } from '../../platform/ui/form/use-save.ts'
import { PageTitle } from '../../platform/ui/layout/page-title.tsx'
import { DownloadCsv } from '../../platform/ui/table/download-button.tsx'
import { FilterButtons } from '../../platform/ui/table/filter-buttons.tsx'
import { ListPage } from '../../platform/ui/table/list-page.tsx'
import {
  addressOf,
  type ComplaintFilter,
  type ComplaintList,
  csvQueryOf,
  filterIn,
  paidCount,
  queryOf,
  wordsOfNone,
} from './complaint-filter.ts'
import { caseColumns } from './list/case-columns.tsx'
import { CaseFilters, CaseSearch } from './list/case-filters.tsx'
import { StatusTabs } from './list/status-tabs.tsx'

const COMPLAINTS_A_PAGE = '10'

function complaintsOf(filter: ComplaintFilter) {
  const query = { page: String(filter.page), limit: COMPLAINTS_A_PAGE, ...queryOf(filter) }
  return callQuery(complaintCalls.listAll, { query })
}

export function ComplaintsPage() {
  const text = useText()
  const filter = filterIn(useSearchParams()[0])
  const complaints = useQuery({ ...complaintsOf(filter), placeholderData: keepPreviousData })
  const isPhone = useIsPhone()
  const counted = { list: complaints.data, isBusy: complaints.isPlaceholderData }
  const csv = <DownloadCsv call={complaintCalls.csv} input={{ query: csvQueryOf(filter) }} />
  return (
    <>
      <PageTitle isCompact aside={<Aside>{!isPhone && csv}</Aside>}>
        {text('titles.complaints')}
      </PageTitle>
      {isPhone && <ComplaintCounts {...counted} />}
      <Group gap="xs" mb="xs" align={isPhone ? 'start' : 'center'}>
        {!isPhone && <StatusTabs chosen={filter.status} {...counted} />}
        <CaseSearch />
        {isPhone && <CaseFilters filter={filter} before={<StatusFilter chosen={filter.status} />} />}
      </Group>
      {!isPhone && <CaseFilters filter={filter} />}
      <Complaints filter={filter} complaints={complaints} />
      {isPhone && <Box mt="lg">{csv}</Box>}
    </>
  )
}

ComplaintsPage.load = ((prefetch, { search }) => prefetch(complaintsOf(filterIn(search)))) satisfies PageLoader

function Aside({ children }: { children: ReactNode }) {
  const text = useText()
  return (
    <Group gap="xs">
      {children}
      <Button component={Link} to={paths.enterComplaint.to({})} leftSection={<IconPlus size={18} aria-hidden />}>
        {text('titles.enterComplaint')}
      </Button>
    </Group>
  )
}

type Props = { filter: ComplaintFilter; complaints: UseQueryResult<ComplaintList> }

function Complaints({ filter, complaints }: Props) {
  const text = useText()
  const [picked, setPicked] = useState<number[]>([])
  // A choice belongs to one page of one filter: what is no longer shown is not changed either.
  const asked = JSON.stringify(filter)
  const [pickedIn, setPickedIn] = useState(asked)
  if (pickedIn !== asked) {
    setPickedIn(asked)
    setPicked([])
  }
  const shown = complaints.data?.data.map(({ id }) => id) ?? []
  const chosen = picked.filter((id) => shown.includes(id))
  const onChoose = (id: number) =>
    setPicked(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id])
  return (
    <ListPage
      list={complaints}
      page={filter.page}
      lastPageOf={({ pagination }) => pagination.last_page}
      totalOf={({ pagination }) => pagination.total}
      addressOf={(last) => paths.complaints.to({}, addressOf({ ...filter, page: last }))}
      skeleton={<TableSkeleton rows={10} />}
      failure={text('complaints.listFailed')}
    >
      {({ data }) =>
        data.length === 0 ? (
          <EmptyState picture="papers" message={text(wordsOfNone(filter))} />
        ) : (
          <>
            {chosen.length > 0 && <BulkBar ids={chosen} onAll={() => setPicked(shown)} onDone={() => setPicked([])} />}
            <ListTable
              caption={text(filter.sort ? 'titles.complaints' : 'complaints.caption')}
              columns={caseColumns({ filter, chosen, onChoose }, text)}
              rows={data}
              keyOf={(complaint) => complaint.id}
              order={filter.sort || 'newest'}
              hasSortSelect
            />
          </>
        )
      }
    </ListPage>
  )
}

const ALL = ''

/** One button for each status and one for all. Each leads to the first page. */
function StatusFilter({ chosen }: { chosen: ComplaintStatus | '' }) {
  const text = useText()
  const setParam = useListParam()
  const choices = [
    { value: ALL, label: text('complaints.all') },
    ...COMPLAINT_STATUSES.map((status) => ({ value: status, label: text(complaintStatuses[status].label) })),
  ]
  return (
    <FilterButtons
      legend={text('complaints.filter')}
      choices={choices}
      chosen={chosen}
      onChoose={(status) => setParam('status', status)}
    />
  )
}

/** The number of complaints of each status, and of paid ones; dashes until the list has loaded. */
function ComplaintCounts({ list, isBusy }: { list: ComplaintList | undefined; isBusy: boolean }) {
  const text = useText()
  const counts = [
    ...COMPLAINT_STATUSES.map((status) => ({
      label: complaintStatuses[status].label,
      icon: STATUS_ICONS[complaintStatuses[status].icon],
      search: { status },
      count: list?.summary[`${status}_complaints`],
    })),
    {
      label: 'complaints.payments' as const,
      icon: IconCoinRupee,
      search: { payment: 'paid' },
      count: list && paidCount(list),
    },
  ]
  return (
    <CountCards
      isBusy={isBusy}
      isCompact
      counts={counts.map(({ label, icon, count, search }) => ({
        to: paths.complaints.to({}, search),
        label: text(label),
        icon,
        value: count === undefined ? undefined : formatCount(count),
      }))}
    />
  )
}

type Change = { status?: ComplaintStatus; assignee_id?: number | null }

function statusHint(status: ComplaintStatus, text: Translate): string {
  const told = text('caseList.changeStatus')
  return complaintStatuses[status].isOpen ? `${told} ${text('caseList.duplicatesStay')}` : told
}

type BulkProps = { ids: number[]; onAll: () => void; onDone: () => void }

const NOBODY = 'none'

/** Gives the chosen complaints a status or an assignee: all of them or, if that fails, none. */
export function BulkBar({ ids, onAll, onDone }: BulkProps) {
  const text = useText()
  const admins = useQuery(callQuery(caseCalls.listAssignees, {})).data?.data ?? []
  const { start, isBusy } = useSave({
    call: caseCalls.updateSeveral,
    send: (change: Change) => request(caseCalls.updateSeveral, { body: { ids, ...change } }),
    confirm: (change) => ({
      title: text('caseList.changeTitle', pluralValues(ids.length)),
      children: change.status ? statusHint(change.status, text) : text('caseList.changeAssignee'),
      confirmLabel: text('caseList.change'),
    }),
    invalidates: [complaintCalls.listAll, complaintCalls.read, caseCalls.listEvents],
    onSaved: onDone,
    success: ({ reply }) => text('caseList.changed', pluralValues(reply.data.changed)),
    failure: { fallback: text('caseList.changeFailed') },
  })
  return (
    // In sight for as long as rows are chosen, however far down they are.
    <Group
      component="section"
      data-stays
      pos="sticky"
      top={0}
      gap="xs"
      mb="sm"
      px="sm"
      py="xs"
      bdrs="md"
      bg="var(--brand-soft)"
      style={{ zIndex: 2, boxShadow: 'var(--shadow)' }}
      aria-label={text('caseList.bulk')}
    >
      <span role="status">{text('caseList.chosen', pluralValues(ids.length))}</span>
      <ChoiceWithButton
        label={text('columns.status')}
        choices={ComplaintStatus.options.map((status) => ({
          value: status,
          label: text(complaintStatuses[status].label),
        }))}
        button={text('caseList.setStatus')}
        disabled={isBusy}
        onChoose={(status) => start({ status: ComplaintStatus.parse(status) })}
      />
      <ChoiceWithButton
        label={text('caseWork.assignee')}
        choices={[
          { value: NOBODY, label: text('caseWork.nobody') },
          ...admins.map(({ id, username }) => ({ value: String(id), label: username })),
        ]}
        button={text('caseList.assign')}
        disabled={isBusy}
        onChoose={(chosen) => start({ assignee_id: chosen === NOBODY ? null : Number(chosen) })}
      />
      <Button variant="subtle" px={8} onClick={onAll}>
        {text('caseList.chooseAll')}
      </Button>
      <Button
        variant="subtle"
        px={8}
        onClick={() => {
          onDone()
          restoreFocus()
        }}
      >
        {text('caseList.chooseNone')}
      </Button>
    </Group>
  )
}
