// `npm run make-admin -- --username asha --email asha@example.org`: makes an admin, or turns the user of that name into one.
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { Signup } from '@petsetu/contract/auth.ts'
import { hashPassword } from '../server/src/auth/password.ts'
import { type Config, ConfigError, readConfig } from '../server/src/config.ts'
import { openDatabase } from '../server/src/db/database.ts'
import type { Db } from '../server/src/db/pool.ts'
import { Refusal } from '../server/src/errors.ts'
import { createLog } from '../server/src/log.ts'
import { findAccount, insertUser, promoteUser } from '../server/src/users/user-queries.ts'

const USAGE = `Usage: npm run make-admin -- --username NAME [--email ADDRESS] [--password-stdin]

With the name of a user, that user becomes an admin and keeps the password.
With a new name, --email is needed; the password is made up and printed once, or read from standard input.`

const PASSWORD_LENGTH_MIN = { elsewhere: 8, production: 12 }

class UsageError extends Error {}

try {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const config = readConfig(process.env)
  const database = await openDatabase(config, createLog('warn'), 'alongside')
  try {
    console.log(await makeAdmin(database.db, config))
  } finally {
    await database.close()
  }
} catch (error) {
  const isExpected = error instanceof UsageError || error instanceof ConfigError || error instanceof Refusal
  console.error(isExpected ? error.message : error)
  process.exitCode = 1
}

async function makeAdmin(db: Db, config: Config): Promise<string> {
  const { username, email, 'password-stdin': fromStdin } = readArguments()
  const account = await findAccount(db, username)
  if (account) {
    await promoteUser(db, account.id)
    return `${account.username} is an admin now. The password stays as it was.`
  }
  const password = fromStdin ? (await text(process.stdin)).replace(/\r?\n$/, '') : randomBytes(12).toString('base64url')
  const lengthMin = config.isProduction ? PASSWORD_LENGTH_MIN.production : PASSWORD_LENGTH_MIN.elsewhere
  if (password.length < lengthMin) throw new UsageError(`An admin's password has at least ${lengthMin} characters.`)
  const checked = Signup.safeParse({ username, email, password })
  if (!checked.success) throw new UsageError(`${checked.error.issues[0]?.message}\n\n${USAGE}`)
  const user = { username: checked.data.username, email: checked.data.email }
  await insertUser(db, { ...user, passwordHash: await hashPassword(password), role: 'admin' })
  return `Admin ${user.username} was made.${fromStdin ? '' : ` Password: ${password} (shown this once)`}`
}

function readArguments(): { username: string; email: string | undefined; 'password-stdin': boolean } {
  try {
    const { values } = parseArgs({
      options: {
        username: { type: 'string' },
        email: { type: 'string' },
        'password-stdin': { type: 'boolean', default: false },
      },
    })
    const { username, email, 'password-stdin': fromStdin = false } = values
    if (username) return { username, email, 'password-stdin': fromStdin }
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error}\n\n${USAGE}`)
  }
  throw new UsageError(USAGE)
}
