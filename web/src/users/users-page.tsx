import { Button } from '@mantine/core'
import { hasDuty } from '@petsetu/contract/duties.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { type ListedUser, userCalls } from '@petsetu/contract/users.ts'
import { IconLogout, IconShieldOff, IconUserShield, IconUsers } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useUser } from '../auth/session.ts'
import { useText } from '../languages/use-text.tsx'
import { pageQuery } from '../lib/call-query.ts'
import { type LoadFirst, startedAtArrival } from '../lib/first-data.ts'
import { lastPage, pageParam } from '../lib/page-param.ts'
import { AccountAvatar } from '../shared/account-avatar.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { ErrorBox } from '../ui/feedback/error-box.tsx'
import { TableSkeleton } from '../ui/feedback/list-skeletons.tsx'
import { PageTitle } from '../ui/layout/page-title.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { DeleteButton } from '../ui/table/delete-button.tsx'
import { DownloadCsv } from '../ui/table/download-csv.tsx'
import { ListPage } from '../ui/table/list-page.tsx'
import { dutyNames } from './duty-names.ts'
import { EndSecondFactorDialog } from './end-second-factor-dialog.tsx'
import { useDeleteUser } from './use-delete-user.tsx'
import { useEndSessions } from './use-end-sessions.ts'
import classes from './users-page.module.css'

const DutiesDialog = lazy(async () => ({ default: (await import('./duties-dialog.tsx')).DutiesDialog }))

const USERS_A_PAGE = 20

function usersOn(page: number) {
  const query = { page: String(page), limit: String(USERS_A_PAGE) }
  return startedAtArrival(pageQuery(userCalls.listAll, { query }))
}

export function UsersPage() {
  const text = useText()
  return (
    <>
      <PageTitle aside={<DownloadCsv call={userCalls.csv} input={{}} />}>{text('titles.users')}</PageTitle>
      <Users />
    </>
  )
}

UsersPage.load = ((queries, { search }) => queries.prefetchQuery(usersOn(pageParam(search)))) satisfies LoadFirst

function Users() {
  const text = useText()
  const page = pageParam(useSearchParams()[0])
  const users = useQuery({ ...usersOn(page), placeholderData: keepPreviousData })
  const deletion = useDeleteUser()
  const endSessions = useEndSessions()
  const [losing, setLosing] = useState<ListedUser | null>(null)
  const [dutiesOf, setDutiesOf] = useState<ListedUser | null>(null)
  const me = useUser()
  const hasAll = me !== null && hasDuty(me, 'all')

  const columnsOf = (shown: number): Column<ListedUser>[] => [
    { head: text('users.number'), cell: (_, index) => (shown - 1) * USERS_A_PAGE + index + 1 },
    {
      head: text('labels.username'),
      cell: (user) => (
        <span className={classes.name}>
          <AccountAvatar size={24} />
          <strong>{user.username}</strong>
        </span>
      ),
    },
    { head: text('labels.email'), cell: (user) => user.email },
    { head: text('users.role'), cell: (user) => <RoleOf user={user} /> },
    {
      head: text('columns.actions'),
      cell: (user) =>
        user.role === 'admin' && !hasAll && user.id !== me?.id ? null : (
          <>
            {hasAll && user.role === 'admin' && (
              <Button
                variant="subtle"
                px={8}
                ml={-8}
                aria-label={text('duties.dutiesOf', { username: user.username })}
                leftSection={<IconUserShield size={18} aria-hidden />}
                onClick={() => setDutiesOf(user)}
              >
                {text('duties.duties')}
              </Button>
            )}
            <Button
              variant="subtle"
              px={8}
              ml={-8}
              aria-label={text('users.endSessionsOf', { username: user.username })}
              leftSection={<IconLogout size={18} aria-hidden />}
              loading={endSessions.isSaving(user.id)}
              onClick={() => endSessions.start(user)}
            >
              {text('users.endSessions')}
            </Button>
            {user.hasSecondFactor && (
              <Button
                variant="subtle"
                px={8}
                ml={-8}
                aria-label={text('users.endSecondFactorOf', { username: user.username })}
                leftSection={<IconShieldOff size={18} aria-hidden />}
                onClick={() => setLosing(user)}
              >
                {text('users.endSecondFactor')}
              </Button>
            )}
            <DeleteButton
              name={user.username}
              isBusy={deletion.isSaving(user.id)}
              onClick={() => deletion.start(user)}
            />
          </>
        ),
    },
  ]
  return (
    <ListPage
      list={users}
      page={page}
      lastPageOf={({ total }) => lastPage(total, USERS_A_PAGE)}
      addressOf={(last) => paths.users.to({}, { page: last })}
      skeleton={<TableSkeleton />}
      failure={<ErrorBox message={text('users.listFailed')} onRetry={users.refetch} />}
    >
      {({ rows }, shown) =>
        rows.length === 0 ? (
          <EmptyState icon={<IconUsers size={36} stroke={1.5} />} message={text('users.none')} />
        ) : (
          <>
            <DataTable
              caption={text('users.caption')}
              columns={columnsOf(shown)}
              rows={rows}
              keyOf={(user) => user.id}
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

function RoleOf({ user: { role, duties } }: { user: ListedUser }) {
  const text = useText()
  if (role === 'user') return text('users.user')
  return (
    <>
      {text('users.admin')}
      {duties && <small className={classes.duties}>{dutyNames(text, duties)}</small>}
    </>
  )
}
