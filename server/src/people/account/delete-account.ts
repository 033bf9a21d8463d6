import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { unauthorized } from '../../platform/errors.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { Person } from '../../platform/http/routing/person.ts'
import { languageOf } from '../../platform/languages/request-language.ts'
import { requireCodeIfProtected } from '../auth/require-code.ts'
import { requirePassword, wrongPassword } from '../auth/require-password.ts'
import { finishSoon } from '../privacy/erase-person.ts'
import { eraseAccount } from './erase-account.ts'

const EVENT = 'account-deletion-failed'

/**
 * Erases the person who asks, if the password is right, and a code with a second factor; a wrong one gets 400 and counts like a failed sign-in. An admin gets 409.
 * The second of two requests at the same time finds no account and gets 401.
 */
export async function deleteAccount(
  deps: Deps & { attachments: FileStore },
  person: Person,
  { password, code }: { password: string; code?: string | null | undefined },
  request: FastifyRequest,
): Promise<void> {
  const account = await requirePassword(deps, person, { password, address: request.ip, event: EVENT })
  await requireCodeIfProtected(deps, account, code)
  await inTransaction(deps.db, async (transaction) => {
    await lockWithPassword(transaction, account)
    await eraseAccount(deps, transaction, person.id, languageOf(request))
  })
  await finishSoon(deps, request)
}

/** Waits for whatever is being added to the account. Rejects if it is gone, or its password has been changed meanwhile. */
async function lockWithPassword(
  transaction: Db,
  { id, passwordHash }: { id: number; passwordHash: string },
): Promise<void> {
  const stored = await transaction
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!stored) throw unauthorized()
  if (stored.password_hash !== passwordHash) throw wrongPassword({ event: EVENT })
}
