// `npm run forget-sandbox`: what the data hold of the sandbox's money and of the demo's accounts; with --yes that money is taken out
// and these accounts are closed, before real money comes.

import {
  countSandboxMoney,
  forgetSandbox,
  type SandboxMoney,
} from '../server/src/people/privacy/erasing/forget-sandbox.ts'
import { type Db, openDb, openOwnerPool } from '../server/src/platform/db/pool.ts'
import { inTransaction } from '../server/src/platform/db/transaction.ts'
import { closeDemoAccount, openDemoAccounts } from '../server/src/site/demo/demo-accounts.ts'
import { recordRun } from './record-run.ts'
import { readArguments, runOnDatabase, UsageError } from './run-command.ts'

const USAGE = `Usage: npm run forget-sandbox -- [--yes]

Takes the orders and payments of test keys (rzp_test_…) out of the books: complaints that were paid with them are unpaid, memberships
cancelled, donations expired, receipts gone. Closes the accounts of the demo that still have its password: they get a random one that
nobody knows, their sessions, passkeys and second factors end, and none is an admin any more; their pets and other records stay.
Without --yes it only says what there is. Back up first: it cannot be undone.`

// PostgreSQL's code for a lock that was waited for too long.
const LOCK_NOT_AVAILABLE = '55P03'

await runOnDatabase(async ({ db, ownerUrl }) => {
  const { yes } = readArguments({ yes: { type: 'boolean' } }, USAGE)
  if (!yes) {
    const found = [moneyIn(await countSandboxMoney(db)), accountsIn(await openDemoAccounts(db))]
    return `${found.join('\n')}\nNothing is taken out or closed yet: add --yes for that (with npm: npm run forget-sandbox -- --yes).`
  }
  const money = moneyIn(await takeOut(ownerUrl))
  return `${money}\nTaken out.\n${await closeAccounts(db)}`
})

async function takeOut(ownerUrl: string): Promise<SandboxMoney> {
  const owner = openOwnerPool(ownerUrl)
  try {
    return await forgetSandbox(openDb(owner))
  } catch (error) {
    if ((error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE) throw error
    throw new UsageError(
      'The books are in use, for example by a back-up. Nothing was taken out: please try again later.',
    )
  } finally {
    await owner.end()
  }
}

async function closeAccounts(db: Db): Promise<string> {
  const accounts = await openDemoAccounts(db)
  for (const account of accounts)
    await inTransaction(db, async (transaction) => {
      await closeDemoAccount(transaction, account)
      await recordRun(transaction, 'forget-sandbox', 'password-reset', account.id)
    })
  const words = accountsIn(accounts)
  return accounts.length > 0 ? `${words}\nClosed.` : words
}

function moneyIn({ orders, payments, ...subjects }: SandboxMoney): string {
  const paidFor = Object.entries(subjects).map(([table, count]) => `${count} ${table}`)
  return `Of the sandbox: ${orders} orders, ${payments} payments, for ${paidFor.join(', ')}.`
}

function accountsIn(accounts: { username: string }[]): string {
  const names = accounts.map(({ username }) => username)
  return `Accounts with the password of the demo: ${names.join(', ') || 'none'}.`
}
