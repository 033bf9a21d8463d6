import { accountCalls } from '@petsetu/contract/account.ts'
import { dataQuery } from '../lib/data-query.ts'

/** What the account page and the reminder to confirm the e-mail address show of the signed-in person's account. */
export const ownAccount = dataQuery(accountCalls.read)
