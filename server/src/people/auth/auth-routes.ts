import { authCalls, type Signin, type Signup } from '@petsetu/contract/people/auth.ts'
import { userCalls } from '@petsetu/contract/people/users.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { HttpError, notFound } from '../../platform/errors.ts'
import { isOver } from '../../platform/http/limits/throttles.ts'
import { bearerToken, type Person } from '../../platform/http/routing/person.ts'
import { routeRegistrar } from '../../platform/http/routing/route-registrar.ts'
import { languageOf } from '../../platform/languages/request-language.ts'
import { recordAct, recordEvent } from '../../platform/record-event.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { recordConsent } from '../consents/record-consent.ts'
import { requireRightsOver } from '../users/admin-duties.ts'
import { mailboxOf } from '../users/contact.ts'
import { mailLanguage } from '../users/mail-language.ts'
import { findAccountByLogin, insertUser, isUser, replacePassword, upgradePasswordHash } from '../users/user-queries.ts'
import { adminPasswordFault } from './admin-password.ts'
import { passwordChangedMail } from './auth-mails.ts'
import { countPasskeys } from './passkeys/passkey-queries.ts'
import { hashPassword, isCurrentHash, isPassword } from './password.ts'
import { sendConfirmation } from './recovery/send-links.ts'
import { requirePassword, wrongPassword } from './require-password.ts'
import { hasSecondFactor } from './second-factor/second-factor-queries.ts'
import { closeSession, closeSessionsOf, openSession } from './session-queries.ts'
import { signedIn, signInTicket } from './sign-in.ts'
import { throttleLogin } from './signin-throttle.ts'

export function authRoutes(app: FastifyInstance, deps: Deps): void {
  const on = routeRegistrar(app, deps)

  on(authCalls.signin, ({ body, request }) => signInByPassword(deps, request, body))

  on(authCalls.signup, ({ body, request }) => signUp(deps, request, body))

  on(authCalls.signout, async ({ person, request }) => {
    const token = bearerToken(request)
    if (token) await closeSession(deps.db, token)
    recordEvent(request.log, { event: 'signout', userId: person.id })
  })

  on(authCalls.changePassword, async ({ body, person, request }) => {
    await changePassword(deps, person, body, {
      address: request.ip,
      token: bearerToken(request),
      language: mailLanguage(person, request),
    })
    recordEvent(request.log, { event: 'password-changed', userId: person.id })
  })

  on(userCalls.endSessions, async ({ params, person, by }) => {
    if (!(await isUser(deps.db, params.id))) throw notFound('user_not_found')
    await requireRightsOver(deps.db, person, params.id)
    await inTransaction(deps.db, async (transaction) => {
      await closeSessionsOf(transaction, params.id)
      await recordAudit(transaction, by, 'sessions-ended', { kind: 'user', id: params.id })
    })
    recordAct(by, { event: 'sessions-ended', userId: params.id })
  })
}

/** Signs in, or throws 401: with a ticket for the second step if the account has a second factor. */
export async function signInByPassword(deps: Deps, request: FastifyRequest, login: z.output<typeof Signin>) {
  // The username and the e-mail address of an account share one budget of guesses.
  const known = await findAccountByLogin(deps.db, login.username)
  const guessing = await throttleLogin(deps, known?.username ?? login.username, request.ip)
  const { account, accessToken, ticket, needsPasskey } = await signIn(deps, login, request.headers['user-agent'])
  if (ticket) throw new HttpError(401, 'second_factor_required', { ticket })
  if (needsPasskey) throw new HttpError(401, 'passkey_required')
  if (!account || !accessToken) {
    recordEvent(request.log, { event: 'signin-failed', userId: account?.id })
    await guessing.failed()
    throw new HttpError(401, 'invalid_credentials')
  }
  return signedIn(deps, request, account, accessToken)
}

export async function signUp(deps: Deps, request: FastifyRequest, asked: z.output<typeof Signup>) {
  await deps.throttles.signupByAddress.count(request.ip)
  await deps.throttles.signupOfAll.count('all')
  const passwordHash = await hashPassword(asked.password)
  const language = languageOf(request)
  const isMailed = !(await isOver(() => deps.throttles.confirmationsByMailbox.count(mailboxOf(asked.email))))
  const user = await inTransaction(deps.db, async (transaction) => {
    const { username, email, wants_reminders: wantsReminders = false } = asked
    const made = await insertUser(transaction, { username, email, passwordHash, role: 'user', wantsReminders })
    await recordConsent(transaction, { purpose: 'signup', subjectId: made.id, language })
    if (asked.states_age) await recordConsent(transaction, { purpose: 'adult', subjectId: made.id, language })
    if (wantsReminders) await recordConsent(transaction, { purpose: 'reminders', subjectId: made.id, language })
    if (isMailed) await sendConfirmation(deps, transaction, made, language)
    return made
  })
  recordEvent(request.log, { event: 'signup', userId: user.id })
  return user
}

type Account = NonNullable<Awaited<ReturnType<typeof findAccountByLogin>>>
type SignInResult = { account: Account | null; accessToken: string | null; ticket?: string; needsPasskey?: boolean }

/**
 * Opens a session, or answers a ticket if the account has a second factor. An admin who must have one, and has only a
 * passkey, needs the passkey. A wrong password takes the same time whether or not the account exists.
 */
async function signIn(
  { db, secretKey, config }: Pick<Deps, 'db' | 'secretKey' | 'config'>,
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
  const mustHaveFactor = config.requireAdmin2fa && account.role === 'admin'
  if (mustHaveFactor && (await countPasskeys(db, account.id)) > 0)
    return { account, accessToken: null, needsPasskey: true }
  const accessToken = await openSession(db, account, userAgent)
  if (!accessToken) {
    // The hash was replaced meanwhile: by a password change, or by another sign-in that upgraded it.
    return isRetry ? { account, accessToken: null } : signIn({ db, secretKey, config }, login, userAgent, true)
  }
  if (await hasSecondFactor(db, account.id)) {
    // It was switched on meanwhile, which ended only the sessions before this one.
    await closeSession(db, accessToken)
    return signIn({ db, secretKey, config }, login, userAgent, true)
  }
  await withCurrentHash(db, account, login.password)
  return { account, accessToken }
}

/** Replaces a hash with outdated settings, which takes the password. */
async function withCurrentHash(db: Db, account: Account, password: string): Promise<Account> {
  if (isCurrentHash(account.passwordHash)) return account
  const passwordHash = await hashPassword(password)
  return (await upgradePasswordHash(db, account, passwordHash)) ? { ...account, passwordHash } : account
}

const FIELD = 'currentPassword'

type Change = { currentPassword: string; newPassword: string }

/** Ends all sessions but that of `token`. A wrong current password is counted like a failed sign-in. */
async function changePassword(
  deps: Deps,
  person: Person,
  { currentPassword, newPassword }: Change,
  { address, token, language }: { address: string; token: string | null; language: Language },
): Promise<void> {
  const account = await requirePassword(deps, person, { password: currentPassword, address, field: FIELD })
  await deps.throttles.passwordChangesByAccount.count(String(person.id))
  const names = { ...deps.config, ...deps.foundation() }
  const fault = person.role === 'admin' ? await adminPasswordFault(newPassword, person.username, names) : null
  if (fault) throw fault
  const newHash = await hashPassword(newPassword)
  await inTransaction(deps.db, async (transaction) => {
    if (!(await replacePassword(transaction, account, newHash))) throw wrongPassword({ field: FIELD })
    await closeSessionsOf(transaction, person.id, token)
    await deps.enqueueMail(transaction, passwordChangedMail(account, language))
  })
}
