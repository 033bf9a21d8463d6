import { Button } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import { type User, userCalls } from '@petsetu/contract/users.ts'
import { IconLogout, IconUsers } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Navigate, useSearchParams } from 'react-router'
import { askPage } from '../lib/ask.ts'
import { lastPage, pageParam } from '../lib/page-param.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { DeleteButton } from '../ui/delete-button.tsx'
import { DownloadCsv } from '../ui/download-csv.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorBox } from '../ui/error-box.tsx'
import { TableSkeleton } from '../ui/list-skeletons.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Pager } from '../ui/pager.tsx'
import { useDeleteUser } from './use-delete-user.tsx'
import { useEndSessions } from './use-end-sessions.ts'

const USERS_A_PAGE = 20

export function UsersPage() {
  return (
    <>
      <PageTitle aside={<DownloadCsv call={userCalls.csv} input={{}} />}>User List</PageTitle>
      <Users />
    </>
  )
}

function Users() {
  const page = pageParam(useSearchParams()[0])
  const query = { page: String(page), limit: String(USERS_A_PAGE) }
  const users = useQuery({ ...askPage(userCalls.listAll, { query }), placeholderData: keepPreviousData })
  const { askToDelete, deletingId } = useDeleteUser()
  const { askToEnd, endingId } = useEndSessions()

  if (users.isPending) return <TableSkeleton />
  if (users.isLoadingError) {
    return <ErrorBox message="Failed to fetch users. Please try again." onRetry={users.refetch} />
  }
  const { rows, total } = users.data
  const last = lastPage(total, USERS_A_PAGE)
  if (page > last) return <Navigate to={paths.users.to({}, { page: last })} replace />
  if (total === 0) return <EmptyState icon={<IconUsers size={36} stroke={1.5} />} message="No users found." />

  const columns: Column<User>[] = [
    { head: 'SrNo.', cell: (_, index) => (page - 1) * USERS_A_PAGE + index + 1 },
    { head: 'Username', cell: (user) => <strong>{user.username}</strong> },
    { head: 'Email', cell: (user) => user.email },
    { head: 'Role', cell: (user) => (user.role === 'admin' ? 'Admin' : 'User') },
    {
      head: 'Actions',
      cell: (user) => (
        <>
          <Button
            variant="subtle"
            px={8}
            ml={-8}
            leftSection={<IconLogout size={18} aria-hidden />}
            loading={endingId === user.id}
            onClick={() => askToEnd(user)}
          >
            End sessions<span className="visually-hidden">&nbsp;of {user.username}</span>
          </Button>
          <DeleteButton name={user.username} isBusy={deletingId === user.id} onClick={() => askToDelete(user)} />
        </>
      ),
    },
  ]
  return (
    <>
      <DataTable caption="All users, oldest first" columns={columns} rows={rows} keyOf={(user) => user.id} />
      <Pager page={page} last={last} />
    </>
  )
}
