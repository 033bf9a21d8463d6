import { ownAccount } from '../auth/own-account.ts'
import { queries } from './query-provider.tsx'

/** Asks for the admin's own duties, which were changed since the sign-in. */
export async function refreshDuties(): Promise<void> {
  await queries.prefetchQuery({ ...ownAccount, staleTime: 0 })
}
