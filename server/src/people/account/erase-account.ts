import type { Language } from '@petsetu/languages/languages.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/pool.ts'
import { eraseRecords } from '../privacy/erase-person.ts'
import { listKept } from '../privacy/kept-complaints.ts'
import { withdrawRequests } from '../privacy/privacy-data.ts'
import { erasureWaitsMail } from '../privacy/privacy-mails.ts'
import { readAccountDetails } from '../users/account-details.ts'
import { ownIdentity } from './own-identity.ts'

/**
 * Erases the person of an account, whoever deletes it. `finishErasures` does the rest. No mail says so, because the address is erased; unless
 * a complaint is held, which goes on having it. Rejects with 409 for an admin's account.
 */
export async function eraseAccount(
  { enqueueMail }: Pick<Deps, 'enqueueMail'>,
  transaction: Db,
  userId: number,
  usualLanguage: Language,
): Promise<void> {
  await withdrawRequests(transaction, userId)
  const identity = await ownIdentity(transaction, userId)
  const kept = await listKept(transaction, identity)
  const { language } = await readAccountDetails(transaction, userId)
  await eraseRecords(transaction, identity)
  const { email } = identity.contact
  if (kept.length > 0 && email)
    await enqueueMail(transaction, erasureWaitsMail({ email, language: language ?? usualLanguage }, kept))
}
