import { type User, userCalls } from '@petsetu/contract/people/users.ts'
import { useText } from '../../platform/languages/use-text.tsx'
import { dropRow } from '../../platform/lib/requests/call-query.ts'
import { request } from '../../platform/lib/requests/request.ts'
import { useSave } from '../../platform/ui/form/use-save.ts'

/** Deletes an account. The server rejects deleting one's own account and the last admin's. */
export function useDeleteUser() {
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
