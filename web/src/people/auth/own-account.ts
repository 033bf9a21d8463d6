import { accountCalls } from '@petsetu/contract/people/account.ts'
import type { Reply } from '@petsetu/contract/platform/call.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { dataQuery } from '../../platform/lib/requests/call-query.ts'
import { askAndSignOut, currentUser, ownerOf, signOut, updateUser } from './session.ts'

/** The signed-in person's account. */
export const ownAccount = dataQuery(accountCalls.read)

/** The query of the own account. The session takes over what has changed since the sign-in. */
export function useOwnAccount() {
  const account = useQuery(ownAccount)
  const { data } = account
  useEffect(() => {
    if (data) followAccount(data)
  }, [data])
  return account
}

/** Asks for the own account anew, after the server has refused what the duties of this session cover. */
export async function refreshAccount(queries: QueryClient): Promise<void> {
  await queries.prefetchQuery({ ...ownAccount, staleTime: 0 })
  const account = queries.getQueryData(ownAccount.queryKey)
  if (account) followAccount(account)
}

let losesWork: (owner: string) => boolean = () => false

/** Sets what tells whether something of this person lives only as long as the page, in a browser that keeps nothing. */
export function setLosesWork(tells: typeof losesWork): void {
  losesWork = tells
}

/** Logs out, after a question if something is not sent yet: it stays on this device or, where the browser cannot keep it, is lost. */
export async function leaveAccount(text: Translate): Promise<void> {
  if (!losesWork(ownerOf(currentUser()))) await askAndSignOut(text('frame.unsentAtLogout'))
  else if (confirm(text('devices.lostAtLogout'))) await signOut()
}

/** The address may have been changed since the sign-in, also by a link that was opened elsewhere, and so may the duties. */
function followAccount({ username, email, duties }: Reply<typeof accountCalls.read>['data']): void {
  const user = currentUser()
  if (user?.username === username && (user.email !== email || String(user.duties) !== String(duties)))
    updateUser({ email, duties })
}
