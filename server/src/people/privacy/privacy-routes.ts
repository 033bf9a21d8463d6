import { type PrivacyRequestByCode, privacyCalls } from '@petsetu/contract/people/privacy.ts'
import { pageOf, paginationOf, succeed } from '@petsetu/contract/platform/envelope.ts'
import { foldCase } from '@petsetu/contract/platform/fold-case.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { conflict } from '../../platform/errors.ts'
import { routeRegistrar } from '../../platform/http/routing/route-registrar.ts'
import { languageOf } from '../../platform/languages/request-language.ts'
import { textsIn } from '../../platform/languages/texts.ts'
import { recordEvent } from '../../platform/record-event.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { readAccountDetails } from '../users/account-details.ts'
import { spendCode } from '../users/mailed-code.ts'
import { countWrongCode, rejectCodeGuessing, requestCode } from './privacy-code.ts'
import {
  addRequest,
  countRequests,
  finishRequest,
  listOwnRequests,
  listRequests,
  readOwnRequest,
} from './privacy-requests.ts'

const FIRST_PAGE = { page: 1, limit: 20 }

/** Requests for a copy, a correction or an erasure of personal data, from the account page or with a code. */
export function privacyRoutes(app: FastifyInstance, deps: Deps): void {
  const on = routeRegistrar(app, deps)
  const { db, throttles } = deps

  on(privacyCalls.sendCode, ({ body, request }) => sendPrivacyCode(deps, request, body))

  on(privacyCalls.requestByCode, async ({ body, request }) => succeed(await addRequestByCode(deps, request, body)))

  on(privacyCalls.request, async ({ body, person, request, createOnce }) => {
    await throttles.privacyRequestsByAccount.count(String(person.id))
    const { email, language, isEmailConfirmed } = await readAccountDetails(db, person.id)
    // Anybody can sign up with somebody else's address, and whoever answers the request relies on it.
    if (!isEmailConfirmed) throw conflict('email_unconfirmed')
    const asked = { ...body, email, userId: person.id, language: language ?? languageOf(request) }
    const id = await createOnce(async (transaction) => (await addRequest(deps, transaction, asked)).id)
    recordEvent(request.log, { event: 'privacy-requested', requestId: id, userId: person.id })
    return succeed(await readOwnRequest(db, person.id, id))
  })

  on(privacyCalls.listOwn, async ({ person }) => succeed(await listOwnRequests(db, person.id)))

  on(privacyCalls.listAll, async ({ query }) => {
    const { page, limit } = pageOf(query) ?? FIRST_PAGE
    const { state, sort } = query
    const [data, total, open, overdue] = await Promise.all([
      listRequests(db, { state, sort, page, limit }),
      countRequests(db, state),
      countRequests(db, 'open'),
      countRequests(db, 'open', { isOverdue: true }),
    ])
    const pagination = paginationOf({ page, limit }, total)
    return { ...succeed(data), summary: { open, overdue }, pagination }
  })

  on(privacyCalls.finish, async ({ params: { id }, body: { answer }, person, request }) => {
    const finished = await inTransaction(db, async (transaction) => {
      const object = { kind: 'privacy-request', id } as const
      await recordAudit(transaction, { person, request }, { action: 'privacy-request-done', object })
      return finishRequest(deps, transaction, { id, answer, adminId: person.id })
    })
    recordEvent(request.log, { event: 'privacy-request-done', requestId: id, actorId: person.id })
    return succeed(finished)
  })
}

/** Sends a code to the address; the answer is the same whether or not anything is stored about it. */
export async function sendPrivacyCode({ db, throttles }: Deps, request: FastifyRequest, { email }: { email: string }) {
  await throttles.privacyCodesByAddress.count(request.ip)
  await throttles.privacyCodesOfAll.count('all')
  const language = languageOf(request)
  await requestCode(db, { email, language })
  return { message: textsIn(language)('privacyMails.codeSent') }
}

/** Stores a request of the person to whose address the code was sent. */
export async function addRequestByCode(
  deps: Deps,
  request: FastifyRequest,
  { code, ...asked }: z.output<typeof PrivacyRequestByCode>,
) {
  const { email } = asked
  await rejectCodeGuessing(deps, email)
  const added = await inTransaction(deps.db, async (transaction) => {
    if (!(await spendCode(deps, transaction, { subject: foldCase(email), code }))) return null
    return addRequest(deps, transaction, { ...asked, userId: null, language: languageOf(request) })
  })
  if (!added) throw await countWrongCode(deps, email, request.ip)
  recordEvent(request.log, { event: 'privacy-requested', requestId: added.id })
  return added
}
