import { authCalls } from '@petsetu/contract/auth.ts'
import { userCalls } from '@petsetu/contract/users.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { notFound, Refusal } from '../errors.ts'
import { mounter } from '../http/mount.ts'
import { bearerToken } from '../http/person.ts'
import { findAccount, insertUser, isUser, setPasswordHash } from '../users/user-queries.ts'
import { changePassword } from './change-password.ts'
import { hashPassword, isCurrentHash, isPassword } from './password.ts'
import { closeSession, closeSessionsOf, openSession } from './session-queries.ts'
import { refuseGuessing } from './signin-throttle.ts'

export function authRoutes(app: FastifyInstance, deps: Deps): void {
  const on = mounter(app, deps)

  on(authCalls.signin, async ({ body, request }) => {
    const guessing = await refuseGuessing(deps, body.username, request.ip)
    const account = await findAccount(deps.db, body.username)
    const isRight = await isPassword(body.password, account?.passwordHash ?? null)
    if (!account || !isRight) {
      request.log.warn({ event: 'signin-failed', userId: account?.id }, 'sign-in refused')
      await guessing.failed()
      throw new Refusal(401, 'Invalid username or password.')
    }
    await guessing.succeeded(account.id)
    // Hashed before the settings were made stronger: this is the one moment at which the password is at hand.
    if (!isCurrentHash(account.passwordHash))
      await setPasswordHash(deps.db, account.id, await hashPassword(body.password))
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
    request.log.info({ event: 'sessions-ended', userId: params.id, by: person.id }, 'sessions ended')
  })
}
