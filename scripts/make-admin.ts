// `npm run make-admin -- --username asha --email asha@example.org`: makes an admin, or turns the user of that name into one.
import { text } from 'node:stream/consumers'
import { Signup } from '@petsetu/contract/people/auth.ts'
import { describeProblem } from '@petsetu/contract/platform/problem.ts'
import { foldCase } from '@petsetu/contract/platform/text.ts'
import { foundationStore } from '../server/src/office/settings/foundation-store.ts'
import { adminPasswordFault } from '../server/src/people/auth/admin-password.ts'
import { hashPassword, randomPassword } from '../server/src/people/auth/password.ts'
import { setPassword } from '../server/src/people/auth/set-password.ts'
import { findAccount, insertUser } from '../server/src/people/users/user-queries.ts'
import type { Config } from '../server/src/platform/config/config.ts'
import type { Db } from '../server/src/platform/db/pool.ts'
import { inTransaction } from '../server/src/platform/db/transaction.ts'
import { textsIn } from '../server/src/platform/languages/texts.ts'
import { recordRun } from './record-run.ts'
import { readArguments, runOnDatabase, UsageError } from './run-command.ts'

const USAGE = `Usage: npm run make-admin -- --username NAME [--email ADDRESS] [--password-stdin]

With the name of an account, that account becomes an admin's: it gets a new password, and all its sessions, passkeys and its
second factor end. An --email must be that account's. With a new name, --email is needed. The password is random and printed once, or read from
standard input.`

await runOnDatabase(({ db }, config) => makeAdmin(db, config))

async function makeAdmin(db: Db, config: Config): Promise<string> {
  const values = readArguments(
    { username: { type: 'string' }, email: { type: 'string' }, 'password-stdin': { type: 'boolean' } },
    USAGE,
  )
  const { username, email, 'password-stdin': fromStdin = false } = values
  if (!username) throw new UsageError(USAGE)
  const account = await findAccount(db, username)
  // Its owner could have a link for a new password mailed to their own address.
  if (account && email && foldCase(email) !== foldCase(account.email))
    throw new UsageError(
      `The account '${account.username}' has another e-mail address, so it may be somebody else's. Choose another name, or leave out --email.`,
    )
  const password = fromStdin ? (await text(process.stdin)).replace(/\r?\n$/, '') : randomPassword()
  const { current } = await foundationStore(db, config)
  const fault = await adminPasswordFault(password, account?.username ?? username, { ...config, ...current() })
  if (fault) throw fault
  const { data: user, error } = Signup.safeParse({ username, email, ...account, password })
  if (error) throw new UsageError(`${describeProblem(textsIn('en'), error.issues[0]?.message ?? '')}\n\n${USAGE}`)
  const shown = fromStdin ? '' : ` Password: ${password} (shown this once)`
  if (account) {
    await inTransaction(db, async (transaction) => {
      await setPassword(transaction, account.id, password, 'admin')
      await recordRun(transaction, 'make-admin', 'admin-made', account.id)
    })
    return `${account.username} is an admin now. All its sessions have ended, and its passkeys and its second factor are gone.${shown}`
  }
  const passwordHash = await hashPassword(password)
  await inTransaction(db, async (transaction) => {
    const { id } = await insertUser(transaction, {
      username: user.username,
      email: user.email,
      passwordHash,
      role: 'admin',
    })
    await recordRun(transaction, 'make-admin', 'admin-made', id)
  })
  return `Admin ${user.username} was made.${shown}`
}
