import { Group, Text } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import { DUTY_LABELS } from '@petsetu/contract/people/duty-labels.ts'
import { type ListedUser, UserOrder, userCalls } from '@petsetu/contract/people/users.ts'
import { lastPage } from '@petsetu/contract/platform/paging.ts'
import { formatCount } from '@petsetu/languages/formats.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { useText } from '../../platform/languages/use-text.tsx'
import { useDebouncedSearchParam } from '../../platform/lib/address/use-list-param.ts'
import { pageQuery } from '../../platform/lib/requests/call-query.ts'
import type { PageLoader } from '../../platform/lib/requests/first-data.ts'
import { ANY_TEXT, type FilterOf, listFilter } from '../../platform/lists/list-filter.ts'
import { BelowRows, SearchField, useIsPhone } from '../../platform/lists/list-filters.tsx'
import { ListTable } from '../../platform/lists/list-table.tsx'
import { formatMediumInstant } from '../../platform/lists/medium-days.ts'
import { SortSelect } from '../../platform/lists/sort-select.tsx'
import { EmptyState } from '../../platform/ui/feedback/empty-state.tsx'
import { TableSkeleton } from '../../platform/ui/feedback/list-skeletons.tsx'
import { EmailAddress } from '../../platform/ui/layout/email-address.tsx'
import { PageTitle } from '../../platform/ui/layout/page-title.tsx'
import { type Column, OnlyIn, sortBy } from '../../platform/ui/table/data-table.tsx'
import { DownloadCsv } from '../../platform/ui/table/download-button.tsx'
import { ListPage } from '../../platform/ui/table/list-page.tsx'
import { PicturedName } from '../../platform/ui/table/pictured-name.tsx'
import { dutyNames } from './duties.tsx'
import { type UserActions, UserButtons, useUserActions } from './user-actions.tsx'
import classes from './users-page.module.css'

const USERS_A_PAGE = 20

const { filterIn, addressOf } = listFilter({ search: ANY_TEXT, sort: UserOrder }, () => ({ sort: 'oldest' }))

type Filter = FilterOf<{ filterIn: typeof filterIn }>

function usersOf({ page, search, sort }: Filter) {
  const query = { page: String(page), limit: String(USERS_A_PAGE), search, sort }
  return pageQuery(userCalls.listAll, { query })
}

export function UsersPage() {
  const text = useText()
  const isPhone = useIsPhone()
  const filter = filterIn(useSearchParams()[0])
  const csv = <DownloadCsv call={userCalls.csv} input={{ query: { search: filter.search } }} />
  return (
    <>
      <PageTitle isCompact aside={!isPhone && csv}>
        {text('titles.users')}
      </PageTitle>
      <Users filter={filter} />
      {isPhone && <BelowRows>{csv}</BelowRows>}
    </>
  )
}

UsersPage.load = ((prefetch, { search }) => prefetch(usersOf(filterIn(search)))) satisfies PageLoader

function Users({ filter }: { filter: Filter }) {
  const text = useText()
  const { typed, setTyped } = useDebouncedSearchParam('search')
  const { search, sort } = filter
  const users = useQuery({ ...usersOf(filter), placeholderData: keepPreviousData })
  const { actionsFor, dialogs } = useUserActions()
  const columnsFrom = (first: number) => userColumns({ text, first, actionsFor })
  return (
    <>
      <Group gap="xs" mb="md">
        <SearchField isShort label={text('users.search')} typed={typed} onType={setTyped} />
        <SortSelect columns={columnsFrom(1)} order={sort} />
      </Group>
      <ListPage
        list={users}
        page={filter.page}
        lastPageOf={({ total }) => lastPage(total, USERS_A_PAGE)}
        totalOf={({ total }) => total}
        addressOf={(last) => paths.users.to({}, addressOf({ ...filter, page: last }))}
        skeleton={<TableSkeleton />}
        failure={text('users.listFailed')}
      >
        {({ rows }, shown) =>
          rows.length === 0 ? (
            <EmptyState picture="pets" message={text('users.none')}>
              {search && <p>{text('users.noneFound', { search })}</p>}
            </EmptyState>
          ) : (
            <>
              <ListTable
                caption={text(sort === 'oldest' ? 'users.caption' : 'titles.users')}
                columns={columnsFrom((shown - 1) * USERS_A_PAGE + 1)}
                rows={rows}
                keyOf={(user) => user.id}
                order={sort}
                hasSortSelect
              />
              {dialogs}
            </>
          )
        }
      </ListPage>
    </>
  )
}

