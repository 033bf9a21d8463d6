import type { Language } from '@petsetu/languages/languages.ts'
import type { Deps } from '../../deps.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Person } from '../../platform/http/routing/person.ts'
import { replacePassword } from '../users/user-queries.ts'
import { adminPasswordFault } from './admin-password.ts'
import { hashPassword } from './password.ts'
import { passwordChangedMail } from './password-changed-mail.ts'
import { requirePassword, wrongPassword } from './require-password.ts'
import { closeSessionsOf } from './session-queries.ts'

const FIELD = 'currentPassword'

type Change = { currentPassword: string; newPassword: string }

/**
 * Changes a password and ends all sessions of the person but the one of `token`. Rejects with 400 if the current password is
 * wrong, and counts that like a failed sign-in.
 */
export async function changePassword(
  deps: Deps,
  person: Person,
  { currentPassword, newPassword }: Change,
  { address, token, language }: { address: string; token: string | null; language: Language },
): Promise<void> {
  const account = await requirePassword(deps, person, { password: currentPassword, address, field: FIELD })
  await deps.throttles.passwordChangesByAccount.count(String(person.id))
  const names = { ...deps.config, ...deps.foundation() }
  const fault = person.role === 'admin' ? await adminPasswordFault(newPassword, person.username, names) : null
  if (fault) throw fault
  const newHash = await hashPassword(newPassword)
  await inTransaction(deps.db, async (transaction) => {
    if (!(await replacePassword(transaction, account, newHash))) throw wrongPassword({ field: FIELD })
    await closeSessionsOf(transaction, person.id, token)
    await deps.enqueueMail(transaction, passwordChangedMail(account, language))
  })
}
