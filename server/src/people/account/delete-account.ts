import type { Language } from '@petsetu/languages/languages.ts'
import type { FastifyRequest } from 'fastify'
import { findComplainant } from '../../complaints/complaint-mails.ts'
import { listHeld } from '../../complaints/holds.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { Person } from '../../platform/http/routing/person.ts'
import { languageOf } from '../../platform/languages/request-language.ts'
import { lockWithPassword, requireCodeIfProtected, requirePassword, wrongPassword } from '../auth/require-password.ts'
import { eraseRecords, finishSoon } from '../privacy/erasing/erase-person.ts'
import { erasureWaitsMail } from '../privacy/privacy-mails.ts'
import { findConfirmedEmail, readAccountDetails } from '../users/account-details.ts'
import type { Identity } from '../users/contact.ts'
import { withdrawRequests } from '../users/user-queries.ts'

const EVENT = 'account-deletion-failed'

/**
 * Erases the person who asks. Rejects with 400 a wrong password or code, counted like a failed sign-in, and with 409 an
 * admin. The second of two requests at the same time finds no account and gets 401.
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
    // The lock also waits for whatever is being added to the account.
    await lockWithPassword(transaction, account, () => wrongPassword({ event: EVENT }))
    await eraseAccount(deps, transaction, person.id, languageOf(request))
  })
  await finishSoon(deps, request)
}

/**
 * Erases an account's person. A mail says so only if a held complaint keeps the address: in the language of the account, else in that of the
 * person's request, or if somebody else asks, of the complaint. Rejects with 409 an admin's.
 */
export async function eraseAccount(
  { enqueueMail }: Pick<Deps, 'enqueueMail'>,
  transaction: Db,
  userId: number,
  asked: Language | null,
): Promise<void> {
  await withdrawRequests(transaction, userId)
  const identity = await ownIdentity(transaction, userId)
  const { language: chosen } = await readAccountDetails(transaction, userId)
  const { subjectIds } = await eraseRecords(transaction, identity)
  const kept = await listHeld(transaction, subjectIds.complaint)
  const { email } = identity.contact
  const [first] = kept
  const complainant = first && (await findComplainant(transaction, first.id))
  if (!complainant || !email) return
  const language = chosen ?? asked ?? complainant.language
  await enqueueMail(transaction, erasureWaitsMail({ email, language }, kept))
}

/** The records of the account and, once it is confirmed, of its address: anybody could have signed up with it. */
export async function ownIdentity(db: Db, userId: number): Promise<Identity> {
  const email = await findConfirmedEmail(db, userId)
  return { userId, contact: email === null ? {} : { email }, isChecked: false }
}
