import type { Deps } from '../deps.ts'
import { HttpError } from '../errors.ts'
import type { Person } from '../http/routing/person.ts'
import { findAccount } from '../users/user-queries.ts'
import { isPassword } from './password.ts'
import { rejectGuessing } from './signin-throttle.ts'

/**
 * Asks for the password again before something that protects the account changes. Rejects with 400, which names `field`, if it
 * is wrong, and counts that like a failed sign-in. Returns the account.
 */
export async function requirePassword(
  deps: Pick<Deps, 'db' | 'throttles'>,
  person: Person,
  { password, address, field = 'password' }: { password: string; address: string; field?: string },
) {
  const guessing = await rejectGuessing(deps, person.username, address)
  const account = await findAccount(deps.db, person.username)
  const isRight = await isPassword(password, account?.passwordHash ?? null)
  if (!account || !isRight) {
    await guessing.failed()
    throw wrongPassword(field)
  }
  await guessing.succeeded(person.id)
  return account
}

export const wrongPassword = (field: string) =>
  new HttpError(400, 'wrong_password', { field, event: 'password-change-failed' })
