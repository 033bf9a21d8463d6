import { isLittleMoreThanName } from '@petsetu/contract/people/password-rules.ts'
import { countCharacters, foldCase } from '@petsetu/contract/platform/text.ts'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Config } from '../../platform/config/config.ts'
import { adminPasswordLengthMin } from '../../platform/config/rules.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { ConfigError, HttpError } from '../../platform/errors.ts'
import { insertUser } from '../users/user-queries.ts'
import { hashPassword, randomPassword } from './password.ts'

/** The rejection of a password that an admin may not have. `field` is its name in the request. */
export async function adminPasswordFault(
  password: string,
  username: string,
  { isProduction, foundationName }: Pick<Config, 'isProduction' | 'foundationName'>,
  field = 'newPassword',
): Promise<HttpError | null> {
  const lengthMin = adminPasswordLengthMin(isProduction)
  if (countCharacters(password) < lengthMin)
    return new HttpError(400, 'password_too_short', { field, values: { min: lengthMin } })
  if (await isCommon(password)) return new HttpError(400, 'password_too_common', { field })
  const names = [username, 'petsetu', foundationName, ...foundationName.split(' ')]
  return isLittleMoreThanName(password, names) ? new HttpError(400, 'password_like_name', { field }) : null
}

let common: Promise<Set<string>> | null = null

async function isCommon(password: string): Promise<boolean> {
  common ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']))
  return (await common).has(foldCase(password))
}

/** Creates the first admin, or null. The password is returned only if it was generated, to be shown once. */
export async function makeFirstAdmin(
  db: Db,
  config: Pick<Config, 'firstAdmin' | 'isProduction' | 'foundationName'>,
  log: Pick<FastifyBaseLogger, 'warn'>,
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
    const fault = password ? await adminPasswordFault(password, username, config) : null
    if (fault && config.isProduction) throw new ConfigError(`ADMIN_PASSWORD must be harder to guess. ${fault.message}`)
    if (fault) log.warn(`ADMIN_PASSWORD is easy to guess, which production rejects. ${fault.message}`)
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
