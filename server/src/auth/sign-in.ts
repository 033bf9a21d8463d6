import type { Signin } from '@petsetu/contract/auth.ts'
import type { z } from 'zod'
import type { Db } from '../db/pool.ts'
import type { Deps } from '../deps.ts'
import { findAccountByLogin, upgradePasswordHash } from '../users/user-queries.ts'
import { hashPassword, isCurrentHash, isPassword } from './password.ts'
import { hasSecondFactor } from './second-factor-queries.ts'
import { openSession } from './session-queries.ts'
import { signInTicket } from './sign-in-ticket.ts'

type Account = NonNullable<Awaited<ReturnType<typeof findAccountByLogin>>>
type SignInResult = { account: Account | null; accessToken: string | null; ticket?: string }

/**
 * Opens a session if the password is right, or answers a ticket if the account has a second factor. Otherwise there is neither,
 * and it takes the same time whether or not the account exists.
 */
export async function signIn(
  { db, secretKey }: Pick<Deps, 'db' | 'secretKey'>,
  login: z.output<typeof Signin>,
  userAgent: string | undefined,
  isRetry = false,
): Promise<SignInResult> {
  const account = await findAccountByLogin(db, login.username)
  const isRight = await isPassword(login.password, account?.passwordHash ?? null)
  if (!account || !isRight) return { account, accessToken: null }
  if (await hasSecondFactor(db, account.id)) {
    const current = await withCurrentHash(db, account, login.password)
    return { account, accessToken: null, ticket: signInTicket(current, secretKey) }
  }
  const accessToken = await openSession(db, account, userAgent)
  if (!accessToken) {
    // The hash was replaced meanwhile: by a password change, or by another sign-in that upgraded it.
    return isRetry ? { account, accessToken: null } : signIn({ db, secretKey }, login, userAgent, true)
  }
  await withCurrentHash(db, account, login.password)
  return { account, accessToken }
}

/** If the hash has outdated settings, only now is the password available to hash it anew. */
async function withCurrentHash(db: Db, account: Account, password: string): Promise<Account> {
  if (isCurrentHash(account.passwordHash)) return account
  const passwordHash = await hashPassword(password)
  return (await upgradePasswordHash(db, account, passwordHash)) ? { ...account, passwordHash } : account
}
