import { authCalls } from '@petsetu/contract/auth.ts'
import { DEFAULT_AVATAR } from '@petsetu/contract/avatar.ts'
import { userCalls } from '@petsetu/contract/users.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { HttpError, notFound } from '../errors.ts'
import { mounter } from '../http/routing/mount.ts'
import { bearerToken } from '../http/routing/person.ts'
import { insertUser, isUser } from '../users/user-queries.ts'
import { changePassword } from './change-password.ts'
import { hashPassword } from './password.ts'
import { closeSession, closeSessionsOf } from './session-queries.ts'
import { signIn } from './sign-in.ts'
import { rejectGuessing } from './signin-throttle.ts'

export function authRoutes(app: FastifyInstance, deps: Deps): void {
  const on = mounter(app, deps)

  on(authCalls.signin, async ({ body, request }) => {
    const guessing = await rejectGuessing(deps, body.username, request.ip)
    const { account, accessToken } = await signIn(deps.db, body)
    if (!account || !accessToken) {
      request.log.warn({ event: 'signin-failed', userId: account?.id }, 'sign-in refused')
      await guessing.failed()
      throw new HttpError(401, 'Invalid username or password.')
    }
    await guessing.succeeded(account.id)
    // Ends the session that this browser still had, so that its token is not used after another sign-in.
    const previous = bearerToken(request)
    if (previous) await closeSession(deps.db, previous)
    request.log.info({ event: 'signin', userId: account.id }, 'signed in')
    const { passwordHash: _, ...user } = account
    return { ...user, accessToken, avatar: DEFAULT_AVATAR }
  })

  on(authCalls.signup, async ({ body, request }) => {
    await deps.throttles.signupByAddress.count(request.ip)
    const passwordHash = await hashPassword(body.password)
    const user = await insertUser(deps.db, { username: body.username, email: body.email, passwordHash, role: 'user' })
    request.log.info({ event: 'signup', userId: user.id }, 'signed up')
    return user
  })

  on(authCalls.signout, async ({ person, request }) => {
    const token = bearerToken(request)
    if (token) await closeSession(deps.db, token)
    request.log.info({ event: 'signout', userId: person.id }, 'signed out')
  })

  on(authCalls.changePassword, async ({ body, person, request }) => {
    await changePassword(deps, person, body, { address: request.ip, token: bearerToken(request) })
    request.log.info({ event: 'password-changed', userId: person.id }, 'password changed')
  })

  on(userCalls.endSessions, async ({ params, person, request }) => {
    if (!(await isUser(deps.db, params.id))) throw notFound('User not found')
    await closeSessionsOf(deps.db, params.id)
    request.log.info({ event: 'sessions-ended', userId: params.id, actorId: person.id }, 'sessions ended')
  })
}
