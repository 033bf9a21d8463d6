import { paths, routeOf } from '@petsetu/contract/paths.ts'
import { ForgotPassword, PasswordResetForm, recoveryCalls } from '@petsetu/contract/people/auth.ts'
import { PURPOSES } from '@petsetu/contract/platform/purposes.ts'
import type { RecoveryView } from '@petsetu/contract/site/public-pages.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../platform/db/pool.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { HttpError } from '../../../platform/errors.ts'
import { checkedFields } from '../../../platform/http/routing/checked-fields.ts'
import { onPageForm, type SendPage } from '../../../platform/http/routing/pages.ts'
import { routeRegistrar } from '../../../platform/http/routing/route-registrar.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import { languageOf } from '../../../platform/languages/request-language.ts'
import { textsIn } from '../../../platform/languages/texts.ts'
import { copyWishes, maskedAddress } from '../../../platform/mail/mail-queries.ts'
import { recordEvent } from '../../../platform/record-event.ts'
import { PURPOSE_RULES } from '../../../purposes.ts'
import { type AccountDetails, changeEmail, confirmEmail, lockAccount } from '../../users/account-details.ts'
import {
  createLink,
  createUndo,
  findLink,
  findUndo,
  keepAsConfirmed,
  type Link,
  type LinkPurpose,
  newToken,
  spendLink,
  spendUndo,
} from '../../users/one-time-links.ts'
import { moveRequests, setPasswordHash, withdrawNomineesSince, withdrawRequests } from '../../users/user-queries.ts'
import { adminPasswordFault } from '../admin-password.ts'
import { emailChangedMail, passkeyMail, passwordChangedMail, secondFactorMail } from '../auth-mails.ts'
import { deletePasskeysSince, deleteUnguardedPasskeys } from '../passkeys/passkey-queries.ts'
import { hashPassword } from '../password.ts'
import { deleteSecondFactorSince, hasSecondFactor } from '../second-factor/second-factor-queries.ts'
import { endAccess } from '../session-queries.ts'
import { resetLoginThrottle } from '../signin-throttle.ts'

export function recoveryRoutes(app: FastifyInstance, deps: Deps): void {
  const on = routeRegistrar(app, deps)

  on(recoveryCalls.forgotPassword, ({ body, request }) => askForLink(deps, request, body))

  on(recoveryCalls.resetPassword, ({ body, request }) => replacePassword(deps, request, body))

  on(recoveryCalls.confirmEmail, ({ body, person, request }) => confirmAddress(deps, request, body, person?.id))

  on(recoveryCalls.undoEmailChange, ({ body, request }) => takeAddressBack(deps, request, body))
}

