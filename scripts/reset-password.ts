// `npm run reset-password -- --username asha`: gives an account a random password, printed once, and ends its sessions.

import { randomPassword } from '../server/src/people/auth/password.ts'
import { setPassword } from '../server/src/people/auth/set-password.ts'
import { findAccount } from '../server/src/people/users/user-queries.ts'
import type { Db } from '../server/src/platform/db/pool.ts'
import { inTransaction } from '../server/src/platform/db/transaction.ts'
import { recordRun } from './record-run.ts'
import { readArguments, runOnDatabase, UsageError } from './run-command.ts'

const USAGE = `Usage: npm run reset-password -- --username NAME

For somebody who has forgotten the password, and whom you know to be the one. The new password is random and printed
once; the person changes it after logging in, on the page behind the username. All sessions of the account end.`

await runOnDatabase(({ db }) => resetPassword(db))

async function resetPassword(db: Db): Promise<string> {
  const { username } = readArguments({ username: { type: 'string' } }, USAGE)
  if (!username) throw new UsageError(USAGE)
  const account = await findAccount(db, username)
  if (!account) throw new UsageError(`There is no account '${username}'.`)
  const password = randomPassword()
  await inTransaction(db, async (transaction) => {
    await setPassword(transaction, account.id, password)
    await recordRun(transaction, 'reset-password', 'password-reset', account.id)
  })
  return `${account.username} has a new password: ${password} (shown this once)`
}
