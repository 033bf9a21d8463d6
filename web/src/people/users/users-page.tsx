import { Button, Group } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import { hasDuty } from '@petsetu/contract/people/duties.ts'
import { type ListedUser, type User, UserOrder, userCalls } from '@petsetu/contract/people/users.ts'
import { lastPage } from '@petsetu/contract/platform/paging.ts'
import { formatCount } from '@petsetu/languages/formats.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { IconLogout, IconShieldOff, IconTrash, IconUserShield } from '@tabler/icons-react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useText } from '../../platform/languages/use-text.tsx'
import { useDebouncedSearchParam } from '../../platform/lib/address/use-list-param.ts'
import { dropRow, keyOf, pageQuery } from '../../platform/lib/requests/call-query.ts'
import type { PageLoader } from '../../platform/lib/requests/first-data.ts'
import { request } from '../../platform/lib/requests/request.ts'
import { ANY_TEXT, type FilterOf, listFilter } from '../../platform/lists/list-filter.ts'
import { BelowRows, SearchField, useIsPhone } from '../../platform/lists/list-filters.tsx'
import { ListTable } from '../../platform/lists/list-table.tsx'
import { formatMediumInstant } from '../../platform/lists/medium-days.ts'
import { type RowAction, RowMenu } from '../../platform/lists/row-menu.tsx'
import { SortSelect } from '../../platform/lists/sort-select.tsx'
import type { DialogHandle } from '../../platform/ui/feedback/dialog.tsx'
import { EmptyState } from '../../platform/ui/feedback/empty-state.tsx'
import { lazyPart } from '../../platform/ui/feedback/lazy-part.tsx'
import { TableSkeleton } from '../../platform/ui/feedback/list-skeletons.tsx'
import { showSuccess } from '../../platform/ui/feedback/toast.ts'
import { ReasonDialog } from '../../platform/ui/form/reason-dialog.tsx'
import { useSave } from '../../platform/ui/form/use-save.ts'
import { PageTitle } from '../../platform/ui/layout/page-title.tsx'
import { type Column, OnlyIn, sortBy } from '../../platform/ui/table/data-table.tsx'
import { DownloadCsv } from '../../platform/ui/table/download-button.tsx'
import { EmailAddress } from '../../platform/ui/table/email-address.tsx'
import { ListPage } from '../../platform/ui/table/list-page.tsx'
import { useUser } from '../auth/session.ts'
import { useOwnDraft } from '../auth/use-own-draft.ts'
import { DUTY_NAMES, dutyNames } from './duties.tsx'
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
  const [losing, setLosing] = useState<ListedUser | null>(null)
  const [dutiesOf, setDutiesOf] = useState<ListedUser | null>(null)
  const actionsFor = useUserActions({ onEndSecondFactor: setLosing, onDuties: setDutiesOf })
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
              {dutiesOf && <DutiesDialog user={dutiesOf} onClose={() => setDutiesOf(null)} />}
              {losing && <EndSecondFactorDialog user={losing} onClose={() => setLosing(null)} />}
            </>
          )
        }
      </ListPage>
    </>
  )
}

/** Ends the second factor of somebody who has lost it; the reason goes into the log. */
function EndSecondFactorDialog({ user, onClose }: { user: ListedUser; onClose: () => void }) {
  const text = useText()
  const { id, username } = user
  const dialog = useRef<DialogHandle>(null)
  const queries = useQueryClient()

  async function end(body: { reason: string }) {
    await request(userCalls.endSecondFactor, { params: { id: String(id) }, body })
    showSuccess(text('users.secondFactorEnded', { username }))
    dialog.current?.close()
    await queries.invalidateQueries({ queryKey: keyOf(userCalls.listAll) })
  }

  return (
    <ReasonDialog
      ref={dialog}
      draft={useOwnDraft(`end-second-factor-${id}`)}
      title={text('users.endSecondFactorQuestion', { username })}
      explanation={text('users.endSecondFactorExplanation')}
      label={text('users.endSecondFactorReason')}
      submitLabel={text('users.endSecondFactor')}
      isDangerous
      failureText={text('users.endSecondFactorFailed')}
      onSubmit={end}
      onClose={onClose}
    />
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
        <Group
          component="span"
          display="inline-flex"
          gap="xs"
          miw={0}
          wrap="nowrap"
          style={{ verticalAlign: 'middle' }}
        >
          <span className={classes.initial} data-initial={[...username][0]?.toUpperCase()} aria-hidden />
          <Link to={paths.user.to({ id })}>
            <strong>{username}</strong>
          </Link>
        </Group>
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
      cell: ({ lastSeenAt }) => lastSeenAt && formatMediumInstant(lastSeenAt),
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
      inCard: 'menu',
      cell: (user) => {
        const { actions, deletion } = actionsFor(user)
        return (
          <Group component="span" display="inline-flex" gap={0} wrap="nowrap">
            {deletion && <DeleteUser deletion={deletion} />}
            {actions.length > 0 && <RowMenu of={user.username} actions={actions} />}
          </Group>
        )
      },
    },
  ]
}

