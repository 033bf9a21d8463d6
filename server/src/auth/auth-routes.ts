import { authCalls } from '@petsetu/contract/auth.ts'
import { DEFAULT_AVATAR } from '@petsetu/contract/avatar.ts'
import { userCalls } from '@petsetu/contract/users.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { HttpError, notFound } from '../errors.ts'
import { mounter } from '../http/routing/mount.ts'
import { bearerToken } from '../http/routing/person.ts'
import { languageOf } from '../languages/request-language.ts'
import { recordEvent } from '../record-event.ts'
import { insertUser, isUser } from '../users/user-queries.ts'
import { adminSignInMail } from './admin-sign-in-mail.ts'
import { changePassword } from './change-password.ts'
import { hashPassword } from './password.ts'
import { closeSession, closeSessionsOf } from './session-queries.ts'
import { signIn } from './sign-in.ts'
import { rejectGuessing } from './signin-throttle.ts'

export function authRoutes(app: FastifyInstance, deps: Deps): void {
  const on = mounter(app, deps)

  on(authCalls.signin, async ({ body, request }) => {
    const guessing = await rejectGuessing(deps, body.username, request.ip)
    const { account, accessToken } = await signIn(deps.db, body, request.headers['user-agent'])
    if (!account || !accessToken) {
      recordEvent(request.log, { event: 'signin-failed', userId: account?.id })
      await guessing.failed()
      throw new HttpError(401, 'invalid_credentials')
    }
    await guessing.succeeded(account.id, async (transaction) => {
      if (account.role !== 'admin') return
      await deps.enqueueMail(transaction, adminSignInMail(account, account.language ?? languageOf(request)))
    })
    // Ends the session that this browser still had, so that its token is not used after another sign-in.
    const previous = bearerToken(request)
    if (previous) await closeSession(deps.db, previous)
    recordEvent(request.log, { event: 'signin', userId: account.id })
    const { passwordHash: _, ...user } = account
    return { ...user, accessToken, avatar: DEFAULT_AVATAR }
  })

  on(authCalls.signup, async ({ body, request }) => {
    await deps.throttles.signupByAddress.count(request.ip)
    const passwordHash = await hashPassword(body.password)
    const user = await insertUser(deps.db, { username: body.username, email: body.email, passwordHash, role: 'user' })
    recordEvent(request.log, { event: 'signup', userId: user.id })
    return user
  })

  on(authCalls.signout, async ({ person, request }) => {
    const token = bearerToken(request)
    if (token) await closeSession(deps.db, token)
    recordEvent(request.log, { event: 'signout', userId: person.id })
  })

  on(authCalls.changePassword, async ({ body, person, request }) => {
    await changePassword(deps, person, body, {
      address: request.ip,
      token: bearerToken(request),
      language: languageOf(request),
    })
    recordEvent(request.log, { event: 'password-changed', userId: person.id })
  })

  on(userCalls.endSessions, async ({ params, person, request }) => {
    if (!(await isUser(deps.db, params.id))) throw notFound('user_not_found')
    await closeSessionsOf(deps.db, params.id)
    recordEvent(request.log, { event: 'sessions-ended', userId: params.id, actorId: person.id })
  })
}