/** The pages of somebody who has lost a password, and of the links in our mails, also without a script. */
export function recoveryPages(app: FastifyInstance, deps: Deps & { sendPage: SendPage }): void {
  const send = (request: FastifyRequest, reply: FastifyReply, view: RecoveryView, status = 200): FastifyReply =>
    deps.sendPage(request, reply, { name: 'recovery', view }, status)
  const show = (path: string, view: (request: FastifyRequest) => RecoveryView | Promise<RecoveryView>) =>
    app.get(path, async (request, reply) => send(request, reply, await view(request)))

  const forgot = routeOf(paths.forgotPassword)
  show(forgot, () => ({ kind: 'forgotPassword', answer: null, rejected: null }))
  onPageForm(app, deps, forgot, {
    async take(fields, request, reply) {
      const { message } = await askForLink(deps, request, checkedFields(ForgotPassword, fields))
      return send(request, reply, { kind: 'forgotPassword', answer: message, rejected: null })
    },
    again: (rejected, status, request, reply) =>
      send(request, reply, { kind: 'forgotPassword', answer: null, rejected }, status),
  })

  const reset = routeOf(paths.resetPassword)
  show(reset, (request) => ({ kind: 'resetPassword', token: tokenOf(request), rejected: null }))
  onPageForm(app, deps, reset, {
    async take(fields, request, reply) {
      const { password } = checkedFields(PasswordResetForm, fields)
      await replacePassword(deps, request, { token: fields.token ?? '', password })
      return reply.redirect(paths.login.to({}, { after: 'reset' }), 303)
    },
    again({ problem, fields: { token: deadLink, ...fields }, typed }, status, request, reply, { fields: sent }) {
      // No field shows the token, so that the summary has nothing to link to.
      const rejected = { problem: deadLink ?? problem, fields, typed }
      return send(request, reply, { kind: 'resetPassword', token: sent.token ?? null, rejected }, status)
    },
  })

  const confirm = routeOf(paths.confirmEmail)
  show(confirm, async (request) => {
    const token = tokenOf(request)
    const link = token === null ? null : await findLink(deps.db, token, CONFIRMING)
    const hint = hintOf(link, 'recovery.confirmHint', request)
    return { kind: 'confirmEmail', token, hint, answer: null, rejected: null }
  })
  onPageForm(app, deps, confirm, {
    async take(fields, request, reply) {
      const asked = checkedFields(recoveryCalls.confirmEmail.body, fields)
      const { message } = await confirmAddress(deps, request, asked)
      return send(request, reply, { kind: 'confirmEmail', ...asked, hint: null, answer: message, rejected: null })
    },
    again(rejected, status, request, reply, { fields }) {
      const token = fields.token ?? null
      return send(request, reply, { kind: 'confirmEmail', token, hint: null, answer: null, rejected }, status)
    },
  })

  const undo = routeOf(paths.undoEmailChange)
  show(undo, async (request) => {
    const token = tokenOf(request)
    const link = token === null ? null : await findUndo(deps.db, token)
    const hint = hintOf(link, 'recovery.undoHint', request)
    return { kind: 'undoEmailChange', token, hint, answer: null, rejected: null }
  })
  onPageForm(app, deps, undo, {
    async take(fields, request, reply) {
      const asked = checkedFields(recoveryCalls.undoEmailChange.body, fields)
      const { message, reset_path: resetPath } = await takeAddressBack(deps, request, asked)
      return send(request, reply, {
        kind: 'undoEmailChange',
        ...asked,
        hint: null,
        answer: { message, resetPath },
        rejected: null,
      })
    },
    again(rejected, status, request, reply, { fields }) {
      const token = fields.token ?? null
      return send(request, reply, { kind: 'undoEmailChange', token, hint: null, answer: null, rejected }, status)
    },
  })
}

/** Names the address that a link is about: somebody with two of them, or who fears a thief, needs to know which. */
function hintOf(
  link: { email: string } | null,
  id: 'recovery.confirmHint' | 'recovery.undoHint',
  request: FastifyRequest,
): string | null {
  return link && textsIn(languageOf(request))(id, { email: maskedAddress(link.email) })
}

function tokenOf({ query }: FastifyRequest): string | null {
  const { token } = query as { token?: unknown }
  return typeof token === 'string' && token !== '' ? token.slice(0, 200).toWellFormed() : null
}

/** Sends a link to a new password, if there is such an account; the answer is always the same. */
async function askForLink(deps: Deps, request: FastifyRequest, { login }: { login: string }) {
  await deps.throttles.resetLinksByAddress.count(request.ip)
  await deps.throttles.resetLinksOfAll.count('all')
  const language = languageOf(request)
  // Only the job looks for the account, so that the time tells nothing.
  await enqueue(deps.db, 'send-reset-link', { login, language })
  return { message: textsIn(language)('recovery.linkSent') }
}

async function replacePassword(deps: Deps, request: FastifyRequest, asked: { token: string; password: string }) {
  const language = languageOf(request)
  const userId = await resetPassword(deps, asked, { address: request.ip, language })
  recordEvent(request.log, { event: 'password-reset', userId })
  return { message: textsIn(language)('recovery.passwordReset') }
}

/** `personId`: whose session the link is opened in. */
async function confirmAddress(deps: Deps, request: FastifyRequest, { token }: { token: string }, personId?: number) {
  const language = languageOf(request)
  const from = { address: request.ip, language, personId }
  const { userId, purpose, isRepeat } = await spendConfirmation(deps, token, from)
  if (!isRepeat)
    recordEvent(request.log, { event: purpose === 'confirm-email' ? 'email-confirmed' : 'email-changed', userId })
  return { message: textsIn(language)('recovery.emailConfirmed') }
}

