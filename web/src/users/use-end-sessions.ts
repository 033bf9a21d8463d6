import { type User, userCalls } from '@petsetu/contract/users.ts'
import { useState } from 'react'
import { messageOf, request } from '../lib/request.ts'
import { confirmDestruction } from '../ui/confirm.tsx'
import { tellDone, tellFailed } from '../ui/tell.ts'

/** Asks, then logs an account out everywhere. `endingId` is the account for which that is under way. */
export function useEndSessions() {
  const [endingId, setEndingId] = useState<number | null>(null)

  async function carryOut(user: User) {
    setEndingId(user.id)
    try {
      await request(userCalls.endSessions, { params: { id: String(user.id) } })
      tellDone(`${user.username} is logged out everywhere.`)
    } catch (error) {
      tellFailed(messageOf(error, 'Failed to end the sessions. Please try again.'))
    } finally {
      setEndingId(null)
    }
  }

  function askToEnd(user: User) {
    confirmDestruction({
      title: `End all sessions of ${user.username}?`,
      children: 'The person is logged out on every device at once and has to log in again. Nothing else changes.',
      confirmLabel: 'End sessions',
      onConfirm: () => void carryOut(user),
    })
  }

  return { askToEnd, endingId }
}
