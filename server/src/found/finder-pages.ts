import { randomUUID } from 'node:crypto'
import { normalizePetId } from '@petsetu/contract/pet-id.ts'
import type { FinderView } from '@petsetu/contract/public-pages.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { HttpError, notFound } from '../errors.ts'
import type { PhotoStore } from '../files/photo-store.ts'
import type { Rejected } from '../http/routing/answer-form.ts'
import { sentenceOf, statusOf } from '../http/routing/rejected-page.ts'
import type { SendPage } from '../http/routing/send-page.ts'
import type { FindTagView } from '../pets/tag-view.ts'
import { findFinderThread, listFinderMessages } from './finder-thread.ts'

export type FinderDeps = Deps & { findTagView: FindTagView; sendPage: SendPage; photos: PhotoStore }

/** Sends a page for a finder. If it cannot be made, the finder still gets a page and not a bare error. */
export async function answerWithPage(
  { sendPage, loadShedding }: FinderDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  find: () => Promise<FinderView>,
  status = 200,
): Promise<FastifyReply> {
  try {
    const view = await loadShedding.run(find)
    return sendPage(request, reply, { name: 'finder', view }, status)
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
  return {
    kind: 'form',
    petId,
    petName,
    contactDetails,
    typed: { form_key: randomUUID(), ...rejected?.typed },
    problem,
  }
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

function viewOfError(error: unknown, request: FastifyRequest): FinderView {
  if (error instanceof HttpError && error.code === 'pet_not_found') return { kind: 'noPet' }
  if (error instanceof HttpError && error.code === 'found_not_found') return { kind: 'noThread' }
  return { kind: 'failed', message: sentenceOf(error, request) }
}
