import { createHash } from 'node:crypto'
import { foldCase } from '@petsetu/contract/fold-case.ts'
import type { Db } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'
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
    /** `onNewNetwork` runs in the transaction that stores a network from which nobody has signed in to the account before. */
    async succeeded(userId: number, onNewNetwork?: (transaction: Db) => Promise<void>): Promise<void> {
      await Promise.all([
        throttles.signinFailures.forget(key),
        throttles.signinTries.forget(key),
        inTransaction(db, async (transaction) => {
          const isNew = await rememberNetwork(transaction, network, userId)
          if (isNew) await onNewNetwork?.(transaction)
        }),
      ])
    },
  }
}

export function pauseSeconds(failures: number): number {
  return Math.min(PAUSE_SECONDS_MAX, FIRST_PAUSE_SECONDS * 2 ** Math.max(0, failures - FREE_FAILURES))
}
