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
import { eraseRecords, finishErasures } from '../privacy/erase-person.ts'
import { listKept } from '../privacy/kept-complaints.ts'
import { withdrawRequests } from '../privacy/privacy-data.ts'
import { erasureWaitsMail } from '../privacy/privacy-mails.ts'
import { readAccountDetails } from '../users/account-details.ts'
import { ownIdentity } from './own-identity.ts'

const EVENT = 'account-deletion-failed'

/**
 * Erases the person who asks, if the password is right, and a code with a second factor; a wrong one gets 400 and counts like a failed sign-in. An admin gets 409.
 * The second of two requests at the same time finds no account and gets 401. No mail says so, because the address is erased; unless a complaint
 * is held, which goes on having it.
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
    await withdrawRequests(transaction, person.id)
    const identity = await ownIdentity(transaction, person.id)
    const kept = await listKept(transaction, identity)
    const { language } = await readAccountDetails(transaction, person.id)
    await eraseRecords(transaction, identity)
    const { email } = identity.contact
    const to = { email: email ?? '', language: language ?? languageOf(request) }
    if (kept.length > 0 && email) await deps.enqueueMail(transaction, erasureWaitsMail(to, kept))
  })
  // The account is gone. What fails now is done within the hour.
  await finishErasures(deps).catch((error: unknown) => request.log.error({ err: error }, 'an erasure is not finished'))
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