async function takeAddressBack(deps: Deps, request: FastifyRequest, { token }: { token: string }) {
  const language = languageOf(request)
  const { userId, resetToken } = await undoEmailChange(deps, token, { address: request.ip, language })
  recordEvent(request.log, { event: 'email-change-undone', userId })
  const reset_path = paths.resetPassword.to({}, { token: resetToken })
  return { message: textsIn(language)('recovery.emailChangeUndone'), reset_path }
}

type From = { address: string; language: Language }

const CONFIRMING = ['confirm-email', 'change-email'] as const

/**
 * Sets a new password with the token of a reset link and ends all access to the account. The link also shows that the
 * e-mail address is the owner's: if nobody had shown that before, a second factor may be that of a stranger who signed
 * up with the address, and ends. What was asked about personal data is withdrawn then, too, because it could be carried
 * out from now on. Passkeys end if the old password was enough to add them. Those of an admin stay. Rejects with 400 a
 * token that does not work, and a password that an admin may not have, which does not spend the link.
 */
async function resetPassword(
  deps: Deps,
  { token, password }: { token: string; password: string },
  { address, language }: From,
): Promise<number> {
  const link = await findWorkingLink(deps, token, ['reset-password'], address)
  const { username, role } = await deps.db
    .selectFrom('users')
    .select(['username', 'role'])
    .where('id', '=', link.userId)
    .executeTakeFirstOrThrow(rejectToken)
  const names = { ...deps.config, ...deps.foundation() }
  const fault = role === 'admin' ? await adminPasswordFault(password, username, names, 'password') : null
  if (fault) throw fault
  const passwordHash = await hashPassword(password)
  await inTransaction(deps.db, async (transaction) => {
    const account = toldIn(language, await spend(transaction, token, link))
    await setPasswordHash(transaction, account.id, passwordHash)
    await confirmEmail(transaction, account.id)
    await endAccess(transaction, account.id)
    if (role !== 'admin') {
      const isGuarded = account.isEmailConfirmed && (await hasSecondFactor(transaction, account.id))
      if (!isGuarded) await endSecondFactorSince(deps, transaction, account, new Date(0))
      else if (await deleteUnguardedPasskeys(transaction, account.id))
        await deps.enqueueMail(transaction, passkeyMail(account, 'removed'))
    }
    if (!account.isEmailConfirmed) await withdrawRequests(transaction, account.id)
    await deps.enqueueMail(transaction, passwordChangedMail(account, account.language))
  })
  await resetLoginThrottle(deps, username, address)
  return link.userId
}

/**
 * Confirms the address of an account; one that is to become the account's becomes it, and the old one is told: what was
 * bought, filed or asked with that one, if it was confirmed, stays the account's. A link
 * that is opened again changes nothing, and says the same as long as the account has the address. If the account had
 * confirmed no address before, a second factor and passkeys may be those of a stranger who signed up with it, or gave it
 * since, and end, except an admin's; so may be what was asked about personal data, which is withdrawn. Neither is so if
 * the account's own session opens the link. Rejects with 400 a token that does not work, and with 409 an address that
 * another account has by now.
 */
async function spendConfirmation(
  deps: Deps,
  token: string,
  { address, language, personId }: From & { personId: number | undefined },
): Promise<Link & { isRepeat: boolean }> {
  const { userId } = await findWorkingLink(deps, token, CONFIRMING, address)
  return inTransaction(deps.db, async (transaction) => {
    const locked = await lockAccount(transaction, userId)
    // Read again, because the same link may have been opened twice at the same moment.
    const link = locked && (await findLink(transaction, token, CONFIRMING))
    if (!link) throw rejectToken()
    const account = toldIn(language, locked)
    if (!account.isEmailConfirmed && personId !== account.id) {
      if (account.role !== 'admin')
        await endSecondFactorSince(deps, transaction, { ...account, email: link.email }, new Date(0))
      await withdrawRequests(transaction, account.id)
    }
    if (link.purpose === 'confirm-email') {
      await confirmEmail(transaction, account.id)
      return { ...link, isRepeat: account.isEmailConfirmed }
    }
    for (const purpose of PURPOSES) await PURPOSE_RULES[purpose].privacy.keepFor(transaction, account)
    await changeEmail(transaction, account.id, link.email)
    if (account.isEmailConfirmed) {
      const move = { from: account.email, to: link.email }
      await copyWishes(transaction, move)
      await moveRequests(transaction, account.id, move)
    }
    await keepAsConfirmed(transaction, token, link)
    // A stranger may read the mails to an address that nobody has confirmed.
    const undoToken =
      account.isEmailConfirmed && account.email !== link.email ? await createUndo(transaction, account) : null
    await tellOfChange(deps, transaction, account, link.email, undoToken)
    return { ...link, isRepeat: false }
  })
}

