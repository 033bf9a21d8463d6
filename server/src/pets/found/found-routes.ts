import { randomUUID } from 'node:crypto'
import { paths, routeOf } from '@petsetu/contract/paths.ts'
import {
  FINDER_PHOTO_PATH,
  FoundFields,
  foundCalls,
  OWNER_PHOTO_PATH,
  PhotoMessage,
} from '@petsetu/contract/pets/found.ts'
import { normalizePetId } from '@petsetu/contract/pets/pet-id.ts'
import { photoFile } from '@petsetu/contract/pets/pet-pictures.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import type { FinderView } from '@petsetu/contract/site/public-pages.ts'
import { NOTICE_VERSION } from '@petsetu/languages/notice-version.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { writtenBy } from '../../platform/db/standby.ts'
import { HttpError, notFound } from '../../platform/errors.ts'
import type { PhotoStore, ReceivedPhoto } from '../../platform/files/photo-store.ts'
import { isSigned } from '../../platform/files/signed-link.ts'
import { checkedFields } from '../../platform/http/routing/checked-fields.ts'
import { sentenceOf } from '../../platform/http/routing/error-reply.ts'
import {
  answerWithPage,
  formAnswerer,
  NO_PROBLEMS,
  problemsShown,
  type Rejected,
  type SendPage,
  type Sent,
} from '../../platform/http/routing/pages.ts'
import { routeRegistrar } from '../../platform/http/routing/route-registrar.ts'
import { languageOf } from '../../platform/languages/request-language.ts'
import type { FindTagView } from '../public-pet.ts'
import {
  type FinderThread,
  findFinderThread,
  findOpenThread,
  listFinderMessages,
  listSeenMessages,
  seenThread,
  writeAsFinder,
} from './finder-thread.ts'
import { subjectOf } from './found-photos.ts'
import { countForm, reportFound } from './report-found.ts'

/** The finder's side: a form and a thread, as pages that need no script and as calls. */
export function foundRoutes(app: FastifyInstance, deps: FinderDeps): void {
  photoRoutes(app, deps)
  const on = routeRegistrar(app, deps)
  const answer = formAnswerer({
    loadShedding: deps.loadShedding,
    fileField: foundCalls.report.plainForm,
    sink: deps.photos,
  })

  app.get(routeOf(paths.foundForm), (request, reply) =>
    sendFinderPage(deps, request, reply, () => formView(deps, request)),
  )

  app.get(routeOf(paths.finderThread), (request, reply) =>
    sendFinderPage(deps, request, reply, () => threadView(deps, request)),
  )

  on(foundCalls.readAsFinder, async ({ params: { token }, request }) => {
    const thread = await findFinderThread(deps, { token, ip: request.ip })
    return succeed(await seenThread(deps.db, thread, token))
  })

  on(foundCalls.report, ({ request, reply, runAfterUpload }) => {
    const find = async () => {
      const { petId } = await findPet(deps, request)
      await countForm(deps, request.ip)
      return petId
    }
    const report = async ({ fields, file: photo }: Sent<ReceivedPhoto>, petId: string) => {
      // A photo tells enough.
      const form = checkedFields(photo ? FoundFields : foundCalls.report.body, fields)
      return reportFound(deps, { petId, form, photo, ip: request.ip, language: languageOf(request) })
    }
    return answer(request, reply, {
      find,
      save: (sent, petId) => runAfterUpload(() => report(sent, petId)),
      next: (path) => reply.redirect(path, 303),
      say: async (thread_path) => ({ thread_path }),
      again: (rejected, status) =>
        sendFinderPage(deps, request, reply, () => formView(deps, request, rejected), status),
    })
  })

  on(foundCalls.write, ({ params: { token }, request, reply, runAfterUpload }) => {
    const find = async () => {
      const thread = await findOpenThread(deps, { token, ip: request.ip })
      await countForm(deps, request.ip)
      return thread
    }
    const write = ({ fields, file: photo }: Sent<ReceivedPhoto>, thread: FinderThread) => {
      const { message } = checkedFields(photo ? PhotoMessage : foundCalls.write.body, fields)
      return writeAsFinder(deps, thread, { message, photo })
    }
    return answer(request, reply, {
      find,
      save: (sent, thread) => runAfterUpload(async () => write(sent, thread)),
      next: () => reply.redirect(paths.finderThread.to({ token }), 303),
      say: async (thread) => succeed(await listFinderMessages(deps.db, thread, token)),
      again: (rejected, status) =>
        sendFinderPage(deps, request, reply, () => threadView(deps, request, rejected), status),
    })
  })
}

