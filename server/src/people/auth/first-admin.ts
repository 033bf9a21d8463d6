import { sql } from 'kysely'
import type { Config } from '../../platform/config/config.ts'
import { ConfigError } from '../../platform/config/config-error.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { HttpError } from '../../platform/errors.ts'
import { insertUser } from '../users/user-queries.ts'
import { adminPasswordFault } from './admin-password.ts'
import { hashPassword, randomPassword } from './password.ts'

/**
 * Creates the first admin if the database has none. Returns the sign-in, with the password only if it was generated here: it
 * is shown once and not stored. Null if there is an admin.
 */
export async function makeFirstAdmin(
  db: Db,
  config: Pick<Config, 'firstAdmin' | 'isProduction' | 'foundationName'>,
): Promise<{ username: string; password: string | null } | null> {
  const { username, email, password } = config.firstAdmin
  return inTransaction(db, async (transaction) => {
    // Without the lock two nodes that start together would create two admins.
    await sql`select pg_advisory_xact_lock(hashtext('petsetu first admin'))`.execute(transaction)
    const admin = await transaction
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'admin')
      .limit(1)
      .executeTakeFirst()
    if (admin) return null
    const fault = password && config.isProduction ? await adminPasswordFault(password, username, config) : null
    if (fault) throw new ConfigError(`ADMIN_PASSWORD must be harder to guess. ${fault.message}`)
    const generated = password ? null : randomPassword()
    const passwordHash = await hashPassword(password ?? generated ?? '')
    try {
      await insertUser(transaction, { username, email, passwordHash, role: 'admin' })
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      throw new ConfigError(
        `ADMIN_USERNAME and ADMIN_EMAIL must be free: a user already has '${username}' or '${email}'.`,
      )
    }
    return { username, password: generated }
  })
}
