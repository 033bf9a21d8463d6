import { normalizePetId } from '@petsetu/contract/pet-id.ts'
import type { TagView } from '@petsetu/contract/public-pages.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseUnavailable } from '../db/database-errors.ts'
import type { Deps } from '../deps.ts'
import { HttpError } from '../errors.ts'
import { recordRejection } from '../http/routing/error-reply.ts'
import { languageOf } from '../languages/request-language.ts'
import { isPerson } from '../lost/is-person.ts'
import type { LostScans } from '../lost/lost-scans.ts'
import type { FindTagView } from '../pets/tag-view.ts'
import type { ScanCounter } from '../scans/scan-counter.ts'
import type { RenderedPages } from './rendered-pages.ts'
import { sendHtml } from './send-html.ts'

type Found = { tag: TagView; status: number; retryAfterSeconds?: number | undefined }

export type TagPageDeps = Deps & {
  findTagView: FindTagView
  scans: Pick<ScanCounter, 'count'>
  lostScans: Pick<LostScans, 'add'>
}

/** Answers a scan: the page of the pet, of a blank tag, or one that says that there is none. */
export function tagPage(deps: TagPageDeps, pages: RenderedPages) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { petId } = request.params as { petId: string }
    const { tag, status, retryAfterSeconds } = await lookUp(petId, request)
    // Everybody who opens the page counts, the owner and link previews too: telling them apart would take an address or a cookie.
    if (tag.kind === 'pet' && request.method === 'GET') {
      deps.scans.count(tag.pet.petId)
      if (tag.pet.lost && isPerson(request)) deps.lostScans.add(tag.pet.petId)
    }
    if (retryAfterSeconds) reply.header('retry-after', retryAfterSeconds)
    reply.code(status).header('x-robots-tag', 'noindex')
    return sendHtml(request, reply, pages.encoded({ name: 'petDetail', tag }, languageOf(request)))
  }

  /** Finds the page for a tag ID that was scanned or typed. If that fails, the visitor still gets a page and not a bare error. */
  async function lookUp(typed: string, request: FastifyRequest): Promise<Found> {
    try {
      deps.throttles.tagMisses.rejectIfKnownOver(request.ip)
      const petId = normalizePetId(typed)
      const tag: TagView = petId ? await findTag(petId) : { kind: 'missing' }
      if (tag.kind === 'missing') await deps.throttles.tagMisses.count(request.ip)
      return { tag, status: tag.kind === 'missing' ? 404 : 200 }
    } catch (error) {
      const failed: TagView = { kind: 'failed' }
      if (error instanceof HttpError) {
        recordRejection(request, error)
        return { tag: failed, status: error.status, retryAfterSeconds: error.retryAfterSeconds }
      }
      request.log.error({ err: error }, 'the pet page failed')
      return { tag: failed, status: isDatabaseUnavailable(error) ? 503 : 500, retryAfterSeconds: 5 }
    }
  }

  async function findTag(petId: string): Promise<TagView> {
    deps.loadShedding.enter('critical')
    try {
      return await deps.findTagView(petId)
    } finally {
      deps.loadShedding.leave()
    }
  }
}
