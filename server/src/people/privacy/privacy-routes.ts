import { paths, routeOf } from '@petsetu/contract/paths.ts'
import {
  correctionCalls,
  type ListedPrivacyRequest,
  PrivacyCodeForm,
  PrivacyRequestByCode,
  privacyCalls,
} from '@petsetu/contract/people/privacy.ts'
import { firstPageOf, paginationOf, succeed } from '@petsetu/contract/platform/envelope.ts'
import { foldCase } from '@petsetu/contract/platform/text.ts'
import type { PrivacyRequestView } from '@petsetu/contract/site/public-pages.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { type CsvColumn, indianClock, streamCsv } from '../../platform/http/bodies/csv.ts'
import { checkedFields } from '../../platform/http/routing/checked-fields.ts'
import { leadToPageAbove, onPageForm, type SendPage } from '../../platform/http/routing/pages.ts'
import { routeRegistrar } from '../../platform/http/routing/route-registrar.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { languageOf } from '../../platform/languages/request-language.ts'
import { textsIn } from '../../platform/languages/texts.ts'
import { recordAct, recordEvent } from '../../platform/record-event.ts'
import { recordAudit, recordDownload } from '../audit/record-audit.ts'
import { readAccountDetails } from '../users/account-details.ts'
import { mailLanguage } from '../users/mail-language.ts'
import { spendCode } from '../users/mailed-code.ts'
import { eraseForRequest, makeFile, readDetails } from './carry-out-request.ts'
import { correctRecord, readRecord } from './correct-record.ts'
import { finishSoon } from './erasing/erase-person.ts'
import { countWrongCode, rejectCodeGuessing } from './privacy-mails.ts'
import {
  addNomineeRequest,
  addRequest,
  countRequests,
  finishRequest,
  listOwnRequests,
  listRequests,
  listRequestsAfter,
  readOwnRequest,
} from './privacy-requests.ts'

