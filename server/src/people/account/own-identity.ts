import type { Db } from '../../platform/db/pool.ts'
import { findConfirmedEmail } from '../users/account-details.ts'
import type { Identity } from '../users/contact.ts'

/**
 * Selects the records that a signed-in person gets or erases: those of the account, and those that carry its e-mail address once it is
 * confirmed. Before, anybody could have signed up with the address.
 */
export async function ownIdentity(db: Db, userId: number): Promise<Identity> {
  const email = await findConfirmedEmail(db, userId)
  return { userId, contact: email === null ? {} : { email }, isChecked: false }
}
