import { hash } from 'node:crypto'
import { foldCase } from '@petsetu/contract/platform/text.ts'
import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import type { Throttles } from '../../limits.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { networkOf } from '../../platform/http/limits/source-of.ts'

export const FREE_FAILURES = 5
export const FIRST_PAUSE_SECONDS = 30
export const PAUSE_SECONDS_MAX = 900

/**
 * Throttles password guessing. After five wrong passwords for an account from one network, each further one doubles a
 * pause, from 30 seconds up to 15 minutes. All networks from which nobody has signed in to the account share one budget
 * for it, so that guessing from many networks does not help; the owner at home is not affected. In addition, one
 * address has 30 tries a minute. `username` is that of the account, also where somebody typed its e-mail address.
 */
export async function throttleLogin(
  { throttles, db }: Pick<Deps, 'throttles' | 'db'>,
  username: string,
  address: string,
) {
  await throttles.signinByAddress.count(address)
  const account = foldCase(username)
  const network = networkKey(username, address)
  const key = network.toString('base64url')
  const tries = await countTry(throttles, key)
  if (!(await isKnownNetwork(db, network))) await throttles.signinFromUnknown.count(account)
  return {
    failed: tries.failed,
    // Only a sign-in makes a network the owner's.
    succeeded: () => forgetTries(throttles, key),
  }
}

/** Remembers the owner's network. `onNewNetwork` runs in the transaction that stores a new one. */
export async function signInSucceeded(
  { throttles, db }: Pick<Deps, 'throttles' | 'db'>,
  { id, username }: { id: number; username: string },
  address: string,
  onNewNetwork?: (transaction: Db) => Promise<void>,
): Promise<void> {
  const network = networkKey(username, address)
  await Promise.all([
    forgetTries(throttles, network.toString('base64url')),
    inTransaction(db, async (transaction) => {
      const isNew = await rememberNetwork(transaction, network, id)
      if (isNew) await onNewNetwork?.(transaction)
    }),
  ])
}

/** Throttles the guessing of codes in the same way, but by account alone: whoever gets this far knows the password. */
export async function rejectCodeGuessing({ throttles }: Pick<Deps, 'throttles'>, userId: number) {
  const key = `second factor of ${userId}`
  const { failed } = await countTry(throttles, key)
  return { failed, succeeded: () => forgetTries(throttles, key) }
}

async function countTry(throttles: Throttles, key: string): Promise<{ failed: () => Promise<void> }> {
  await throttles.signinPauses.rejectIfOver(key)
  await throttles.signinTries.count(key)
  return {
    async failed() {
      const failures = await throttles.signinFailures.count(key)
      if (failures >= FREE_FAILURES) await throttles.signinPauses.pause(key, pauseSeconds(failures))
    },
  }
}

async function forgetTries(throttles: Throttles, key: string): Promise<void> {
  await Promise.all([throttles.signinFailures.forget(key), throttles.signinTries.forget(key)])
}

/** Ends the pause of whoever forgot a password, tried too often, and has now proved to be the owner. */
export async function resetLoginThrottle({ throttles }: Pick<Deps, 'throttles'>, username: string, address: string) {
  const key = networkKey(username, address).toString('base64url')
  await Promise.all([forgetTries(throttles, key), throttles.signinPauses.forget(key)])
}

// Hashed, so that the database holds neither names nor addresses.
function networkKey(username: string, address: string): Buffer {
  return hash('sha256', `${foldCase(username)}\n${networkOf(address)}`, 'buffer')
}

export function pauseSeconds(failures: number): number {
  return Math.min(PAUSE_SECONDS_MAX, FIRST_PAUSE_SECONDS * 2 ** Math.max(0, failures - FREE_FAILURES))
}

async function isKnownNetwork(db: Db, key: Buffer): Promise<boolean> {
  const row = await db.selectFrom('known_networks').select('user_id').where('key', '=', key).executeTakeFirst()
  return row !== undefined
}

async function rememberNetwork(db: Db, key: Buffer, userId: number): Promise<boolean> {
  const { isNew } = await db
    .insertInto('known_networks')
    .values({ key, user_id: userId })
    .onConflict((same) => same.column('key').doUpdateSet({ user_id: userId, last_used_at: sql`now()` }))
    // Only a row that was just inserted has no xmax.
    .returning(sql<boolean>`xmax = 0`.as('isNew'))
    .executeTakeFirstOrThrow()
  return isNew
}