type Options = {
  text: Translate
  /** The number of the first row. */
  first: number
  actionsFor: (user: ListedUser) => UserActions
}

function userColumns({ text, first, actionsFor }: Options): Column<ListedUser>[] {
  return [
    { head: text('users.number'), inCard: 'nothing', cell: (_, index) => first + index },
    {
      head: text('labels.username'),
      inCard: 'title',
      sort: sortBy('username'),
      cell: ({ id, username }) => (
        <PicturedName>
          <span className={classes.initial} data-initial={[...username][0]?.toUpperCase()} aria-hidden />
          <Link to={paths.user.to({ id })}>
            <strong>{username}</strong>
          </Link>
        </PicturedName>
      ),
    },
    {
      head: text('labels.email'),
      sort: sortBy('email'),
      inCard: 'line',
      cell: ({ email }) => <EmailAddress>{email}</EmailAddress>,
    },
    { head: text('users.role'), inCard: 'value', cell: (user) => <RoleOf user={user} text={text} /> },
    {
      head: text('users.joined'),
      align: 'right',
      inCard: 'value',
      isNamedInCard: true,
      sort: { ascending: 'oldest', descending: 'newest', isUsual: true },
      cell: ({ joinedAt }) => joinedAt && formatMediumInstant(joinedAt),
    },
    {
      head: text('users.lastSeen'),
      align: 'right',
      inCard: 'value',
      isNamedInCard: true,
      sort: sortBy('seen'),
      cell: ({ lastSeenAt }) =>
        lastSeenAt ? (
          formatMediumInstant(lastSeenAt)
        ) : (
          <Text span inherit c="dimmed">
            –
          </Text>
        ),
    },
    {
      head: text('users.petCount'),
      align: 'right',
      inCard: 'actions',
      isNamedInCard: true,
      cell: (user) => <PetCount user={user} text={text} />,
    },
    { head: text('users.membership'), inCard: 'nothing', cell: ({ membership }) => membership },
    {
      head: text('columns.actions'),
      align: 'right',
      inCard: 'menu',
      cell: (user) => <UserButtons of={user.username} actions={actionsFor(user)} />,
    },
  ]
}

function RoleOf({ user: { role, duties, membership }, text }: { user: ListedUser; text: Translate }) {
  if (role === 'user' && membership)
    return (
      <Text span inherit c="dimmed">
        {text('users.user')}
        <OnlyIn place="card"> · {membership}</OnlyIn>
      </Text>
    )
  if (role === 'user')
    return (
      <Text span inherit c="dimmed">
        {text('users.user')}
      </Text>
    )
  if (!duties) return <strong>{text('users.admin')}</strong>
  const names = dutyNames(text, duties)
  const [first = names, ...others] = duties.map((duty) => text(DUTY_LABELS[duty]))
  return (
    <span>
      <strong>{text('users.admin')}</strong>
      <small className={classes.duties} title={names}>
        <span className={classes.firstDuty} aria-hidden>
          {others.length > 0 ? `${first} +${formatCount(others.length)}` : first}
        </span>
        <span className={classes.allDuties}>{names}</span>
      </small>
    </span>
  )
}

/** The number of pets leads to them. */
function PetCount({ user: { id, username, pets = 0 }, text }: { user: ListedUser; text: Translate }) {
  if (pets === 0) return <span className={classes.petCount}>0</span>
  return (
    <Link
      className={classes.petCount}
      to={paths.allPets.to({}, { owner_id: id, view: 'table' })}
      aria-label={text('users.petsOf', { username, count: formatCount(pets) })}
    >
      {formatCount(pets)}
    </Link>
  )
}
