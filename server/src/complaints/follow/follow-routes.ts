import { caseNoticeCalls, FollowNote, FollowNoteOfFile, followCalls } from '@petsetu/contract/complaints/follow.ts'
import { paths, routeOf } from '@petsetu/contract/paths.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import type { FollowView } from '@petsetu/contract/site/public-pages.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { isToldOfCase, removeDevice, saveCaseDevice } from '../../people/push/push-devices.ts'
import { requireUsable } from '../../people/push/send-push.ts'
import { orRemoveFiles } from '../../platform/db/database-errors.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { conflict, HttpError } from '../../platform/errors.ts'
import type { FileStore, ReceivedFile } from '../../platform/files/file-store.ts'
import type { StoredAttachment } from '../../platform/files/incoming-files.ts'
import { isMultipart, unreadable } from '../../platform/http/bodies/form.ts'
import { checkedFields } from '../../platform/http/routing/checked-fields.ts'
import { sentenceOf } from '../../platform/http/routing/error-reply.ts'
import {
  answerWithPage,
  formAnswerer,
  leadToPageAbove,
  NO_PROBLEMS,
  problemsShown,
  type Rejected,
  type SendPage,
  type Sent,
} from '../../platform/http/routing/pages.ts'
import { routeRegistrar } from '../../platform/http/routing/route-registrar.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { languageOf } from '../../platform/languages/request-language.ts'
import { textsIn } from '../../platform/languages/texts.ts'
import { recordCaseEvent } from '../case-events.ts'
import { changeComplaintStatus } from '../change-status.ts'
import { insertFiles } from '../complaint-files.ts'
import { keepFollowLink } from './follow-links.ts'
import { complaintOfLink, readFollowedCase, reopenState } from './followed-case.ts'
import { openByCode } from './track-code.ts'

type FollowDeps = Deps & { attachments: FileStore; sendPage: SendPage }

// The id of the newest event in the page.
const NEWEST_EVENT = 'newest'

/** The pages with which complainants follow what they have filed, without a script, and the same as calls. */
export function followRoutes(app: FastifyInstance, deps: FollowDeps): void {
  const on = routeRegistrar(app, deps)
  const answer = formAnswerer({
    loadShedding: deps.loadShedding,
    fileField: followCalls.write.plainForm,
    sink: deps.attachments,
  })

  app.get(routeOf(paths.followComplaint), (request, reply) =>
    sendFollowPage(deps, request, reply, () => caseView(deps, request)),
  )

  for (const [call, change] of [
    [followCalls.write, addToCase],
    [followCalls.reopen, reopenCase],
  ] as const) {
    on(call, ({ params: { token }, request, reply, runAfterUpload }) => {
      let hasFile = false
      const save = async ({ fields, file }: Sent<ReceivedFile>, id: number) => {
        hasFile = file !== null
        // A file tells enough, but opening a complaint again needs a reason.
        const { text = null } = checkedFields(file && call === followCalls.write ? FollowNoteOfFile : call.body, fields)
        return { id, ...(await change(deps, id, { text, file })) }
      }
      const next = ({ isFileKnown }: Added) => {
        const page = paths.followComplaint.to({ token }, { known: isFileKnown ? 'file' : null })
        // Whoever has added something sees it, and not the beginning of a long history.
        return reply.redirect(`${page}#${NEWEST_EVENT}`, 303)
      }
      return answer(request, reply, {
        find: () => complaintOfLink(deps, token, request.ip),
        save: (sent, id) => runAfterUpload(() => save(sent, id)),
        next,
        say: async ({ id }) => succeed(await readFollowedCase(deps.db, id)),
        async again(rejected, status) {
          if (!hasFile && (await isSecondPress(deps, request, rejected))) return next({ isFileKnown: false })
          return sendFollowPage(deps, request, reply, () => caseView(deps, request, rejected), status)
        },
      })
    })
  }

  leadToPageAbove(app, `${routeOf(paths.followComplaint)}/reopen`)
  trackRoutes(app, deps, answer)
}

type TrackDeps = Deps & { sendPage: SendPage }
type AnswerForm = ReturnType<typeof formAnswerer<ReceivedFile>>

