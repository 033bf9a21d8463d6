import { cameFor, maySee, type Page, pageAt, paths, routeOf } from '@petsetu/contract/paths.ts'
import { authCalls, Signin, SignupForm } from '@petsetu/contract/people/auth.ts'
import { localPath } from '@petsetu/contract/platform/urls.ts'
import type { BeforeLogin, LoginView, RegisterView } from '@petsetu/contract/site/public-pages.ts'
import { DEFAULT_AVATAR } from '@petsetu/contract/site/site.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { HttpError, unauthorized } from '../../platform/errors.ts'
import { checkedFields } from '../../platform/http/routing/checked-fields.ts'
import { leadToPageAbove, onPageForm, rejectFromElsewhere, type SendPage } from '../../platform/http/routing/pages.ts'
import { routeRegistrar } from '../../platform/http/routing/route-registrar.ts'
import { recordEvent } from '../../platform/record-event.ts'
import { findAccountById, findNewAccount } from '../users/user-queries.ts'
import { signInByPassword, signUp } from './auth-routes.ts'
import { isPassword } from './password.ts'
import { signInWithCode } from './second-factor-routes.ts'
import { closeSession } from './session-queries.ts'
import { throttleLogin } from './signin-throttle.ts'

type PageDeps = Deps & { sendPage: SendPage }

/** The pages with which somebody logs in and out and signs up, also without a script. */
export function loginPages(app: FastifyInstance, deps: PageDeps): void {
  const sendLogin = (request: FastifyRequest, reply: FastifyReply, view: LoginView, status = 200): FastifyReply =>
    deps.sendPage(request, reply, { name: 'login', view }, status)
  const sendRegister = (request: FastifyRequest, reply: FastifyReply, view: RegisterView, status = 200): FastifyReply =>
    deps.sendPage(request, reply, { name: 'register', view }, status)
  const login = routeOf(paths.login)
  const register = routeOf(paths.register)

  async function startSession(request: FastifyRequest, reply: FastifyReply, token: string, next: string | undefined) {
    // The session that this browser still had ends, as it does with a script.
    const previous = cookieToken(request)
    if (previous) await closeSession(deps.db, previous)
    reply.header('set-cookie', cookie(request, token))
    // The login page, so that a script that came too late for the form takes the session over before any other page is shown.
    return reply.redirect(paths.login.to({}, { next: localPath(next) }), 303)
  }

  app.get(login, async (request, reply) => sendLogin(request, reply, await loginView(deps, request)))

  onPageForm(app, deps, login, {
    async take(fields, request, reply) {
      const { accessToken } = await signInByPassword(deps, request, checkedFields(Signin, fields))
      return startSession(request, reply, accessToken, fields.next)
    },
    again(rejected, status, request, reply, { fields, error }) {
      const came = cameFor(fields.next ?? null)
      const ticket = error instanceof HttpError ? error.ticket : undefined
      if (ticket === undefined)
        return sendLogin(request, reply, { kind: 'login', ...came, after: null, rejected }, status)
      const { username = '' } = fields
      return sendLogin(request, reply, { kind: 'code', ...came, username, ticket, rejected: null })
    },
  })

  leadToPageAbove(app, `${login}/code`)
  onPageForm(app, deps, `${login}/code`, {
    async take(fields, request, reply) {
      const { accessToken } = await signInWithCode(deps, request, checkedFields(authCalls.secondFactor.body, fields))
      return startSession(request, reply, accessToken, fields.next)
    },
    again(rejected, status, request, reply, { fields, error }) {
      const { username = '', ticket = '' } = fields
      const came = cameFor(fields.next ?? null)
      const mustBeginAgain = error instanceof HttpError && error.code === 'ticket_invalid'
      const view: LoginView = mustBeginAgain
        ? { kind: 'login', ...came, after: null, rejected }
        : { kind: 'code', ...came, username, ticket, rejected }
      return sendLogin(request, reply, view, status)
    },
  })

  leadToPageAbove(app, `${login}/out`)
  onPageForm(app, deps, `${login}/out`, {
    async take(_fields, request, reply) {
      const token = cookieToken(request)
      const person = token && (await deps.findPerson(token))
      if (token && person) {
        await closeSession(deps.db, token)
        recordEvent(request.log, { event: 'signout', userId: person.id })
      }
      dropCookie(request, reply)
      return reply.redirect(paths.home.to({}), 303)
    },
    again: async (_rejected, status, request, reply) =>
      sendLogin(request, reply, await loginView(deps, request).catch(() => NO_LOGIN), status),
  })

  takeOver(app, deps)

  app.get(register, (request, reply) => sendRegister(request, reply, { ...cameFor(nextOf(request)), rejected: null }))
  onPageForm(app, deps, register, {
    async take({ reminders, adult, next, ...fields }, request, reply) {
      const { username, email, password } = checkedFields(SignupForm, fields)
      const choices = { wants_reminders: reminders === 'yes', states_age: adult === 'yes' }
      await signUp(deps, request, { username, email, password, ...choices }).catch(async (error: unknown) => {
        if (!(await hasJustSignedUp(deps, request, error, { username, email, password }))) throw error
      })
      return reply.redirect(paths.login.to({}, { after: 'register' satisfies BeforeLogin, next }), 303)
    },
    again: (rejected, status, request, reply, { fields }) =>
      sendRegister(request, reply, { ...cameFor(fields.next ?? null), rejected }, status),
  })
}

