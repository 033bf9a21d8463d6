// `npm run make-admin -- --username asha --email asha@example.org`: makes an admin, or turns the user of that name into one.
import { text } from 'node:stream/consumers'
import { Signup } from '@petsetu/contract/auth.ts'
import { adminPasswordFault } from '../server/src/auth/admin-password.ts'
import { hashPassword, randomPassword } from '../server/src/auth/password.ts'
import type { Config } from '../server/src/config.ts'
import type { Db } from '../server/src/db/pool.ts'
import { findAccount, insertUser, promoteUser } from '../server/src/users/user-queries.ts'
import { readArguments, runCommand, UsageError } from './run-command.ts'

const USAGE = `Usage: npm run make-admin -- --username NAME [--email ADDRESS] [--password-stdin]

With the name of a user, that user becomes an admin and keeps the password.
With a new name, --email is needed; the password is made up and printed once, or read from standard input.`

await runCommand(({ db }, config) => makeAdmin(db, config))

async function makeAdmin(db: Db, config: Config): Promise<string> {
  const values = readArguments(
    { username: { type: 'string' }, email: { type: 'string' }, 'password-stdin': { type: 'boolean' } },
    USAGE,
  )
  const { username, email, 'password-stdin': fromStdin = false } = values
  if (!username) throw new UsageError(USAGE)
  const account = await findAccount(db, username)
  if (account) {
    await promoteUser(db, account.id)
    return `${account.username} is an admin now. The password stays as it was.`
  }
  const password = fromStdin ? (await text(process.stdin)).replace(/\r?\n$/, '') : randomPassword()
  const fault = await adminPasswordFault(password, username, config)
  if (fault) throw new UsageError(fault)
  const checked = Signup.safeParse({ username, email, password })
  if (!checked.success) throw new UsageError(`${checked.error.issues[0]?.message}\n\n${USAGE}`)
  const user = { username: checked.data.username, email: checked.data.email }
  await insertUser(db, { ...user, passwordHash: await hashPassword(password), role: 'admin' })
  return `Admin ${user.username} was made.${fromStdin ? '' : ` Password: ${password} (shown this once)`}`
}
