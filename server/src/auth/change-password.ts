import type { Language } from '@petsetu/languages/languages.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { HttpError } from '../errors.ts'
import type { Person } from '../http/routing/person.ts'
import { findAccount, replacePasswordHash } from '../users/user-queries.ts'
import { adminPasswordFault } from './admin-password.ts'
import { hashPassword, isPassword } from './password.ts'
import { passwordChangedMail } from './password-changed-mail.ts'
import { closeSessionsOf } from './session-queries.ts'
import { rejectGuessing } from './signin-throttle.ts'

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
  const guessing = await rejectGuessing(deps, person.username, address)
  const account = await findAccount(deps.db, person.username)
  const isRight = await isPassword(currentPassword, account?.passwordHash ?? null)
  if (!account || !isRight) {
    await guessing.failed()
    throw wrongPassword()
  }
  await guessing.succeeded(person.id)
  const fault = person.role === 'admin' ? await adminPasswordFault(newPassword, person.username, deps.config) : null
  if (fault) throw fault
  const newHash = await hashPassword(newPassword)
  await inTransaction(deps.db, async (transaction) => {
    if (!(await replacePasswordHash(transaction, account, newHash))) throw wrongPassword()
    await closeSessionsOf(transaction, person.id, token)
    await deps.enqueueMail(transaction, passwordChangedMail(account, language))
  })
}

const wrongPassword = () =>
  new HttpError(400, 'wrong_password', { field: 'currentPassword', event: 'password-change-failed' })
