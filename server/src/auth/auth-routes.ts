import { authCalls } from '@petsetu/contract/auth.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { unauthorized } from '../errors.ts'
import { mounter } from '../http/mount.ts'
import { bearerToken } from '../http/person.ts'
import { findAccount, insertUser } from '../users/user-queries.ts'
import { hashPassword, isPassword } from './password.ts'
import { closeSession, openSession } from './session-queries.ts'
import { refuseGuessing } from './signin-throttle.ts'

export function authRoutes(app: FastifyInstance, deps: Deps): void {
  const on = mounter(app, deps)

  on(authCalls.signin, async ({ body, request }) => {
    const guessing = await refuseGuessing(deps.throttles, body.username, request.ip)
    const account = await findAccount(deps.db, body.username)
    const isRight = await isPassword(body.password, account?.passwordHash ?? null)
    if (!account || !isRight) {
      request.log.info({ event: 'signin-failed' }, 'sign-in refused')
      await guessing.failed()
      throw unauthorized('Invalid username or password.')
    }
    await guessing.succeeded()
    // A session that this browser still had ends: a token is never used on under another sign-in.
    const previous = bearerToken(request)
    if (previous) await closeSession(deps.db, previous)
    request.log.info({ event: 'signin', userId: account.id }, 'signed in')
    const { passwordHash: _, ...user } = account
    return { ...user, accessToken: await openSession(deps.db, account.id) }
  })

  on(authCalls.signup, async ({ body, request }) => {
    await deps.throttles.signupByAddress.count(request.ip)
    const passwordHash = await hashPassword(body.password)
    const user = await insertUser(deps.db, { username: body.username, email: body.email, passwordHash, role: 'user' })
    request.log.info({ event: 'signup', userId: user.id }, 'signed up')
    return user
  })

  on(authCalls.signout, async ({ request }) => {
    const token = bearerToken(request)
    if (token) await closeSession(deps.db, token)
    request.log.info({ event: 'signout' }, 'signed out')
  })
}
