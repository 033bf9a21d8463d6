import { accountCalls } from '@petsetu/contract/account.ts'
import type { Reply } from '@petsetu/contract/call.ts'
import { queryOptions } from '@tanstack/react-query'
import { keyOf } from '../lib/call-query.ts'
import { sharedByPage } from '../lib/first-data.ts'
import { requestData } from '../lib/request-data.ts'
import { currentUser, signIn } from './session.ts'

/** What the account page and the reminder to confirm the e-mail address show of the signed-in person's account. */
export const ownAccount = sharedByPage(
  queryOptions({
    queryKey: keyOf(accountCalls.read),
    queryFn: async ({ signal }) => {
      const account = await requestData(accountCalls.read, {}, { signal })
      updateSession(account)
      return account
    },
  }),
)

/** The address may have been changed since the sign-in, also by a link that was opened elsewhere, and so may the duties. */
function updateSession({ username, email, duties }: Reply<typeof accountCalls.read>['data']): void {
  const stored = currentUser()
  if (stored?.username === username && (stored.email !== email || String(stored.duties) !== String(duties)))
    signIn({ ...stored, email, duties })
}
