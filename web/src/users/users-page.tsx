import { paths } from '@petsetu/contract/paths.ts'
import { type ListedUser, UserOrder, userCalls } from '@petsetu/contract/users.ts'
import { IconUsers } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useText } from '../languages/use-text.tsx'
import { pageQuery } from '../lib/call-query.ts'
import { type LoadFirst, startedAtArrival } from '../lib/first-data.ts'
import { lastPage, pageParam } from '../lib/page-param.ts'
import { useDebouncedSearchParam } from '../lib/use-debounced-search-param.ts'
import { ListTable } from '../lists/list-table.tsx'
import { SearchField } from '../lists/search-field.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { ErrorBox } from '../ui/feedback/error-box.tsx'
import { TableSkeleton } from '../ui/feedback/list-skeletons.tsx'
import { PageTitle } from '../ui/layout/page-title.tsx'
import { DownloadCsv } from '../ui/table/download-csv.tsx'
import { ListPage } from '../ui/table/list-page.tsx'
import { EndSecondFactorDialog } from './end-second-factor-dialog.tsx'
import { useUserActions } from './use-user-actions.ts'
import { userColumns } from './user-columns.tsx'
import classes from './users-page.module.css'

const DutiesDialog = lazy(async () => ({ default: (await import('./duties-dialog.tsx')).DutiesDialog }))

const USERS_A_PAGE = 20

type Filter = { page: number; search: string; sort: UserOrder }

/** The filter in an address; an order that does not exist is ignored. */
function filterOf(params: URLSearchParams): Filter {
  const sort = UserOrder.safeParse(params.get('sort')).data ?? 'oldest'
  return { page: pageParam(params), search: params.get('search') ?? '', sort }
}

function usersOf({ page, search, sort }: Filter) {
  const query = { page: String(page), limit: String(USERS_A_PAGE), search, sort }
  return startedAtArrival(pageQuery(userCalls.listAll, { query }))
}

export function UsersPage() {
  const text = useText()
  const search = useDebouncedSearchParam('search')
  return (
    <>
      <PageTitle isCompact aside={<DownloadCsv call={userCalls.csv} input={{}} />}>
        {text('titles.users')}
      </PageTitle>
      <div className={classes.search}>
        <SearchField label={text('users.search')} typed={search.typed} onType={search.setTyped} />
      </div>
      <Users />
    </>
  )
}

UsersPage.load = ((queries, { search }) => queries.prefetchQuery(usersOf(filterOf(search)))) satisfies LoadFirst

function Users() {
  const text = useText()
  const filter = filterOf(useSearchParams()[0])
  const { search, sort } = filter
  const users = useQuery({ ...usersOf(filter), placeholderData: keepPreviousData })
  const [losing, setLosing] = useState<ListedUser | null>(null)
  const [dutiesOf, setDutiesOf] = useState<ListedUser | null>(null)
  const actionsFor = useUserActions({ onEndSecondFactor: setLosing, onDuties: setDutiesOf })
  return (
    <ListPage
      list={users}
      page={filter.page}
      lastPageOf={({ total }) => lastPage(total, USERS_A_PAGE)}
      addressOf={(last) => paths.users.to({}, { search, sort: sort === 'oldest' ? null : sort, page: last })}
      skeleton={<TableSkeleton />}
      failure={<ErrorBox message={text('users.listFailed')} onRetry={users.refetch} />}
    >
      {({ rows }, shown) =>
        rows.length === 0 ? (
          <EmptyState icon={<IconUsers size={36} stroke={1.5} />} message={text('users.none')}>
            {search && <p>{text('users.noneFound', { search })}</p>}
          </EmptyState>
        ) : (
          <>
            <ListTable
              caption={text(sort === 'oldest' ? 'users.caption' : 'titles.users')}
              columns={userColumns({ text, first: (shown - 1) * USERS_A_PAGE + 1, actionsFor })}
              rows={rows}
              keyOf={(user) => user.id}
              order={sort}
            />
            {dutiesOf && (
              <Suspense>
                <DutiesDialog user={dutiesOf} onClose={() => setDutiesOf(null)} />
              </Suspense>
            )}
            {losing && <EndSecondFactorDialog user={losing} onClose={() => setLosing(null)} />}
          </>
        )
      }
    </ListPage>
  )
}