/** The page with which complainants find their complaint again: its reference and their address bring a code by mail. */
function trackRoutes(app: FastifyInstance, deps: TrackDeps, answer: AnswerForm): void {
  const on = routeRegistrar(app, deps)

  app.get(routeOf(paths.trackComplaint), (request, reply) =>
    sendFollowPage(deps, request, reply, async () => claimView('track', request, { typed: referenceIn(request) })),
  )

  on(followCalls.sendCode, ({ request, reply, runAfterUpload }) => {
    const save = async ({ fields }: Sent<ReceivedFile>) => {
      const claim = checkedFields(followCalls.sendCode.body, fields)
      await deps.throttles.trackCodesByAddress.count(request.ip)
      await deps.throttles.trackCodesOfAll.count('all')
      // Whatever is stored, the request takes the same time, because only the job looks.
      await enqueue(deps.db, 'send-track-code', { ...claim, language: languageOf(request) })
      return claim
    }
    return answer(request, reply, {
      find: () => rejectFile(request),
      save: (sent) => runAfterUpload(() => save(sent)),
      next: (claim) => sendFollowPage(deps, request, reply, async () => claimView('code', request, { typed: claim })),
      say: async () => ({ message: textsIn(languageOf(request))('complaintMails.codeSent') }),
      again: (rejected, status) =>
        sendFollowPage(deps, request, reply, async () => claimView('track', request, rejected), status),
    })
  })

  leadToPageAbove(app, followCalls.openByCode.path)
  on(followCalls.openByCode, ({ request, reply, runAfterUpload }) => {
    const save = ({ fields }: Sent<ReceivedFile>) =>
      openByCode(deps, checkedFields(followCalls.openByCode.body, fields), request.ip)
    return answer(request, reply, {
      find: () => rejectFile(request),
      save: (sent) => runAfterUpload(async () => save(sent)),
      next: (path) => reply.redirect(path, 303),
      say: async (follow_path) => succeed({ follow_path }),
      again: (rejected, status) =>
        sendFollowPage(deps, request, reply, async () => claimView('code', request, rejected), status),
    })
  })
}

/** These forms have no file. One that might hold some is not read, because nothing has counted it yet. */
async function rejectFile(request: FastifyRequest): Promise<void> {
  if (isMultipart(request)) throw unreadable()
}

function referenceIn({ query }: FastifyRequest): Record<string, string> {
  const { reference } = query as { reference?: unknown }
  return typeof reference === 'string' ? { reference: reference.slice(0, 40).toWellFormed() } : {}
}

type Addition = { text: string | null; file: ReceivedFile | null }

/** `isFileKnown` if the complaint had this file before. */
type Added = { isFileKnown: boolean }

type Adding = Pick<Deps, 'db' | 'throttles' | 'enqueueMail' | 'foundation'> & { attachments: FileStore }

const FILES_MAX = 20
const BY = { role: 'complainant' } as const

async function addToCase(deps: Adding, id: number, addition: Addition): Promise<Added> {
  await deps.throttles.followMessages.count(String(id))
  return withFile(deps, addition.file, (kept) =>
    inTransaction(deps.db, async (transaction) => {
      await lockComplaint(transaction, id)
      return record(transaction, id, addition.text, kept)
    }),
  )
}

/** Opens a resolved or closed complaint again. Rejects with 409 if that is over, or was never needed. */
async function reopenCase(deps: Adding, id: number, { text, file }: Addition): Promise<Added> {
  await deps.throttles.followMessages.count(String(id))
  return withFile(deps, file, (kept) =>
    inTransaction(deps.db, async (transaction) => {
      const { status, duplicate_of } = await lockComplaint(transaction, id)
      const state = await reopenState(transaction, id, { status, isMerged: duplicate_of !== null })
      if (state === 'open') throw conflict('case_is_open')
      if (state === 'merged') throw conflict('case_merged')
      if (state === 'late') throw conflict('case_closed_too_long')
      await recordCaseEvent(transaction, id, { by: BY, kind: 'reopen', text, before: status, after: 'pending' })
      await changeComplaintStatus({ ...deps, db: transaction }, id, 'pending', BY)
      return record(transaction, id, null, kept)
    }),
  )
}

