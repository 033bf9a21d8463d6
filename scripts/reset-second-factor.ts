// `npm run reset-second-factor -- --username asha`: switches off the second factor of an account, and ends its sessions.

import { foundationStore } from '../server/src/office/settings/foundation-store.ts'
import { endSecondFactor } from '../server/src/people/auth/second-factor/second-factor.ts'
import { findMailLanguage } from '../server/src/people/users/mail-language.ts'
import { findAccount } from '../server/src/people/users/user-queries.ts'
import type { Config } from '../server/src/platform/config/config.ts'
import type { Db } from '../server/src/platform/db/pool.ts'
import { inTransaction } from '../server/src/platform/db/transaction.ts'
import { outbox } from '../server/src/platform/mail/outbox.ts'
import { recordRun } from './record-run.ts'
import { readArguments, runOnDatabase, UsageError } from './run-command.ts'

const USAGE = `Usage: npm run reset-second-factor -- --username NAME

For somebody who has lost the phone and the recovery codes, and whom you know to be the one. The password stays as it
is, and alone is enough to log in again. All sessions of the account end, and the person is told by mail.`

await runOnDatabase(({ db }, config) => resetSecondFactor(db, config))

async function resetSecondFactor(db: Db, config: Config): Promise<string> {
  const { username } = readArguments({ username: { type: 'string' } }, USAGE)
  if (!username) throw new UsageError(USAGE)
  const account = await findAccount(db, username)
  if (!account) throw new UsageError(`There is no account '${username}'.`)
  // Without a mail server of its own, the running program sends the mail to the catcher, except in production.
  const { current } = await foundationStore(db, config)
  const sender = () => ({ ...current(), publicUrl: config.publicUrl })
  const enqueueMail = outbox(sender, { isHeld: config.isProduction && config.smtpUrl === null })
  await inTransaction(db, async (transaction) => {
    const owner = { ...account, language: await findMailLanguage(transaction, account.id) }
    const isEnded = await endSecondFactor({ db: transaction, enqueueMail }, owner, 'off-by-us')
    if (!isEnded) throw new UsageError(`${account.username} has no second factor.`)
    await recordRun(transaction, 'reset-second-factor', 'second-factor-ended', account.id)
  })
  return `${account.username} has no second factor any more. All its sessions have ended.`
}
