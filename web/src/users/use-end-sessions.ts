import { type User, userCalls } from '@petsetu/contract/users.ts'
import { request } from '../lib/request.ts'
import { useSave } from '../ui/form/use-save.ts'

export function useEndSessions() {
  return useSave({
    call: userCalls.endSessions,
    send: (user: User) => request(userCalls.endSessions, { params: { id: String(user.id) } }),
    confirm: (user) => ({
      title: `End all sessions of ${user.username}?`,
      children: 'The person is logged out on every device at once and has to log in again. Nothing else changes.',
      confirmLabel: 'End sessions',
    }),
    rowOf: (user) => user.id,
    success: (_, user) => `${user.username} is logged out everywhere.`,
    failure: { fallback: 'Failed to end the sessions. Please try again.' },
  })
}
