import { type User, userCalls } from '@petsetu/contract/users.ts'
import { useText } from '../languages/use-text.tsx'
import { request } from '../lib/request.ts'
import { useSave } from '../ui/form/use-save.ts'

export function useEndSessions() {
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