export function privacyRoutes(app: FastifyInstance, deps: Deps & { attachments: FileStore }): void {
  const on = routeRegistrar(app, deps)
  const { db, throttles } = deps

  on(privacyCalls.sendCode, ({ body, request }) => sendPrivacyCode(deps, request, body))

  on(privacyCalls.requestByCode, async ({ body, request }) => succeed(await addRequestByCode(deps, request, body)))

  on(privacyCalls.request, async ({ body, person, request, createOnce }) => {
    await throttles.privacyRequestsByAccount.count(String(person.id))
    const account = await readAccountDetails(db, person.id)
    const { email, isEmailConfirmed } = account
    const language = mailLanguage(account, request)
    const asked = { ...body, email, isEmailConfirmed, userId: person.id, language }
    const id = await createOnce(async (transaction) => (await addRequest(deps, transaction, asked)).id)
    recordEvent(request.log, { event: 'privacy-requested', requestId: id, userId: person.id })
    return succeed(await readOwnRequest(db, person.id, id))
  })

  on(privacyCalls.listOwn, async ({ person }) => succeed(await listOwnRequests(db, person.id)))

  on(privacyCalls.listAll, async ({ query }) => {
    const { page, limit } = firstPageOf(query)
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

  on(privacyCalls.csv, async ({ query, by, reply }) => {
    await recordDownload(db, by, 'privacy-request', query)
    return streamCsv<ListedPrivacyRequest>(reply, 'privacy-requests.csv', CSV_COLUMNS, (last, limit) =>
      listRequestsAfter(db, query.state, last, limit),
    )
  })

  on(privacyCalls.read, async ({ params: { id } }) => succeed(await readDetails(db, id)))

  on(privacyCalls.makeFile, async ({ params: { id }, by, reply }) => {
    const zip = await makeFile(deps, id, by)
    recordAct(by, { event: 'person-exported', requestId: id })
    reply.header('content-type', 'application/zip')
    reply.header('content-disposition', `attachment; filename="petsetu-data-${id}.zip"`)
    return zip
  })

  on(privacyCalls.erase, async ({ params: { id }, body: { reason }, by, request }) => {
    await eraseForRequest(deps, id, reason, by)
    recordAct(by, { event: 'person-erased', requestId: id })
    await finishSoon(deps, request)
    return succeed(await readDetails(db, id))
  })

  on(correctionCalls.read, async ({ params }) => succeed(await readRecord(db, params)))

  on(correctionCalls.correct, async ({ params, body, by }) => {
    await correctRecord(deps, params, body, by)
    const { purpose, id } = params
    recordAct(by, { event: 'person-corrected', purpose, subjectId: id })
    return succeed(await readRecord(db, params))
  })

  on(privacyCalls.enterForNominee, async ({ body, by, createOnce }) => {
    const id = await createOnce(async (transaction) => {
      const created = await addNomineeRequest(deps, transaction, body)
      await recordAudit(transaction, by, 'nominee-request-entered', { kind: 'privacy-request', id: created })
      return created
    })
    recordAct(by, { event: 'privacy-requested', requestId: id })
    return succeed(await readDetails(db, id))
  })

  on(privacyCalls.finish, async ({ params: { id }, body: { answer }, person, by }) => {
    const finished = await inTransaction(db, async (transaction) => {
      await recordAudit(transaction, by, 'privacy-request-done', { kind: 'privacy-request', id })
      return finishRequest(deps, transaction, { id, answer, adminId: person.id })
    })
    recordAct(by, { event: 'privacy-request-done', requestId: id })
    return succeed(finished)
  })
}

/** Sends a code to the address; the answer is the same whether or not anything is stored about it. */
async function sendPrivacyCode({ db, throttles }: Deps, request: FastifyRequest, { email }: { email: string }) {
  await throttles.privacyCodesByAddress.count(request.ip)
  await throttles.privacyCodesOfAll.count('all')
  const language = languageOf(request)
  // Whatever is stored, the request takes the same time, because only the job looks.
  await enqueue(db, 'send-privacy-code', { email, language })
  return { message: textsIn(language)('privacyMails.codeSent') }
}

async function addRequestByCode(
  deps: Deps,
  request: FastifyRequest,
  { code, ...asked }: z.output<typeof PrivacyRequestByCode>,
) {
  const { email } = asked
  await rejectCodeGuessing(deps, email)
  const { state, added } = await inTransaction(deps.db, async (transaction) => {
    const state = await spendCode(deps, transaction, { subject: foldCase(email), code })
    if (state !== 'spent') return { state, added: null }
    const wanted = { ...asked, isEmailConfirmed: true, userId: null, language: languageOf(request) }
    return { state, added: await addRequest(deps, transaction, wanted) }
  })
  if (!added) throw await countWrongCode(deps, email, { ip: request.ip, isUsed: state === 'used' })
  recordEvent(request.log, { event: 'privacy-requested', requestId: added.id })
  return added
}

/** The page with which somebody asks about their data without logging in, also without a script. */
export function privacyPages(app: FastifyInstance, deps: Deps & { sendPage: SendPage }): void {
  const page = routeOf(paths.privacyRequest)
  const send = (request: FastifyRequest, reply: FastifyReply, view: PrivacyRequestView, status = 200) =>
    deps.sendPage(request, reply, { name: 'privacyRequest', view }, status)

  app.get(page, (request, reply) => send(request, reply, { kind: 'email', rejected: null }))

  onPageForm(app, deps, page, {
    async take(fields, request, reply) {
      const { email } = checkedFields(PrivacyCodeForm, fields)
      const { message } = await sendPrivacyCode(deps, request, { email })
      return send(request, reply, { kind: 'request', email, answer: message, rejected: null })
    },
    again: (rejected, status, request, reply) => send(request, reply, { kind: 'email', rejected }, status),
  })

  leadToPageAbove(app, `${page}/code`)
  onPageForm(app, deps, `${page}/code`, {
    async take(fields, request, reply) {
      const { due_on: dueOn } = await addRequestByCode(deps, request, checkedFields(PrivacyRequestByCode, fields))
      return send(request, reply, { kind: 'sent', dueOn })
    },
    again: (rejected, status, request, reply, { fields }) =>
      send(request, reply, { kind: 'request', email: fields.email ?? '', answer: null, rejected }, status),
  })
}

const CSV_COLUMNS: CsvColumn<ListedPrivacyRequest>[] = [
  { headId: 'privacyRequests.number', cell: ({ id }) => id },
  { headId: 'privacyRequests.received', cell: ({ created_at }) => indianClock(created_at) },
  { headId: 'privacyRequests.asks', cell: ({ kind }, text) => text(`privacyKinds.${kind}`) },
  { headId: 'csv.email', cell: ({ email }) => email },
  { headId: 'csv.username', cell: ({ username }) => username },
  { headId: 'privacyRequests.nomineeEmail', cell: ({ nominee_email }) => nominee_email },
  { headId: 'labels.note', cell: ({ note }) => note },
  { headId: 'privacyRequests.due', cell: ({ due_on }) => due_on },
  { headId: 'privacyRequests.doneOn', cell: ({ done_at }) => done_at && indianClock(done_at) },
  { headId: 'labels.answer', cell: ({ answer }) => answer },
]
