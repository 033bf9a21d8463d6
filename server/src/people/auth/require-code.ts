import type { Deps } from '../../deps.ts'
import { HttpError } from '../../platform/errors.ts'
import { type Owner, spendCode } from './second-factor.ts'
import { hasSecondFactor } from './second-factor-queries.ts'
import { rejectCodeGuessing } from './signin-throttle.ts'

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
