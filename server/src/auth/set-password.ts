import type { Role } from '@petsetu/contract/users.ts'
import type { Db } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'
import { setPasswordHash } from '../users/user-queries.ts'
import { hashPassword } from './password.ts'
import { closeSessionsOf } from './session-queries.ts'

/** Sets a password without the current one and ends all sessions of the account; `role` sets that role, too. */
export async function setPassword(db: Db, userId: number, password: string, role?: Role): Promise<void> {
  const passwordHash = await hashPassword(password)
  await inTransaction(db, async (transaction) => {
    await setPasswordHash(transaction, userId, passwordHash, role)
    await closeSessionsOf(transaction, userId)
  })
}
