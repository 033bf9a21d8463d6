import { paths } from '@petsetu/contract/paths.ts'
import { lostCalls } from '@petsetu/contract/pets/lost.ts'
import { shownKind } from '@petsetu/contract/pets/pet-words.ts'
import { routeOf } from '@petsetu/contract/platform/page-at.ts'
import type { LostList } from '@petsetu/contract/site/public-pages.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { statusOf } from '../../platform/http/routing/rejected-page.ts'
import { routeRegistrar } from '../../platform/http/routing/route-registrar.ts'
import type { SendPage } from '../../platform/http/routing/send-page.ts'
import { languageOf } from '../../platform/languages/request-language.ts'
import { textsIn } from '../../platform/languages/texts.ts'
import { listLost } from './lost-list.ts'
import { endOwnLost, markLost } from './lost-queries.ts'

export function lostRoutes(app: FastifyInstance, deps: Deps & { sendPage: SendPage }): void {
  const on = routeRegistrar(app, deps)
  const { db } = deps

  app.get(routeOf(paths.lostPets), lostPage(deps))

  on(lostCalls.mark, async ({ params, body, person, request }) =>
    markLost(db, params.id, body, { person, request, language: languageOf(request) }),
  )

  on(lostCalls.end, async ({ params, person, request }) => endOwnLost(db, params.id, { person, request }))
}

const AREA_LENGTH_MAX = 100

/** The public list of lost pets, on pages that need no script. If it cannot be read, the visitor still gets a page. */
function lostPage({ db, loadShedding, sendPage }: Deps & { sendPage: SendPage }) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { list, status } = await read(request, reply)
    return sendPage(request, reply, { name: 'lost', list }, status)
  }

  async function read(request: FastifyRequest, reply: FastifyReply): Promise<{ list: LostList; status: number }> {
    try {
      const list = await loadShedding.run(() => listLost(db, askedFor(request)))
      const text = textsIn(languageOf(request))
      const pets = list.pets.map((pet) => ({ ...pet, petType: shownKind(pet.petType, text) }))
      return { list: { ...list, pets }, status: 200 }
    } catch (error) {
      return { list: { kind: 'failed' }, status: statusOf(error, request, reply) }
    }
  }
}

/** Reads the page and the area of the address. Anything but a page number is page 1; an area is looked for as it is typed. */
function askedFor({ query }: FastifyRequest): { area: string; page: number } {
  const { area, page } = query as Record<string, unknown>
  const typed =
    typeof area === 'string' ? area.slice(0, AREA_LENGTH_MAX).toWellFormed().replaceAll('\0', '').trim() : ''
  return { area: typed, page: typeof page === 'string' && /^[1-9]\d{0,3}$/.test(page) ? Number(page) : 1 }
}
