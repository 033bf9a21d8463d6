import { Button } from '@mantine/core'
import { complaintCalls } from '@petsetu/contract/complaints.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { IconMessageReport, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useText } from '../../languages/use-text.tsx'
import { callQuery } from '../../lib/call-query.ts'
import type { LoadFirst } from '../../lib/first-data.ts'
import { ListTable } from '../../lists/list-table.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { TableSkeleton } from '../../ui/feedback/list-skeletons.tsx'
import { PageTitle } from '../../ui/layout/page-title.tsx'
import { DownloadCsv } from '../../ui/table/download-csv.tsx'
import { ListPage } from '../../ui/table/list-page.tsx'
import { ComplaintCounts } from './complaint-counts.tsx'
import { addressOf, type ComplaintFilter, csvQueryOf, filterIn, isTooShort, queryOf } from './complaint-filter.ts'
import type { ComplaintList } from './complaint-list.ts'
import { BulkBar } from './list/bulk-bar.tsx'
import { caseColumns } from './list/case-columns.tsx'
import classes from './list/case-filters.module.css'
import { CaseFilters, CaseSearch } from './list/case-filters.tsx'
import { StatusFilter } from './status-filter.tsx'

const COMPLAINTS_A_PAGE = '10'

function complaintsOf(filter: ComplaintFilter) {
  const query = { page: String(filter.page), limit: COMPLAINTS_A_PAGE, ...queryOf(filter) }
  return callQuery(complaintCalls.listAll, { query })
}

export function ComplaintsPage() {
  const text = useText()
  const filter = filterIn(useSearchParams()[0])
  const complaints = useQuery({ ...complaintsOf(filter), placeholderData: keepPreviousData })
  return (
    <>
      <PageTitle isCompact aside={<Aside filter={filter} />}>
        {text('titles.complaints')}
      </PageTitle>
      <ComplaintCounts list={complaints.data} isBusy={complaints.isPlaceholderData} />
      <div className={classes.top}>
        <StatusFilter chosen={filter.status} />
        <CaseSearch />
      </div>
      <CaseFilters filter={filter} />
      <Complaints filter={filter} complaints={complaints} />
    </>
  )
}

ComplaintsPage.load = ((prefetch, { search }) => prefetch(complaintsOf(filterIn(search)))) satisfies LoadFirst

function Aside({ filter }: { filter: ComplaintFilter }) {
  const text = useText()
  return (
    <div className={classes.aside}>
      <DownloadCsv call={complaintCalls.csv} input={{ query: csvQueryOf(filter) }} />
      <Button component={Link} to={paths.enterComplaint.to({})} leftSection={<IconPlus size={18} aria-hidden />}>
        {text('titles.enterComplaint')}
      </Button>
    </div>
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
      addressOf={(last) => paths.complaints.to({}, addressOf({ ...filter, page: last }))}
      skeleton={<TableSkeleton rows={10} />}
      failure={text('complaints.listFailed')}
    >
      {({ data }) =>
        data.length === 0 ? (
          <EmptyState
            icon={<IconMessageReport size={36} stroke={1.5} />}
            message={text(isTooShort(filter.search) ? 'caseList.tooShort' : 'complaints.none')}
          />
        ) : (
          <>
            {chosen.length > 0 && <BulkBar ids={chosen} onAll={() => setPicked(shown)} onDone={() => setPicked([])} />}
            <ListTable
              caption={text(filter.sort ? 'titles.complaints' : 'complaints.caption')}
              columns={caseColumns({ filter, chosen, onChoose }, text)}
              rows={data}
              keyOf={(complaint) => complaint.id}
              order={filter.sort || 'newest'}
            />
          </>
        )
      }
    </ListPage>
  )
}
