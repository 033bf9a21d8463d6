import type { Reply } from '@petsetu/contract/call.ts'
import { paths } from '@petsetu/contract/paths.ts'
import {
  type ListedPrivacyRequest,
  PrivacyRequestOrder,
  PrivacyRequestState,
  privacyCalls,
} from '@petsetu/contract/privacy.ts'
import { IconShieldCheck } from '@tabler/icons-react'
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useText } from '../../languages/use-text.tsx'
import { callQuery } from '../../lib/call-query.ts'
import type { LoadFirst } from '../../lib/first-data.ts'
import { useListParam } from '../../lib/use-list-param.ts'
import { type FilterOf, listFilter } from '../../lists/list-filter.ts'
import { ListTable } from '../../lists/list-table.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { TableSkeleton } from '../../ui/feedback/list-skeletons.tsx'
import { PageTitle } from '../../ui/layout/page-title.tsx'
import { FilterButtons } from '../../ui/table/filter-buttons.tsx'
import { ListPage } from '../../ui/table/list-page.tsx'
import { columns } from './request-columns.tsx'
import { RequestDoneDialog } from './request-done-dialog.tsx'

const REQUESTS_A_PAGE = 20

const { filterIn, addressOf } = listFilter({ state: PrivacyRequestState, sort: PrivacyRequestOrder }, () => ({
  state: 'open',
}))

type Filter = FilterOf<{ filterIn: typeof filterIn }>
type RequestList = Reply<typeof privacyCalls.listAll>

function requestsOf({ page, state, sort }: Filter) {
  const query = { page: String(page), limit: String(REQUESTS_A_PAGE), state, ...(sort && { sort }) }
  return callQuery(privacyCalls.listAll, { query })
}

/** Lists people's requests about their data: open ones oldest first, with the day by which they must be done. */
export function PrivacyRequestsPage() {
  const text = useText()
  const filter = filterIn(useSearchParams()[0])
  const setParam = useListParam()
  const requests = useQuery({ ...requestsOf(filter), placeholderData: keepPreviousData })
  const { open = 0, overdue = 0 } = requests.data?.summary ?? {}
  return (
    <>
      <PageTitle hint={text('privacyRequests.hint')}>{text('titles.privacyRequests')}</PageTitle>
      <FilterButtons
        legend={text('privacyRequests.filter')}
        choices={[
          {
            value: 'open',
            label: open ? text('privacyRequests.openCounted', { count: open }) : text('privacyRequests.open'),
          },
          { value: 'done', label: text('privacyRequests.done') },
        ]}
        chosen={filter.state}
        onChoose={(state) => setParam('state', state === 'done' ? state : null)}
      />
      {overdue > 0 && <p role="status">{text('privacyRequests.overdueCounted', { count: overdue })}</p>}
      <Requests filter={filter} requests={requests} />
    </>
  )
}

PrivacyRequestsPage.load = ((prefetch, { search }) => prefetch(requestsOf(filterIn(search)))) satisfies LoadFirst

function Requests({ filter, requests }: { filter: Filter; requests: UseQueryResult<RequestList> }) {
  const text = useText()
  const [finished, setFinished] = useState<ListedPrivacyRequest | null>(null)
  const { state } = filter
  return (
    <>
      <ListPage
        list={requests}
        page={filter.page}
        lastPageOf={({ pagination }) => pagination.last_page}
        addressOf={(last) => paths.privacyRequests.to({}, addressOf({ ...filter, page: last }))}
        skeleton={<TableSkeleton rows={6} />}
        failure={text('privacyRequests.listFailed')}
      >
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState
              icon={<IconShieldCheck size={36} stroke={1.5} />}
              message={text(state === 'open' ? 'privacyRequests.noneOpen' : 'privacyRequests.noneDone')}
            />
          ) : (
            <ListTable
              caption={text('titles.privacyRequests')}
              columns={columns(text, state, setFinished)}
              rows={data}
              keyOf={({ id }) => id}
              order={filter.sort || (state === 'open' ? 'received' : 'done-desc')}
            />
          )
        }
      </ListPage>
      {finished && <RequestDoneDialog request={finished} onClose={() => setFinished(null)} />}
    </>
  )
}
