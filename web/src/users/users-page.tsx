import { paths } from '@petsetu/contract/paths.ts'
import { type ListedUser, UserOrder, userCalls } from '@petsetu/contract/users.ts'
import { IconUsers } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useText } from '../languages/use-text.tsx'
import { pageQuery } from '../lib/call-query.ts'
import type { LoadFirst } from '../lib/first-data.ts'
import { lastPage } from '../lib/page-param.ts'
import { useDebouncedSearchParam } from '../lib/use-debounced-search-param.ts'
import { ANY_TEXT, type FilterOf, listFilter } from '../lists/list-filter.ts'
import { ListTable } from '../lists/list-table.tsx'
import { SearchField } from '../lists/search-field.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { lazyPart } from '../ui/feedback/lazy-part.tsx'
import { TableSkeleton } from '../ui/feedback/list-skeletons.tsx'
import { PageTitle } from '../ui/layout/page-title.tsx'
import { DownloadCsv } from '../ui/table/download-csv.tsx'
import { ListPage } from '../ui/table/list-page.tsx'
import { EndSecondFactorDialog } from './end-second-factor-dialog.tsx'
import { useUserActions } from './use-user-actions.ts'
import { userColumns } from './user-columns.tsx'
import classes from './users-page.module.css'

const DutiesDialog = lazyPart(async () => (await import('./duties-dialog.tsx')).DutiesDialog)

const USERS_A_PAGE = 20

const { filterIn, addressOf } = listFilter({ search: ANY_TEXT, sort: UserOrder }, () => ({ sort: 'oldest' }))

type Filter = FilterOf<{ filterIn: typeof filterIn }>

function usersOf({ page, search, sort }: Filter) {
  const query = { page: String(page), limit: String(USERS_A_PAGE), search, sort }
  return pageQuery(userCalls.listAll, { query })
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

UsersPage.load = ((prefetch, { search }) => prefetch(usersOf(filterIn(search)))) satisfies LoadFirst

function Users() {
  const text = useText()
  const filter = filterIn(useSearchParams()[0])
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
      addressOf={(last) => paths.users.to({}, addressOf({ ...filter, page: last }))}
      skeleton={<TableSkeleton />}
      failure={text('users.listFailed')}
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
            {dutiesOf && <DutiesDialog user={dutiesOf} onClose={() => setDutiesOf(null)} />}
            {losing && <EndSecondFactorDialog user={losing} onClose={() => setLosing(null)} />}
          </>
        )
      }
    </ListPage>
  )
}