/**
 * Gives an account its former address back with the token of a link that went there. Ends all access to it, its
 * password, which somebody else seems to know, and a second factor that was set up, or a nominee who was named, since the
 * change; returns the token of a link to a new password.
 */
async function undoEmailChange(
  deps: Deps,
  token: string,
  { address, language }: From,
): Promise<{ userId: number; resetToken: string }> {
  const { userId, email } = await findCounted(deps, address, () => findUndo(deps.db, token))
  const unknownPassword = await hashPassword(newToken())
  return inTransaction(deps.db, async (transaction) => {
    const locked = await lockAccount(transaction, userId)
    const changedAt = locked && (await spendUndo(transaction, token))
    if (!changedAt) throw rejectToken()
    const account = toldIn(language, locked)
    await changeEmail(transaction, userId, email)
    // A thief may have asked for something from the other address since.
    await moveRequests(transaction, userId, { from: account.email, to: email, until: changedAt })
    await setPasswordHash(transaction, userId, unknownPassword)
    await endAccess(transaction, userId)
    await endSecondFactorSince(deps, transaction, { ...account, email }, changedAt)
    await withdrawNomineesSince(transaction, userId, changedAt)
    await tellOfChange(deps, transaction, account, email)
    return { userId, resetToken: await createLink(transaction, { userId, purpose: 'reset-password', email }) }
  })
}

type Told = AccountDetails & { language: Language }

/** An account that has chosen no language is told in that of the request. */
function toldIn(language: Language, account: AccountDetails): Told {
  return { ...account, language: account.language ?? language }
}

/** Ends a second factor and removes passkeys that were added since then, and tells the owner. */
async function endSecondFactorSince(
  { enqueueMail }: Pick<Deps, 'enqueueMail'>,
  transaction: Db,
  owner: Told,
  since: Date,
): Promise<void> {
  if (await deletePasskeysSince(transaction, owner.id, since))
    await enqueueMail(transaction, passkeyMail(owner, 'removed'))
  if (await deleteSecondFactorSince(transaction, owner.id, since))
    await enqueueMail(transaction, secondFactorMail(owner, 'off'))
}

async function tellOfChange(
  { enqueueMail }: Pick<Deps, 'enqueueMail'>,
  transaction: Db,
  { id: userId, email: oldEmail, language }: { id: number; email: string; language: Language },
  newEmail: string,
  undoToken: string | null = null,
): Promise<void> {
  for (const email of new Set([oldEmail, newEmail])) {
    const token = email === oldEmail ? undoToken : null
    await enqueueMail(transaction, emailChangedMail({ userId, email, language }, newEmail, token))
  }
}

function findWorkingLink(
  deps: Pick<Deps, 'db' | 'throttles'>,
  token: string,
  purposes: readonly LinkPurpose[],
  address: string,
): Promise<Link> {
  return findCounted(deps, address, () => findLink(deps.db, token, purposes))
}

/** Counts a token that does not work by address. One that works is taken whatever a neighbour tried. */
async function findCounted<Found>(
  { throttles }: Pick<Deps, 'throttles'>,
  address: string,
  find: () => Promise<Found | null>,
): Promise<Found> {
  const link = await find()
  if (link) return link
  await throttles.wrongLinks.count(address)
  throw rejectToken()
}

async function spend(transaction: Db, token: string, { userId }: Link): Promise<AccountDetails> {
  const account = await lockAccount(transaction, userId)
  if (!account || !(await spendLink(transaction, token))) throw rejectToken()
  return account
}

const rejectToken = () => new HttpError(400, 'token_invalid', { field: 'token', event: 'link-refused' })
