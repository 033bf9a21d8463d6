import { authCalls } from '@petsetu/contract/people/auth.ts'
import { factorCalls } from '@petsetu/contract/people/factors.ts'
import { generate, generateSecret } from 'otplib'
import { sealSecret } from '../src/people/auth/sealed-secret.ts'
import type { Db } from '../src/platform/db/pool.ts'
import { loadSecretKey } from '../src/platform/files/secret-key.ts'
import { aUser, PASSWORD } from './factories.ts'
import type { TestApp } from './harness.ts'

const STEP_SECONDS = 30

/** Returns the code of an authenticator app: now, or that many time steps later. */
export function codeOf(secret: string, stepsLater = 0): Promise<string> {
  return generate({ secret, epoch: Math.floor(Date.now() / 1_000) + stepsLater * STEP_SECONDS })
}

/** Six digits that are not right now, before or afterwards. */
export async function wrongCode(secret: string): Promise<string> {
  const right = await Promise.all([-1, 0, 1].map((steps) => codeOf(secret, steps)))
  return ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code)) ?? ''
}

/** A signed-in account with a second factor. The code of the present time step is spent: the next one has `stepsLater` 1. */
export async function aProtectedUser(app: Pick<TestApp, 'call'> & { db: Db }, role: 'user' | 'admin' = 'user') {
  const user = await aUser(app.db, role)
  return { ...user, ...(await protect(app, user)) }
}

/** Sets up a second factor. */
export async function protect(app: Pick<TestApp, 'call'>, user: { token: string }) {
  const begun = await app.call(factorCalls.begin, { body: { password: PASSWORD } }, user)
  const { secret } = begun.body.data
  const confirmed = await app.call(factorCalls.confirm, { body: { code: await codeOf(secret) } }, user)
  return { secret, recoveryCodes: confirmed.body.data.recovery_codes }
}

/** Gives every account a second factor with the same secret, which it returns, so that one code is right whoever sends it. */
export async function oneSecretForAll(
  { db, config }: Pick<TestApp, 'db' | 'config'>,
  state: 'confirmed' | 'unconfirmed',
): Promise<string> {
  const secret = generateSecret()
  const secretKey = await loadSecretKey(config)
  const users = await db.selectFrom('users').select('id').execute()
  await db.deleteFrom('second_factors').execute()
  await db
    .insertInto('second_factors')
    .values(
      users.map(({ id }) => ({
        user_id: id,
        secret_enc: sealSecret(secret, id, secretKey),
        confirmed_at: state === 'confirmed' ? new Date() : null,
      })),
    )
    .execute()
  return secret
}

/** The ticket of a sign-in with the right password. */
export async function aTicket(app: Pick<TestApp, 'call'>, { username }: { username: string }): Promise<string> {
  const reply = await app.call(authCalls.signin, { body: { username, password: PASSWORD } })
  if (!reply.error.ticket) throw new Error(`The sign-in answered ${reply.status} without a ticket`)
  return reply.error.ticket
}
