import { Button } from '@mantine/core'
import { complaintCalls, type ListedComplaint } from '@petsetu/contract/complaints.ts'
import { paths } from '@petsetu/contract/paths.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { IconMessageReport } from '@tabler/icons-react'
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { formatLongInstant } from '../../languages/page-text.ts'
import { RichText, useText } from '../../languages/use-text.tsx'
import { callQuery } from '../../lib/call-query.ts'
import { type LoadFirst, startedAtArrival } from '../../lib/first-data.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { TableSkeleton } from '../../ui/feedback/list-skeletons.tsx'
import { PageTitle } from '../../ui/layout/page-title.tsx'
import { screenReaderOnly } from '../../ui/layout/screen-reader-only.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { DownloadCsv } from '../../ui/table/download-csv.tsx'
import { ListPage } from '../../ui/table/list-page.tsx'
import { CaseStatus, FeeStatus } from '../complaint-status.tsx'
import { shownType } from '../complaint-types.ts'
import { ComplaintCounts } from './complaint-counts.tsx'
import { type ComplaintFilter, filterOf, searchOf } from './complaint-filter.ts'
import type { ComplaintList } from './complaint-list.ts'
import { StatusFilter } from './status-filter.tsx'

const COMPLAINTS_A_PAGE = '10'

function complaintsOf({ page, status }: ComplaintFilter) {
  const query = { page: String(page), limit: COMPLAINTS_A_PAGE, ...(status && { status }) }
  return startedAtArrival(callQuery(complaintCalls.listAll, { query }))
}

export function ComplaintsPage() {
  const text = useText()
  const filter = filterOf(useSearchParams()[0])
  const complaints = useQuery({ ...complaintsOf(filter), placeholderData: keepPreviousData })
  return (
    <>
      <PageTitle
        aside={
          <DownloadCsv call={complaintCalls.csv} input={{ query: filter.status ? { status: filter.status } : {} }} />
        }
      >
        {text('titles.complaints')}
      </PageTitle>
      <ComplaintCounts list={complaints.data} isBusy={complaints.isPlaceholderData} />
      <StatusFilter chosen={filter.status} />
      <Complaints filter={filter} complaints={complaints} />
    </>
  )
}

ComplaintsPage.load = ((queries, { search }) =>
  queries.prefetchQuery(complaintsOf(filterOf(search)))) satisfies LoadFirst

type Props = { filter: ComplaintFilter; complaints: UseQueryResult<ComplaintList> }

function Complaints({ filter, complaints }: Props) {
  const text = useText()
  return (
    <ListPage
      list={complaints}
      page={filter.page}
      lastPageOf={({ pagination }) => pagination.last_page}
      addressOf={(last) => paths.complaints.to({}, searchOf({ ...filter, page: last }))}
      skeleton={<TableSkeleton rows={10} />}
      failure={<ErrorBox message={text('complaints.listFailed')} onRetry={complaints.refetch} />}
    >
      {({ data }) =>
        data.length === 0 ? (
          <EmptyState icon={<IconMessageReport size={36} stroke={1.5} />} message={text('complaints.none')} />
        ) : (
          <DataTable
            caption={text('complaints.caption')}
            columns={columnsFor(filter, text)}
            rows={data}
            keyOf={(complaint) => complaint.id}
          />
        )
      }
    </ListPage>
  )
}

function columnsFor(filter: ComplaintFilter, text: Translate): Column<ListedComplaint>[] {
  return [
    { head: text('columns.id'), isTight: true, cell: (complaint) => complaint.id },
    { head: text('complaints.name'), cell: (complaint) => <strong>{complaint.fullname}</strong> },
    { head: text('complaints.type'), cell: (complaint) => shownType(complaint.type_of_complaint, text) },
    {
      head: text('complaints.submitted'),
      align: 'right',
      isTight: true,
      cell: (complaint) => formatLongInstant(complaint.created_at),
    },
    { head: text('columns.status'), cell: (complaint) => <CaseStatus status={complaint.status} /> },
    { head: text('complaints.payment'), cell: (complaint) => <FeeStatus status={complaint.payment_status} /> },
    {
      head: text('columns.actions'),
      cell: ({ id }) => (
        <Button
          component={Link}
          to={paths.complaintDetail.to({ id }, searchOf(filter))}
          variant="subtle"
          px={10}
          ml={-10}
        >
          <RichText id="complaints.view" fill={{ id, which: screenReaderOnly }} />
        </Button>
      ),
    },
  ]
}
