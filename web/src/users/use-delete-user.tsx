import { type User, userCalls } from '@petsetu/contract/users.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { dropRow } from '../lib/ask.ts'
import { messageOf, request } from '../lib/request.ts'
import { confirmDestruction } from '../ui/confirm.tsx'
import { focusPageTitle } from '../ui/page-title.tsx'
import { tellDone, tellFailed } from '../ui/tell.ts'

/** Asks, then deletes an account. The server refuses one's own and the last admin's, and says why. */
export function useDeleteUser() {
  const queries = useQueryClient()
  const [deletingId, setDeletingId] = useState<number | null>(null)

  async function carryOut(user: User) {
    setDeletingId(user.id)
    try {
      await request(userCalls.delete, { params: { id: String(user.id) } })
      await dropRow(queries, userCalls.listAll, user.id)
      tellDone(`${user.username} has been deleted.`)
      focusPageTitle()
    } catch (error) {
      tellFailed(messageOf(error, 'Failed to delete user. Please try again.'))
    } finally {
      setDeletingId(null)
    }
  }

  function askToDelete(user: User) {
    confirmDestruction({
      title: `Delete ${user.username}?`,
      children: <WhatGoes user={user} />,
      confirmLabel: 'Delete',
      onConfirm: () => void carryOut(user),
    })
  }

  return { askToDelete, deletingId }
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