/** True if these words have just opened the complaint: without a script nothing stops a second press, and its answer is the one that is shown. */
async function isSecondPress(deps: Deps, request: FastifyRequest, { typed, error }: Rejected): Promise<boolean> {
  if (!(error instanceof HttpError && error.code === 'case_is_open')) return false
  const { token } = request.params as { token: string }
  const last = await deps.db
    .selectFrom('case_events')
    .select(['kind', 'text'])
    .where('complaint_id', '=', await complaintOfLink(deps, token, request.ip))
    .where('by_role', '=', BY.role)
    .where('text', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.kind === 'reopen' && last.text === FollowNote.safeParse(typed).data?.text
}

function lockComplaint(transaction: Db, id: number) {
  return transaction
    .selectFrom('complaints')
    .select(['status', 'duplicate_of'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

async function record(transaction: Db, id: number, text: string | null, file: StoredAttachment | null): Promise<Added> {
  const stored = await transaction
    .selectFrom('complaint_files')
    .select('sha256')
    .where('complaint_id', '=', id)
    .execute()
  const isFileKnown = stored.some(({ sha256 }) => sha256 === file?.sha256)
  if (text !== null && !(await isLastNote(transaction, id, { text, isFileKnown })))
    await recordCaseEvent(transaction, id, { by: BY, kind: 'note', text })
  if (!file || isFileKnown) return { isFileKnown }
  if (stored.length >= FILES_MAX) throw conflict('too_many_case_files')
  await insertFiles(transaction, id, [file])
  await recordCaseEvent(transaction, id, { by: BY, kind: 'file', after: file.name })
  return { isFileKnown }
}

/** A note that comes again with its file repeats the one before that file. */
async function isLastNote(
  transaction: Db,
  id: number,
  { text, isFileKnown }: { text: string; isFileKnown: boolean },
): Promise<boolean> {
  const last = await transaction
    .selectFrom('case_events')
    .select(['kind', 'by_role', 'text'])
    .where('complaint_id', '=', id)
    .where('internal', '=', false)
    .$if(isFileKnown, (events) => events.where((eb) => eb.or([eb('kind', '!=', 'file'), eb('by_role', '!=', BY.role)])))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.kind === 'note' && last.by_role === 'complainant' && last.text === text
}

/** Stores a file for `work`, and removes it if that does not use it or is rolled back. */
async function withFile(
  { attachments }: Adding,
  received: ReceivedFile | null,
  work: (file: StoredAttachment | null) => Promise<Added>,
): Promise<Added> {
  const file = received && (await attachments.keep(received))
  const added = await orRemoveFiles(work(file), async () => file && attachments.remove(file))
  if (file && added.isFileKnown) await attachments.remove(file)
  return added
}

type PageDeps = Deps & { sendPage: SendPage }

/** Sends a page for a complainant. */
function sendFollowPage(
  deps: PageDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  find: () => Promise<FollowView>,
  status = 200,
): Promise<FastifyReply> {
  return answerWithPage(deps, request, reply, {
    read: async () => ({ name: 'follow', view: await find() }),
    failed: (error) => {
      const isUnknown = error instanceof HttpError && error.code === 'follow_not_found'
      return {
        name: 'follow',
        view: isUnknown ? { kind: 'unknown' } : { kind: 'failed', message: sentenceOf(error, request) },
      }
    },
    status,
  })
}

/** The fields that the pages show. */
const SHOWN = {
  case: { fields: ['text'], file: followCalls.write.plainForm },
  track: { fields: ['reference', 'email'] },
  code: { fields: ['code'] },
}

/** The page of a complaint, with what was written there and not accepted. */
async function caseView(deps: Deps, request: FastifyRequest, rejected: Rejected | null = null): Promise<FollowView> {
  const { token } = request.params as { token: string }
  const found = await readFollowedCase(deps.db, await complaintOfLink(deps, token, request.ip))
  const problems = rejected ? problemsShown(SHOWN.case, rejected.error, request) : NO_PROBLEMS
  const isFileKnown = (request.query as { known?: unknown }).known === 'file'
  return { kind: 'case', token, found, typed: rejected?.typed.text ?? '', ...problems, isFileKnown }
}

/** A form that leads to a complaint: for its code, or for the code that was sent. */
function claimView(
  kind: 'track' | 'code',
  request: FastifyRequest,
  { typed, error }: { typed: Record<string, string>; error?: unknown },
): FollowView {
  const { reference = '', email = '' } = typed
  const problems = error === undefined ? NO_PROBLEMS : problemsShown(SHOWN[kind], error, request)
  return { kind, reference, email, ...problems }
}

/** Notices of a complaint on the devices of whoever has a link to it. */
export function caseNoticeRoutes(app: FastifyInstance, deps: Deps): void {
  const on = routeRegistrar(app, deps)

  on(caseNoticeCalls.state, async ({ params, body, request }) => {
    const id = await complaintOfLink(deps, params.token, request.ip)
    return succeed({ is_on: await isToldOfCase(deps.db, id, { ...body, language: languageOf(request) }) })
  })

  on(caseNoticeCalls.start, async ({ params, body, request }) => {
    const id = await complaintOfLink(deps, params.token, request.ip)
    requireUsable(deps, body)
    await deps.throttles.pushDevicesByComplaint.count(String(id))
    await inTransaction(deps.db, async (transaction) => {
      await keepFollowLink(transaction, params.token)
      await saveCaseDevice(transaction, id, { ...body, language: languageOf(request) })
    })
  })

  on(caseNoticeCalls.stop, async ({ params, body, request }) => {
    const complaintId = await complaintOfLink(deps, params.token, request.ip)
    await removeDevice(deps.db, { complaintId }, body.endpoint)
  })
}
