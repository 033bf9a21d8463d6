import { type User, userCalls } from '@petsetu/contract/users.ts'
import { dropRow } from '../lib/call-query.ts'
import { request } from '../lib/request.ts'
import { useSave } from '../ui/form/use-save.ts'

/** Deletes an account. The server rejects deleting one's own account and the last admin's. */
export function useDeleteUser() {
  return useSave({
    call: userCalls.delete,
    send: (user: User) => request(userCalls.delete, { params: { id: String(user.id) } }),
    confirm: (user) => ({
      title: `Delete ${user.username}?`,
      children: <WhatGoes user={user} />,
      confirmLabel: 'Delete',
    }),
    rowOf: (user) => user.id,
    invalidates: [userCalls.listAll],
    onSaved: (_, user, queries) => dropRow(queries, userCalls.listAll, user.id),
    success: (_, user) => `${user.username} has been deleted.`,
    failure: { fallback: 'Failed to delete user. Please try again.' },
  })
}

function WhatGoes({ user }: { user: User }) {
  return (
    <>
      <p>With the account of {user.email} go:</p>
      <ul>
        <li>the account itself,</li>
        <li>its sessions: the person is logged out everywhere at once,</li>
        <li>its pets with their public pages.</li>
      </ul>
      <p>Memberships and payments stay in the books. This cannot be undone.</p>
    </>
  )
}