/**
 * True if this form made the account a moment ago: without a script nothing stops a second click, and its answer is the
 * one that is shown. The password is counted like one of a sign-in, so that nobody guesses it here.
 */
async function hasJustSignedUp(
  deps: Deps,
  request: FastifyRequest,
  error: unknown,
  { username, email, password }: { username: string; email: string; password: string },
): Promise<boolean> {
  if (!(error instanceof HttpError && error.code === 'username_or_email_taken')) return false
  const account = await findNewAccount(deps.db, { username, email })
  if (!account) return false
  const guessing = await throttleLogin(deps, account.username, request.ip)
  const isRight = await isPassword(password, account.passwordHash)
  await (isRight ? guessing.succeeded() : guessing.failed())
  return isRight
}

const NO_LOGIN: LoginView = { kind: 'login', ...cameFor(null), after: null, rejected: null }

/** Hands the cookie's session to the script; the cookie ends, so that a sign-out there leaves nothing behind. */
function takeOver(app: FastifyInstance, deps: Deps): void {
  const on = routeRegistrar(app, deps)
  on(authCalls.takeOver, async ({ request, reply }) => {
    rejectFromElsewhere(request, deps.config.publicUrl)
    const token = cookieToken(request)
    const person = token && (await deps.findPerson(token))
    dropCookie(request, reply)
    if (!token || !person) throw unauthorized()
    const account = await findAccountById(deps.db, person.id)
    if (!account) throw unauthorized()
    const { passwordHash: _, ...user } = account
    return { ...user, accessToken: token, avatar: DEFAULT_AVATAR }
  })
}

async function loginView(deps: Deps, request: FastifyRequest): Promise<LoginView> {
  const next = nextOf(request)
  const token = cookieToken(request)
  const person = token && (await deps.loadShedding.run(() => deps.findPerson(token)))
  if (person) return { kind: 'signedIn', next, goOn: addressWithoutScript(next), username: person.username }
  const { after } = request.query as { after?: unknown }
  return {
    kind: 'login',
    ...cameFor(next),
    after: after === 'register' || after === 'reset' ? after : null,
    rejected: null,
  }
}

function nextOf({ query }: FastifyRequest): string | null {
  const { next } = query as { next?: unknown }
  return typeof next === 'string' ? next.toWellFormed() : null
}

const FOR_VISITORS: (Page | null)[] = [paths.login, paths.register, paths.forgotPassword, paths.resetPassword]

/** The page that somebody came from if everybody may see it. The others need a script, so it is the login page, which looks for one. */
function addressWithoutScript(next: string | null): string {
  const path = localPath(next)
  const page = path && pageAt(new URL(path, 'http://this.site').pathname)
  if (path && page && maySee(page, null) && !FOR_VISITORS.includes(page)) return path
  return paths.login.to({}, { next: path })
}

// The browser sends it to the login page and to nothing else: no call ever comes with it.
const PATH = paths.login.pattern

// Over https no other name is read: a cookie that plain http has planted would log somebody in as somebody else.
const nameOf = ({ protocol }: FastifyRequest) => (protocol === 'https' ? '__Secure-session' : 'session')

/** The token of a sign-in without a script, which no script can read; null if this request has none. */
function cookieToken(request: FastifyRequest): string | null {
  const token = new RegExp(`(?:^|;)\\s*${nameOf(request)}=([\\w-]{20,200})(?:;|$)`)
  return token.exec(request.headers.cookie ?? '')?.[1] ?? null
}

function dropCookie(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('set-cookie', `${cookie(request, '')}; Max-Age=0`)
}

function cookie(request: FastifyRequest, token: string): string {
  const secure = request.protocol === 'https' ? '; Secure' : ''
  return `${nameOf(request)}=${token}; Path=${PATH}; HttpOnly; SameSite=Lax${secure}`
}
