import type { Signin } from '@petsetu/contract/auth.ts'
import type { z } from 'zod'
import type { Db } from '../db/pool.ts'
import { findAccount, replacePasswordHash } from '../users/user-queries.ts'
import { hashPassword, isCurrentHash, isPassword } from './password.ts'
import { openSession } from './session-queries.ts'

type SignInResult = { account: Awaited<ReturnType<typeof findAccount>>; accessToken: string | null }

/**
 * Opens a session if the password is right. Otherwise there is no token, and it takes the same time whether or not the account
 * exists.
 */
export async function signIn(
  db: Db,
  login: z.output<typeof Signin>,
  userAgent: string | undefined,
  isRetry = false,
): Promise<SignInResult> {
  const account = await findAccount(db, login.username)
  const isRight = await isPassword(login.password, account?.passwordHash ?? null)
  if (!account || !isRight) return { account, accessToken: null }
  const accessToken = await openSession(db, account, userAgent)
  if (!accessToken) {
    // The hash was replaced meanwhile: by a password change, or by another sign-in that upgraded it.
    return isRetry ? { account, accessToken: null } : signIn(db, login, userAgent, true)
  }
  // The hash has outdated settings, and only now is the password available to hash it anew.
  if (!isCurrentHash(account.passwordHash)) await replacePasswordHash(db, account, await hashPassword(login.password))
  return { account, accessToken }
}
