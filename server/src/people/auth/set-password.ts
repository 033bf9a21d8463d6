import type { Role } from '@petsetu/contract/people/users.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { deleteUndosOf } from '../users/email-undos.ts'
import { setPasswordHash } from '../users/user-queries.ts'
import { hashPassword } from './password.ts'
import { endAccess } from './session-queries.ts'

/**
 * Sets a password without the current one and ends all access to the account; `role` sets that role, too. Whoever had one of its
 * earlier addresses cannot take the role over by undoing a change.
 */
export async function setPassword(db: Db, userId: number, password: string, role?: Role): Promise<void> {
  const passwordHash = await hashPassword(password)
  await inTransaction(db, async (transaction) => {
    await setPasswordHash(transaction, userId, passwordHash, role)
    await endAccess(transaction, userId)
    if (role) await deleteUndosOf(transaction, userId)
  })
}
