import type { Role } from '@petsetu/contract/people/users.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { deleteUndosOf } from '../users/one-time-links.ts'
import { setPasswordHash } from '../users/user-queries.ts'
import { deletePasskeysSince, deleteUnguardedPasskeys } from './passkeys/passkey-queries.ts'
import { hashPassword } from './password.ts'
import { deleteSecondFactorSince } from './second-factor/second-factor-queries.ts'
import { endAccess } from './session-queries.ts'

/**
 * Sets a password and ends all access. With `role`, no undone change of the address can take it over; and whoever becomes an
 * admin begins without passkeys and second factor, because a stranger may have opened the account with that name.
 */
export async function setPassword(db: Db, userId: number, password: string, role?: Role): Promise<void> {
  const passwordHash = await hashPassword(password)
  await inTransaction(db, async (transaction) => {
    const { role: before } = await transaction
      .selectFrom('users')
      .select('role')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    if (before !== 'admin') await deleteUnguardedPasskeys(transaction, userId)
    if (before !== 'admin' && role === 'admin') await deleteKeys(transaction, userId)
    await setPasswordHash(transaction, userId, passwordHash, role)
    await endAccess(transaction, userId)
    if (role) await deleteUndosOf(transaction, userId)
  })
}

async function deleteKeys(transaction: Db, userId: number): Promise<void> {
  const beginning = new Date(0)
  await deletePasskeysSince(transaction, userId, beginning)
  await deleteSecondFactorSince(transaction, userId, beginning)
}
