// `npm run forget-sandbox`: what the books hold of the sandbox's money; with --yes it is taken out, before real money comes.

import {
  countSandboxMoney,
  forgetSandbox,
  type SandboxMoney,
} from '../server/src/people/privacy/erasing/forget-sandbox.ts'
import { openDb, openOwnerPool } from '../server/src/platform/db/pool.ts'
import { readArguments, runOnDatabase, UsageError } from './run-command.ts'

const USAGE = `Usage: npm run forget-sandbox -- [--yes]

Takes the orders and payments of test keys (rzp_test_…) out of the books: complaints that were paid with them are unpaid, memberships
cancelled, donations expired, receipts gone. Without --yes it only says what there is. Back up first: it cannot be undone.`

// PostgreSQL's code for a lock that was waited for too long.
const LOCK_NOT_AVAILABLE = '55P03'

await runOnDatabase(async ({ db, ownerUrl }) => {
  const { yes } = readArguments({ yes: { type: 'boolean' } }, USAGE)
  if (!yes)
    return `${words(await countSandboxMoney(db))}\nNothing is taken out yet: add --yes for that (with npm: npm run forget-sandbox -- --yes).`
  const owner = openOwnerPool(ownerUrl)
  try {
    return `${words(await forgetSandbox(openDb(owner)))}\nTaken out.`
  } catch (error) {
    if ((error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE) throw error
    throw new UsageError(
      'The books are in use, for example by a back-up. Nothing was taken out: please try again later.',
    )
  } finally {
    await owner.end()
  }
})

function words({ orders, payments, ...subjects }: SandboxMoney): string {
  const paidFor = Object.entries(subjects).map(([table, count]) => `${count} ${table}`)
  return `Of the sandbox: ${orders} orders, ${payments} payments, for ${paidFor.join(', ')}.`
}
