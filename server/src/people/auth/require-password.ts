import type { Deps } from '../../deps.ts'
import { HttpError, unauthorized } from '../../platform/errors.ts'
import type { Person } from '../../platform/http/routing/person.ts'
import { findAccount } from '../users/user-queries.ts'
import { isPassword } from './password.ts'
import { throttleLogin } from './signin-throttle.ts'

/**
 * Asks for the password again before something that protects the account changes. Rejects with 400, which names `field`, if it
 * is wrong, and counts that like a failed sign-in; with 401 if the account was deleted meanwhile. Returns the account.
 */
export async function requirePassword(
  deps: Pick<Deps, 'db' | 'throttles'>,
  person: Person,
  { password, address, ...rejection }: { password: string; address: string } & Rejection,
) {
  const guessing = await throttleLogin(deps, person.username, address)
  const account = await findAccount(deps.db, person.username)
  const isRight = await isPassword(password, account?.passwordHash ?? null)
  if (account?.id !== person.id) throw unauthorized()
  if (!isRight) {
    await guessing.failed()
    throw wrongPassword(rejection)
  }
  await guessing.succeeded()
  return account
}

type Rejection = { field?: string; event?: 'password-change-failed' | 'account-deletion-failed' }

export const wrongPassword = ({ field = 'password', event = 'password-change-failed' }: Rejection) =>
  new HttpError(400, 'wrong_password', { field, event })
