import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/pool.ts'
import { HttpError, unauthorized } from '../../platform/errors.ts'
import type { Person } from '../../platform/http/routing/person.ts'
import { mailLanguage } from '../users/mail-language.ts'
import { findAccount } from '../users/user-queries.ts'
import { isPassword } from './password.ts'
import { type Owner, spendCode } from './second-factor/second-factor.ts'
import { hasSecondFactor } from './second-factor/second-factor-queries.ts'
import { rejectCodeGuessing, throttleLogin } from './signin-throttle.ts'

/** Rejects a wrong password with 400, counted like a failed sign-in, and with 401 a deleted account. */
export async function requirePassword(
  deps: Pick<Deps, 'db' | 'throttles'>,
  person: Person,
  { password, address, ...rejection }: { password: string; address: string } & Rejection,
) {
  const guessing = await throttleLogin(deps, person.username, address)
  const account = await findAccount(deps.db, person.username)
  const isRight = await isPassword(password, account?.passwordHash ?? null)
  if (account?.id !== person.id) throw unauthorized()
  if (!isRight) {
    await guessing.failed()
    throw wrongPassword(rejection)
  }
  await guessing.succeeded()
  return account
}

/** The account of somebody who changes its second factor or its passkeys, with the language of the mail about that. */
export async function requireOwner(
  deps: Pick<Deps, 'db' | 'throttles'>,
  person: Person,
  request: FastifyRequest,
  password: string,
) {
  const account = await requirePassword(deps, person, { password, address: request.ip })
  await deps.throttles.factorChangesByAccount.count(String(person.id))
  return { ...account, language: mailLanguage(account, request) }
}

/**
 * Locks an account whose password was checked, until the transaction ends. Rejects with 401 if it is gone, and by `reject` if its password has
 * changed since: what its owner does against a thief must not be followed by what the thief had begun.
 */
export async function lockWithPassword(
  transaction: Db,
  { id, passwordHash }: { id: number; passwordHash: string },
  reject: () => HttpError,
): Promise<void> {
  const stored = await transaction
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => unauthorized())
  if (stored.password_hash !== passwordHash) throw reject()
}

type Rejection = { field?: string; event?: 'password-change-failed' | 'account-deletion-failed' }

export const wrongPassword = ({ field = 'password', event = 'password-change-failed' }: Rejection) =>
  new HttpError(400, 'wrong_password', { field, event })

type CodeDeps = Pick<Deps, 'db' | 'secretKey' | 'enqueueMail' | 'foundation' | 'throttles'>

/** Spends a code of the second factor or a recovery code, so that a lost phone is no dead end. Rejects a wrong one with 400. */
export async function requireCode(deps: CodeDeps, owner: Owner, code: string): Promise<void> {
  const guessing = await rejectCodeGuessing(deps, owner.id)
  if (!(await spendCode(deps, owner, code))) {
    await guessing.failed()
    throw wrongCode()
  }
  await guessing.succeeded()
}

/** Requires a code of accounts with a second factor, because a stolen session has none. Others need none. */
export async function requireCodeIfProtected(
  deps: CodeDeps,
  owner: Owner,
  code: string | null | undefined,
): Promise<void> {
  if (!(await hasSecondFactor(deps.db, owner.id))) return
  if (!code) throw new HttpError(400, 'code_needed', { field: 'code' })
  await requireCode(deps, owner, code)
}

export const wrongCode = () => new HttpError(400, 'code_invalid', { field: 'code', event: 'second-factor-failed' })