function RoleOf({ user: { role, duties, membership }, text }: { user: ListedUser; text: Translate }) {
  if (role === 'user' && membership)
    return (
      <>
        {text('users.user')}
        <OnlyIn place="card"> · {membership}</OnlyIn>
      </>
    )
  if (role === 'user') return text('users.user')
  if (!duties) return text('users.admin')
  const names = dutyNames(text, duties)
  const [first = names, ...others] = duties.map((duty) => text(DUTY_NAMES[duty]))
  return (
    <span>
      {text('users.admin')}
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
  if (pets === 0) return <span>0</span>
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

type Dialogs = { onEndSecondFactor: (user: ListedUser) => void; onDuties: (user: ListedUser) => void }

/** Those behind the menu of a row, and the one beside it where there is room. */
type UserActions = { actions: RowAction[]; deletion?: RowAction }

/** One click away, with its word where a row has room for it. */
function DeleteUser({ deletion: { label, name, icon: Icon, isBusy = false, onChoose } }: { deletion: RowAction }) {
  return (
    <Button
      className={classes.delete ?? ''}
      variant="subtle"
      color="heart"
      px={8}
      aria-label={name}
      title={label}
      loading={isBusy}
      onClick={onChoose}
    >
      <Icon size={18} aria-hidden />
      <span className={classes.word}>{label}</span>
    </Button>
  )
}

/**
 * Returns the actions of an admin on an account: on those of other admins only with all duties, and on their own neither a deletion nor an end
 * of its second factor.
 */
function useUserActions({ onEndSecondFactor, onDuties }: Dialogs): (user: ListedUser) => UserActions {
  const text = useText()
  const isPhone = useIsPhone()
  const me = useUser()
  const hasAll = me !== null && hasDuty(me, 'all')
  const deletion = useDeleteUser()
  const endSessions = useEndSessions()

  return (user) => {
    const { id, username, role, hasSecondFactor } = user
    const isOwn = id === me?.id
    if (role === 'admin' && !hasAll && !isOwn) return { actions: [] }
    const duties: RowAction = {
      label: text('duties.duties'),
      name: text('duties.dutiesOf', { username }),
      icon: IconUserShield,
      onChoose: () => onDuties(user),
    }
    const sessions: RowAction = {
      label: text('users.endSessions'),
      name: text('users.endSessionsOf', { username }),
      icon: IconLogout,
      isBusy: endSessions.isSaving(id),
      onChoose: () => endSessions.start(user),
    }
    const secondFactor: RowAction = {
      label: text('users.endSecondFactor'),
      name: text('users.endSecondFactorOf', { username }),
      icon: IconShieldOff,
      isDangerous: true,
      onChoose: () => onEndSecondFactor(user),
    }
    const account: RowAction = {
      label: text('controls.delete'),
      name: text('users.deleteNamed', { username }),
      icon: IconTrash,
      isDangerous: true,
      isBusy: deletion.isSaving(id),
      onChoose: () => deletion.start(user),
    }
    const actions = [
      ...(hasAll && role === 'admin' ? [duties] : []),
      sessions,
      ...(hasSecondFactor && !isOwn ? [secondFactor] : []),
    ]
    if (isOwn) return { actions }
    return { actions: isPhone ? [...actions, account] : actions, deletion: account }
  }
}

function useEndSessions() {
  const text = useText()
  return useSave({
    call: userCalls.endSessions,
    send: (user: User) => request(userCalls.endSessions, { params: { id: String(user.id) } }),
    confirm: ({ username }) => ({
      title: text('users.endSessionsQuestion', { username }),
      children: text('users.endSessionsExplanation'),
      confirmLabel: text('users.endSessions'),
    }),
    rowOf: (user) => user.id,
    success: (_, { username }) => text('users.sessionsEnded', { username }),
    failure: { fallback: text('users.endSessionsFailed') },
  })
}

/** Deletes an account. The server rejects deleting one's own account and the last admin's. */
function useDeleteUser() {
  const text = useText()
  return useSave({
    call: userCalls.delete,
    send: (user: User) => request(userCalls.delete, { params: { id: String(user.id) } }),
    confirm: (user) => ({
      title: text('users.deleteQuestion', { username: user.username }),
      children: <DeletedWithUser user={user} />,
      confirmLabel: text('controls.delete'),
    }),
    rowOf: (user) => user.id,
    invalidates: [userCalls.listAll],
    onSaved: (_, user, queries) => dropRow(queries, userCalls.listAll, user.id),
    success: (_, user) => text('users.deleted', { username: user.username }),
    failure: { fallback: text('users.deleteFailed') },
  })
}

function DeletedWithUser({ user }: { user: User }) {
  const text = useText()
  return (
    <>
      <p>{text('users.whatGoes', { email: user.email })}</p>
      <ul>
        <li>{text('users.account')}</li>
        <li>{text('users.sessions')}</li>
        <li>{text('users.pets')}</li>
      </ul>
      <p>{text('users.whatStays')}</p>
    </>
  )
}
