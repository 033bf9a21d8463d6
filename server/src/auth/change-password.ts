import type { Deps } from '../deps.ts'
import { Refusal } from '../errors.ts'
import type { Person } from '../http/person.ts'
import { findAccount, setPasswordHash } from '../users/user-queries.ts'
import { adminPasswordFault } from './admin-password.ts'
import { hashPassword, isPassword } from './password.ts'
import { closeSessionsOf } from './session-queries.ts'
import { refuseGuessing } from './signin-throttle.ts'

type Change = { currentPassword: string; newPassword: string }

/**
 * Gives a person a new password and ends all their sessions but the one of `token`. Refuses with 400 where the current password
 * is not right, and counts that like a failed sign-in.
 */
export async function changePassword(
  deps: Deps,
  person: Person,
  { currentPassword, newPassword }: Change,
  { address, token }: { address: string; token: string | null },
): Promise<void> {
  const guessing = await refuseGuessing(deps, person.username, address)
  const account = await findAccount(deps.db, person.username)
  if (!(await isPassword(currentPassword, account?.passwordHash ?? null))) {
    await guessing.failed()
    throw refusal('currentPassword', 'The current password is not right.', 'password-change-failed')
  }
  await guessing.succeeded(person.id)
  const fault = person.role === 'admin' ? await adminPasswordFault(newPassword, person.username, deps.config) : null
  if (fault) throw refusal('newPassword', fault)
  await setPasswordHash(deps.db, person.id, await hashPassword(newPassword))
  await closeSessionsOf(deps.db, person.id, token)
}

const refusal = (field: keyof Change, message: string, event?: string) =>
  new Refusal(400, message, { fields: { [field]: message }, ...(event && { event }) })
