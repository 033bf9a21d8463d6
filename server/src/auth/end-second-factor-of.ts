import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { conflict, notFound } from '../errors.ts'
import { requireRightsOver } from '../users/admin-duties.ts'
import { findAccountById } from '../users/user-queries.ts'
import { endSecondFactor } from './second-factor.ts'

/** Ends the second factor of somebody else, who has lost it. */
export async function endSecondFactorOf(deps: Deps, userId: number, reason: string, by: Actor): Promise<void> {
  // One's own ends with the password and a code only: a stolen session must not be enough.
  if (userId === by.person.id) throw conflict('own_second_factor')
  const owner = await findAccountById(deps.db, userId)
  if (!owner) throw notFound('user_not_found')
  await requireRightsOver(deps.db, by.person, userId)
  await inTransaction(deps.db, async (transaction) => {
    const isEnded = await endSecondFactor({ ...deps, db: transaction }, owner, 'off-by-us')
    if (!isEnded) throw notFound('second_factor_not_found')
    const object = { kind: 'user', id: owner.id } as const
    await recordAudit(transaction, by, { action: 'second-factor-ended', object, reason })
  })
}