type FinderDeps = Deps & { findTagView: FindTagView; sendPage: SendPage; photos: PhotoStore }

function sendFinderPage(
  deps: FinderDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  find: () => Promise<FinderView>,
  status = 200,
): Promise<FastifyReply> {
  return answerWithPage(deps, request, reply, {
    read: async () => ({ name: 'finder', view: await find() }),
    failed: (error) => ({ name: 'finder', view: viewOfError(error, request) }),
    status,
  })
}

const SHOWN = {
  form: { fields: ['message', 'place', 'name', 'contact'], file: foundCalls.report.plainForm },
  thread: { fields: ['message'], file: foundCalls.write.plainForm },
}

/** The form for this tag, filled in again with what was rejected. */
async function formView(
  deps: FinderDeps,
  request: FastifyRequest,
  rejected: Rejected | null = null,
): Promise<FinderView> {
  const { petId, petName, contactDetails, photos } = await findPet(deps, request)
  const problems = rejected ? problemsShown(SHOWN.form, rejected.error, request) : NO_PROBLEMS
  return {
    kind: 'form',
    petId,
    petName,
    contactDetails,
    photo: photos[0]?.urls.small ?? null,
    typed: { form_key: randomUUID(), ...rejected?.typed, notice_version: NOTICE_VERSION },
    ...problems,
  }
}

/** The pet on the tag of the address; 404 for a blank or unknown tag. */
async function findPet(deps: FinderDeps, request: FastifyRequest) {
  const { petId: typed } = request.params as { petId: string }
  deps.throttles.tagMisses.rejectIfKnownOver(request.ip)
  const petId = normalizePetId(typed)
  const tag = petId ? await deps.findTagView(petId, writtenBy(request)) : null
  if (tag?.kind === 'pet') return tag.pet
  // Nobody has lost an animal of the street.
  if (tag?.kind !== 'blank' && tag?.kind !== 'community') await deps.throttles.tagMisses.count(request.ip)
  throw notFound('pet_not_found')
}

async function threadView(
  deps: FinderDeps,
  request: FastifyRequest,
  rejected: Rejected | null = null,
): Promise<FinderView> {
  const { token } = request.params as { token: string }
  const thread = await findFinderThread(deps, { token, ip: request.ip })
  const { petId, petName, photo } = thread
  const seen = await seenThread(deps.db, thread, token)
  const problems = rejected ? problemsShown(SHOWN.thread, rejected.error, request) : NO_PROBLEMS
  const typed = rejected?.typed.message ?? ''
  return { kind: 'thread', petId, petName, photo, token, thread: seen, typed, ...problems }
}

function viewOfError(error: unknown, request: FastifyRequest): FinderView {
  if (error instanceof HttpError && error.code === 'pet_not_found') return { kind: 'noPet' }
  if (error instanceof HttpError && error.code === 'found_not_found') return { kind: 'noThread' }
  return { kind: 'failed', message: sentenceOf(error, request) }
}

/** Serves the photos of threads to a finder with their token, and to whoever has an address that the owner was given. */
function photoRoutes(app: FastifyInstance, deps: Deps & { photos: PhotoStore }): void {
  const { db, secretKey } = deps

  app.get<{ Params: { token: string; messageId: string } }>(
    routeOf({ pattern: FINDER_PHOTO_PATH }),
    async (request, reply) => {
      const { token, messageId } = request.params
      const thread = await findFinderThread(deps, { token, ip: request.ip })
      const seen = await listSeenMessages(db, thread)
      if (!seen.some(({ id }) => String(id) === messageId)) throw notFound('photo_not_found')
      return send(reply, Number(messageId), 'medium')
    },
  )

  app.get<{ Params: { messageId: string } }>(routeOf({ pattern: OWNER_PHOTO_PATH }), async (request, reply) => {
    const { messageId } = request.params
    if (!isSigned(subjectOf(messageId), request.query as object, secretKey)) throw notFound('photo_not_found')
    return send(reply, Number(messageId), 'large')
  })

  async function send(reply: FastifyReply, messageId: number, size: 'medium' | 'large'): Promise<FastifyReply> {
    const row = await db
      .selectFrom('found_photos')
      .select('name')
      .where('message_id', '=', messageId)
      .executeTakeFirst()
    const file = row && (await deps.photos.read(photoFile(row.name, size)))
    if (!file) throw notFound('photo_not_found')
    return reply
      .header('content-type', 'image/webp')
      .header('content-length', file.bytes)
      .header('cache-control', 'private, max-age=300')
      .send(file.content)
  }
}
