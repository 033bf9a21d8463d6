import type { FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { HttpError } from '../errors.ts'
import { recordEvent } from '../record-event.ts'
import { findAccountById } from '../users/user-queries.ts'
import { spendCode } from './second-factor.ts'
import { hasSecondFactor } from './second-factor-queries.ts'
import { openSession } from './session-queries.ts'
import { accountOfTicket, isTicketOf } from './sign-in-ticket.ts'
import { signedIn } from './signed-in.ts'
import { rejectCodeGuessing } from './signin-throttle.ts'

/**
 * The second step of a sign-in. Wrong codes are counted by account, whatever the network and the ticket: only somebody who
 * knows the password gets this far.
 */
export async function signInWithCode(
  deps: Deps,
  request: FastifyRequest,
  { ticket, code }: { ticket: string; code: string },
) {
  await deps.throttles.signinByAddress.count(request.ip)
  const account = await accountFor(deps, ticket)
  if (!account) throw new HttpError(401, 'ticket_invalid')
  const guessing = await rejectCodeGuessing(deps, account.id)
  const spent = await spendCode(deps, account, code)
  if (!spent) {
    recordEvent(request.log, { event: 'signin-failed', userId: account.id })
    await guessing.failed()
    throw new HttpError(401, 'code_invalid', { field: 'code' })
  }
  const accessToken = await openSession(deps.db, account, request.headers['user-agent'])
  if (!accessToken) throw new HttpError(401, 'ticket_invalid')
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
