import { authCalls } from '@petsetu/contract/people/auth.ts'
import { factorCalls } from '@petsetu/contract/people/factors.ts'
import { userCalls } from '@petsetu/contract/people/users.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { conflict, HttpError, notFound } from '../../platform/errors.ts'
import { bearerToken, type Person } from '../../platform/http/routing/person.ts'
import { routeRegistrar } from '../../platform/http/routing/route-registrar.ts'
import { recordAct, recordEvent } from '../../platform/record-event.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { requireRightsOver } from '../users/admin-duties.ts'
import { findMailLanguage, mailLanguage } from '../users/mail-language.ts'
import { findAccountById } from '../users/user-queries.ts'
import { requireCode, requireOwner, wrongCode } from './require-password.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  countRecoveryCodes,
  endSecondFactor,
  renewRecoveryCodes,
  spendCode,
} from './second-factor/second-factor.ts'
import { findSecondFactor, hasSecondFactor } from './second-factor/second-factor-queries.ts'
import { openSession } from './session-queries.ts'
import { accountOfTicket, isTicketOf, signedIn } from './sign-in.ts'
import { rejectCodeGuessing } from './signin-throttle.ts'

export function secondFactorRoutes(app: FastifyInstance, deps: Deps): void {
  const on = routeRegistrar(app, deps)
  const { db } = deps

  on(authCalls.secondFactor, ({ body, request }) => signInWithCode(deps, request, body))

  on(factorCalls.read, async ({ person }) => {
    const [factor, left] = await Promise.all([findSecondFactor(db, person.id), countRecoveryCodes(db, person.id)])
    return succeed({
      enabled_at: factor?.confirmedAt?.toISOString() ?? null,
      recovery_codes_left: left,
      is_required: person.mustEnrol,
    })
  })

  on(factorCalls.begin, async ({ body, person, request }) => {
    return succeed(await beginSecondFactor(deps, await requireOwner(deps, person, request, body.password)))
  })

  on(factorCalls.confirm, async ({ body, person, request }) => {
    const account = await findAccountById(db, person.id)
    if (!account) throw notFound('user_not_found')
    const owner = { ...account, language: mailLanguage(account, request) }
    const guessing = await rejectCodeGuessing(deps, person.id)
    const codes = await confirmSecondFactor(deps, owner, body.code, bearerToken(request))
    if (!codes) {
      await guessing.failed()
      throw wrongCode()
    }
    await guessing.succeeded()
    recordEvent(request.log, { event: 'second-factor-on', userId: person.id })
    return succeed({ recovery_codes: codes })
  })

  on(factorCalls.renewCodes, async ({ body, person, request }) => {
    const owner = await requirePasswordAndCode(deps, person, request, body)
    const codes = await renewRecoveryCodes(deps, owner)
    recordEvent(request.log, { event: 'recovery-codes-renewed', userId: person.id })
    return succeed({ recovery_codes: codes })
  })

  on(factorCalls.end, async ({ body, person, by, request }) => {
    const owner = await requirePasswordAndCode(deps, person, request, body)
    await endSecondFactor(deps, owner, 'off')
    recordAct(by, { event: 'second-factor-off', userId: person.id })
  })

  on(userCalls.endSecondFactor, async ({ params, body: { reason }, person, by, request }) => {
    await endSecondFactorOf(deps, params.id, reason, by)
    recordEvent(request.log, { event: 'second-factor-off', userId: params.id, actorId: person.id, reason })
  })
}

async function requirePasswordAndCode(
  deps: Deps,
  person: Person,
  request: FastifyRequest,
  { password, code }: { password: string; code: string },
) {
  const owner = await requireOwner(deps, person, request, password)
  await requireCode(deps, owner, code)
  return owner
}

async function endSecondFactorOf(deps: Deps, userId: number, reason: string, by: Actor): Promise<void> {
  // One's own ends with the password and a code only: a stolen session must not be enough.
  if (userId === by.person.id) throw conflict('own_second_factor')
  const account = await findAccountById(deps.db, userId)
  if (!account) throw notFound('user_not_found')
  await requireRightsOver(deps.db, by.person, userId)
  const owner = { ...account, language: await findMailLanguage(deps.db, userId) }
  await inTransaction(deps.db, async (transaction) => {
    const isEnded = await endSecondFactor({ ...deps, db: transaction }, owner, 'off-by-us')
    if (!isEnded) throw notFound('second_factor_not_found')
    await recordAudit(transaction, by, 'second-factor-ended', { kind: 'user', id: owner.id }, { reason })
  })
}

/** The second step of a sign-in. Wrong codes are counted by account: only who knows the password gets here. */
export async function signInWithCode(
  deps: Deps,
  request: FastifyRequest,
  { ticket, code }: { ticket: string; code: string },
) {
  await deps.throttles.signinByAddress.count(request.ip)
  const account = await accountFor(deps, ticket)
  if (!account) throw rejectTicket(request, undefined)
  const guessing = await rejectCodeGuessing(deps, account.id)
  const spent = await spendCode(deps, { ...account, language: mailLanguage(account, request) }, code)
  if (!spent) {
    recordEvent(request.log, { event: 'signin-failed', userId: account.id })
    await guessing.failed()
    throw new HttpError(401, 'code_invalid', { field: 'code' })
  }
  const accessToken = await openSession(deps.db, account, request.headers['user-agent'])
  if (!accessToken) throw rejectTicket(request, account.id)
  await guessing.succeeded()
  if (spent === 'recovery') recordEvent(request.log, { event: 'recovery-code-spent', userId: account.id })
  return signedIn(deps, request, account, accessToken)
}

async function accountFor({ db, secretKey }: Pick<Deps, 'db' | 'secretKey'>, ticket: string) {
  const id = accountOfTicket(ticket)
  const account = id === null ? null : await findAccountById(db, id)
  if (!account || !isTicketOf(account, ticket, secretKey)) return null
  return (await hasSecondFactor(db, account.id)) ? account : null
}

/** The account is known once the ticket was right: a wrong one may name anybody. */
function rejectTicket({ log }: FastifyRequest, userId: number | undefined): HttpError {
  recordEvent(log, { event: 'signin-failed', userId })
  return new HttpError(401, 'ticket_invalid')
}
