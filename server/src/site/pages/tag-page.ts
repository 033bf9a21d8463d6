import { shownAge, shownKind } from '@petsetu/contract/pets/pet-facts.ts'
import { normalizePetId } from '@petsetu/contract/pets/pet-id.ts'
import type { FoundTag, PublicPage, Sighting, TagView } from '@petsetu/contract/site/public-pages.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { listWards } from '../../pets/community/community-queries.ts'
import { isOwnLook, isPerson, type LostScans } from '../../pets/lost/lost-scans.ts'
import type { FindTagView } from '../../pets/public-pet.ts'
import type { ScanCounter } from '../../pets/scans/scan-counter.ts'
import { writtenBy } from '../../platform/db/standby.ts'
import { statusOf } from '../../platform/http/routing/error-reply.ts'
import { languageOf } from '../../platform/languages/request-language.ts'
import { textsIn } from '../../platform/languages/texts.ts'
import { type RenderedPages, sendHtml } from './rendered-pages.ts'

export type TagPageDeps = Deps & {
  findTagView: FindTagView
  scans: Pick<ScanCounter, 'count'>
  lostScans: Pick<LostScans, 'add'>
}

export function tagPage(deps: TagPageDeps, pages: RenderedPages) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { petId } = request.params as { petId: string }
    const { tag, status } = await lookUp(petId, request, reply)
    // Everybody who opens the page counts, the owner and link previews too: telling them apart would take an address or a cookie.
    const scanned = tag.kind === 'community' ? tag.animal.pet.petId : null
    if (scanned && request.method === 'GET') deps.scans.count(scanned)
    if (tag.kind === 'pet' && request.method === 'GET') {
      deps.scans.count(tag.pet.petId)
      if (tag.pet.lost && isPerson(request) && !isOwnLook(request)) deps.lostScans.add(tag.pet.petId)
    }
    reply.code(status).header('x-robots-tag', 'noindex')
    const { seen } = request.query as { seen?: unknown }
    const page = await pageOf(deps, request, tag, seen === undefined ? null : 'counted')
    return sendHtml(request, reply, pages.encoded(page, languageOf(request)))
  }

  /** Finds the page for a tag ID that was scanned or typed. If that fails, the visitor still gets a page and not a bare error. */
  async function lookUp(
    typed: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<{ tag: FoundTag; status: number }> {
    try {
      deps.throttles.tagMisses.rejectIfKnownOver(request.ip)
      const petId = normalizePetId(typed)
      const tag: FoundTag = petId
        ? await deps.loadShedding.run(() => deps.findTagView(petId, writtenBy(request)), 'critical')
        : { kind: 'missing' }
      if (tag.kind === 'missing') await deps.throttles.tagMisses.count(request.ip)
      return { tag, status: tag.kind === 'missing' ? 404 : 200 }
    } catch (error) {
      return { tag: { kind: 'failed' }, status: statusOf(error, request, reply) }
    }
  }
}

/** Makes the page that answers a sighting which was not counted. */
export function notCountedPage(deps: TagPageDeps) {
  return async (request: FastifyRequest, petId: string): Promise<PublicPage> => {
    const tag = await deps.findTagView(petId, writtenBy(request)).catch((): FoundTag => ({ kind: 'failed' }))
    return pageOf(deps, request, tag, 'failed')
  }
}

async function pageOf(
  deps: Deps,
  request: FastifyRequest,
  tag: FoundTag,
  sighting: Sighting | null,
): Promise<PublicPage> {
  const language = languageOf(request)
  if (tag.kind !== 'community') return { name: 'petDetail', tag: inWordsOf(language, tag) }
  const animal = { ...tag.animal, pet: inWords(language, tag.animal.pet) }
  return { name: 'community', animal, areas: await areasAround(deps, tag.animal.community.ward), sighting }
}

/** The wards in which somebody may have seen it, its own first. Without the others, the page is still of use. */
async function areasAround({ db, loadShedding }: Deps, ward: string): Promise<string[]> {
  const wards = await loadShedding.run(() => listWards(db)).catch(() => [])
  return [ward, ...wards.filter((other) => other !== ward)]
}

/** Here and not in the browser, because the page's script has no room for these words. */
function inWordsOf(language: Language, tag: TagView): TagView {
  if (tag.kind !== 'pet') return tag
  return { ...tag, pet: inWords(language, tag.pet) }
}

function inWords<P extends { petType: string; petAge: string }>(language: Language, pet: P): P {
  const text = textsIn(language)
  return { ...pet, petType: shownKind(pet.petType, text), petAge: shownAge(pet.petAge, text) }
}
