import { createHash } from 'node:crypto'
import { foldCase } from '@petsetu/contract/fold-case.ts'
import type { Deps } from '../deps.ts'
import { networkOf } from '../http/limits/throttles.ts'
import { isKnownNetwork, rememberNetwork } from './known-networks.ts'

export const FREE_FAILURES = 5
export const FIRST_PAUSE_SECONDS = 30
export const PAUSE_SECONDS_MAX = 900

/**
 * Throttles password guessing. After five wrong passwords for an account from one network, each further one doubles a pause,
 * from 30 seconds up to 15 minutes; the owner in another network is not affected. All networks that the account has never been
 * signed in to share one budget for it, so that guessing from many networks does not help, and the owner at home is not
 * affected either. In addition, one address has 30 tries a minute.
 */
export async function rejectGuessing(
  { throttles, db }: Pick<Deps, 'throttles' | 'db'>,
  username: string,
  address: string,
) {
  await throttles.signinByAddress.count(address)
  const account = foldCase(username)
  // Hashed, so that the database holds neither names nor addresses.
  const network = createHash('sha256')
    .update(`${account}\n${networkOf(address)}`)
    .digest()
  const key = network.toString('base64url')
  await throttles.signinPauses.rejectIfOver(key)
  await throttles.signinTries.count(key)
  if (!(await isKnownNetwork(db, network))) await throttles.signinFromUnknown.count(account)
  return {
    async failed(): Promise<void> {
      const failures = await throttles.signinFailures.count(key)
      if (failures >= FREE_FAILURES) await throttles.signinPauses.pause(key, pauseSeconds(failures))
    },
    async succeeded(userId: number): Promise<void> {
      await Promise.all([
        throttles.signinFailures.forget(key),
        throttles.signinTries.forget(key),
        rememberNetwork(db, network, userId),
      ])
    },
  }
}

export function pauseSeconds(failures: number): number {
  return Math.min(PAUSE_SECONDS_MAX, FIRST_PAUSE_SECONDS * 2 ** Math.max(0, failures - FREE_FAILURES))
}
