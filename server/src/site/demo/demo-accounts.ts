import type { Duty } from '@petsetu/contract/people/duties.ts'
import { deletePasskeysSince } from '../../people/auth/passkeys/passkey-queries.ts'
import { isPassword, randomPassword } from '../../people/auth/password.ts'
import { deleteSecondFactorSince } from '../../people/auth/second-factor/second-factor-queries.ts'
import { setPassword } from '../../people/auth/set-password.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { ConfigError } from '../../platform/errors.ts'

export const DEMO_PASSWORD = 'demo-password'

/** People sign up this many days ago: before they buy and give. */
export const JOINED: Record<string, number> = {
  meera: 430,
  arjun: 310,
  kavita: 380,
  imran: 120,
  sunita: 30,
  joseph: 45,
  lakshmi: 90,
  rohan: 8,
}
export const VOLUNTEER = { username: 'volunteer', duties: ['pets', 'cases'] satisfies Duty[] }

const USERNAMES = [...Object.keys(JOINED), VOLUNTEER.username]

export const demoEmail = (username: string) => `${username}@example.org`

type Account = { id: number; username: string }

/** The accounts of the demo that everybody can still open with its password. */
export async function openDemoAccounts(db: Db): Promise<Account[]> {
  const named = await db
    .selectFrom('users')
    .select(['id', 'username', 'password_hash'])
    .where((where) =>
      where.or([where('username_key', 'in', USERNAMES), where('email_key', 'in', USERNAMES.map(demoEmail))]),
    )
    .orderBy('id')
    .execute()
  const accounts: Account[] = []
  for (const { id, username, password_hash } of named)
    if (await isPassword(DEMO_PASSWORD, password_hash)) accounts.push({ id, username })
  return accounts
}

/**
 * Closes an account of the demo, whose records stay: its password becomes a random one that nobody is told, all its sessions,
 * links, passkeys and its second factor end, and an admin becomes a user, whose address opens nothing if a stranger changed it.
 */
export async function closeDemoAccount(db: Db, { id }: Account): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await setPassword(transaction, id, randomPassword(), 'user')
    const beginning = new Date(0)
    await deletePasskeysSince(transaction, id, beginning)
    await deleteSecondFactorSince(transaction, id, beginning)
  })
}

/** Refuses to start in production while accounts are open to everybody. */
export async function rejectDemoAccounts(db: Db): Promise<void> {
  const accounts = await openDemoAccounts(db)
  if (accounts.length === 0) return
  const names = accounts.map(({ username }) => username).join(', ')
  throw new ConfigError(
    `NODE_ENV must not be production while accounts still have the password of the demo (${names}): npm run forget-sandbox shows and closes them.`,
  )
}
