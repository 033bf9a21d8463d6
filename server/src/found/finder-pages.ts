import { normalizePetId } from '@petsetu/contract/pet-id.ts'
import type { FinderView } from '@petsetu/contract/public-pages.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { HttpError, isDatabaseUnavailable, notFound } from '../errors.ts'
import type { PhotoStore } from '../files/photo-store.ts'
import { recordRejection } from '../http/routing/error-reply.ts'
import type { SendPage } from '../http/routing/send-page.ts'
import { languageOf } from '../languages/request-language.ts'
import { textsIn } from '../languages/texts.ts'
import type { FindTagView } from '../pets/tag-view.ts'
import { findFinderThread, listFinderMessages } from './finder-thread.ts'

export type FinderDeps = Deps & { findTagView: FindTagView; sendPage: SendPage; photos: PhotoStore }

/** What was typed and not accepted, to be shown again. */
type Rejected = { typed: Record<string, string>; error: unknown }

/** Sends a page for a finder. If it cannot be made, the finder still gets a page and not a bare error. */
export async function answerWithPage(
  { sendPage, loadShedding }: FinderDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  find: () => Promise<FinderView>,
  status = 200,
): Promise<FastifyReply> {
  try {
    loadShedding.enter('normal')
    try {
      return sendPage(request, reply, { name: 'finder', view: await find() }, status)
    } finally {
      loadShedding.leave()
    }
  } catch (error) {
    return sendPage(
      request,
      reply,
      { name: 'finder', view: viewOfError(error, request) },
      statusOf(error, request, reply),
    )
  }
}

/** The form for this tag, filled in again with what was rejected. */
export async function formView(
  deps: FinderDeps,
  request: FastifyRequest,
  rejected: Rejected | null = null,
): Promise<FinderView> {
  const { petId, petName, contactDetails } = await findPet(deps, request)
  const problem = rejected && sentenceOf(rejected.error, request)
  return { kind: 'form', petId, petName, contactDetails, typed: rejected?.typed ?? {}, problem }
}

/** The pet on the tag of the address; 404 for a blank or unknown tag. */
export async function findPet(deps: FinderDeps, request: FastifyRequest) {
  const { petId: typed } = request.params as { petId: string }
  deps.throttles.tagMisses.rejectIfKnownOver(request.ip)
  const petId = normalizePetId(typed)
  const tag = petId ? await deps.findTagView(petId) : null
  if (tag?.kind === 'pet') return tag.pet
  if (tag?.kind !== 'blank') await deps.throttles.tagMisses.count(request.ip)
  throw notFound('pet_not_found')
}

export async function threadView(
  deps: FinderDeps,
  request: FastifyRequest,
  rejected: Rejected | null = null,
): Promise<FinderView> {
  const { token } = request.params as { token: string }
  const thread = await findFinderThread(deps, { token, ip: request.ip })
  const { petId, petName, isClosed } = thread
  const messages = await listFinderMessages(deps.db, thread, token)
  const problem = rejected && sentenceOf(rejected.error, request)
  return { kind: 'thread', petId, petName, messages, isClosed, typed: rejected?.typed.message ?? '', problem }
}

/** The status of a rejected form or page; logs what matters. */
export function statusOf(error: unknown, request: FastifyRequest, reply: FastifyReply): number {
  if (error instanceof HttpError) {
    recordRejection(request, error)
    if (error.retryAfterSeconds) reply.header('retry-after', error.retryAfterSeconds)
    return error.status
  }
  request.log.error({ err: error }, 'the page of a finder failed')
  return isDatabaseUnavailable(error) ? 503 : 500
}

function viewOfError(error: unknown, request: FastifyRequest): FinderView {
  if (error instanceof HttpError && error.code === 'pet_not_found') return { kind: 'noPet' }
  if (error instanceof HttpError && error.code === 'found_not_found') return { kind: 'noThread' }
  return { kind: 'failed', message: sentenceOf(error, request) }
}

function sentenceOf(error: unknown, request: FastifyRequest): string {
  const text = textsIn(languageOf(request))
  if (!(error instanceof HttpError)) return text('errors.unexpected')
  const { message, errors } = error.describe(text)
  return errors ? Object.values(errors).join(' ') : message
}
