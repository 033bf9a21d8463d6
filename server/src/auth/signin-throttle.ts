import { createHash } from 'node:crypto'
import { networkOf, type Throttles } from '../http/throttles.ts'
import { foldCase } from '../users/fold-case.ts'

const FREE_FAILURES = 5
const FIRST_PAUSE_SECONDS = 30
const PAUSE_SECONDS_MAX = 900

/**
 * Slows guessing. After five wrong passwords for an account from one network, every further one doubles a pause, from
 * half a minute up to a quarter of an hour; the owner in another network is not held up by it. Besides, one address
 * has 30 tries a minute in all.
 */
export async function refuseGuessing(throttles: Throttles, username: string, address: string) {
  await throttles.signinByAddress.count(address)
  // Hashed, so that the table of counters holds neither names nor addresses.
  const key = createHash('sha256')
    .update(`${foldCase(username)}\n${networkOf(address)}`)
    .digest('base64url')
  await throttles.signinPauses.refuseIfOver(key)
  await throttles.signinTries.count(key)
  return {
    async failed(): Promise<void> {
      const failures = await throttles.signinFailures.count(key)
      if (failures >= FREE_FAILURES) await throttles.signinPauses.pause(key, pauseSeconds(failures))
    },
    async succeeded(): Promise<void> {
      await Promise.all([throttles.signinFailures.forget(key), throttles.signinTries.forget(key)])
    },
  }
}

export function pauseSeconds(failures: number): number {
  return Math.min(PAUSE_SECONDS_MAX, FIRST_PAUSE_SECONDS * 2 ** Math.max(0, failures - FREE_FAILURES))
}
