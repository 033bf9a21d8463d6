import { accountCalls } from '@petsetu/contract/account.ts'
import { queryOptions } from '@tanstack/react-query'
import { keyOf } from '../lib/call-query.ts'
import { sharedByPage } from '../lib/first-data.ts'
import { requestData } from '../lib/request-data.ts'
import { updateEmail } from './session.ts'

/** What the account page and the reminder to confirm the e-mail address show of the signed-in person's account. */
export const ownAccount = sharedByPage(
  queryOptions({
    queryKey: keyOf(accountCalls.read),
    queryFn: async ({ signal }) => {
      const account = await requestData(accountCalls.read, {}, { signal })
      // The address may have been changed since the sign-in, also by a link that was opened elsewhere.
      updateEmail(account)
      return account
    },
  }),
)
