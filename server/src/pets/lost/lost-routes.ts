import { paths, routeOf } from '@petsetu/contract/paths.ts'
import { lostCalls } from '@petsetu/contract/pets/lost.ts'
import { shownKind, speciesOf } from '@petsetu/contract/pets/pet-facts.ts'
import { paginationOf } from '@petsetu/contract/platform/envelope.ts'
import type { ListedLost, LostList } from '@petsetu/contract/site/public-pages.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { readingOf } from '../../people/consents/record-consent.ts'
import { containing, countMatches } from '../../platform/db/expressions.ts'
import type { Db } from '../../platform/db/pool.ts'
import { answerWithPage, type SendPage } from '../../platform/http/routing/pages.ts'
import { routeRegistrar } from '../../platform/http/routing/route-registrar.ts'
import { languageOf } from '../../platform/languages/request-language.ts'
import { textsIn } from '../../platform/languages/texts.ts'
import { photoOf, photosColumn } from '../photo-queries.ts'
import { endOwnLost, markLost } from './lost-queries.ts'

export function lostRoutes(app: FastifyInstance, deps: Deps & { sendPage: SendPage }): void {
  const on = routeRegistrar(app, deps)
  const { db } = deps

  app.get(routeOf(paths.lostPets), lostPage(deps))

  on(lostCalls.mark, async ({ params, body, person, request }) =>
    markLost(db, params.id, body, { person, request, ...readingOf(request) }),
  )

  on(lostCalls.end, async ({ params, by }) => endOwnLost(db, params.id, by))
}

const AREA_LENGTH_MAX = 100

/** The public list of lost pets, on pages that need no script. If it cannot be read, the visitor still gets a page. */
function lostPage(deps: Deps & { sendPage: SendPage }) {
  return (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    answerWithPage(deps, request, reply, {
      read: async () => ({ name: 'lost', list: await read(request) }),
      failed: () => ({ name: 'lost', list: { kind: 'failed' } }),
    })

  async function read(request: FastifyRequest): Promise<LostList> {
    const list = await listLost(deps.db, askedFor(request))
    const text = textsIn(languageOf(request))
    return { ...list, pets: list.pets.map((pet) => ({ ...pet, petType: shownKind(pet.petType, text) })) }
  }
}

/** Reads the page and the area of the address. Anything but a page number is page 1; an area is looked for as it is typed. */
function askedFor({ query }: FastifyRequest): { area: string; page: number } {
  const { area, page } = query as Record<string, unknown>
  const typed =
    typeof area === 'string' ? area.slice(0, AREA_LENGTH_MAX).toWellFormed().replaceAll('\0', '').trim() : ''
  return { area: typed, page: typeof page === 'string' && /^[1-9]\d{0,3}$/.test(page) ? Number(page) : 1 }
}

const PETS_A_PAGE = 24
const AREAS_MAX = 12

/** A page of the lost pets whose owners agreed, the latest first; with an `area`, those whose area contains it. */
export async function listLost(
  db: Db,
  { area, page: asked }: { area: string; page: number },
): Promise<Extract<LostList, { kind: 'list' }>> {
  const total = await countMatches(db, selectListed(db, area).select('pets.id'))
  const { last_page: last } = paginationOf({ page: asked, limit: PETS_A_PAGE }, total)
  const page = Math.min(asked, last)
  return { kind: 'list', area, areas: await listAreas(db), pets: await petsOn(db, area, page), page, last }
}

// Keyboards write some letters of Hindi and Marathi as one character or as two.
const AREA = sql<string>`normalize(area, NFC)`

function selectListed(db: Db, area: string) {
  return db
    .selectFrom('lost_pets')
    .innerJoin('pets', 'pets.id', 'pet_number')
    .where('is_listed', '=', true)
    .$if(area !== '', (query) => query.where(AREA, 'ilike', containing(area.normalize('NFC'))))
}

async function petsOn(db: Db, area: string, page: number): Promise<ListedLost[]> {
  const rows = await selectListed(db, area)
    .select([
      'pet_id as petId',
      'pet_name as petName',
      'pet_type as petType',
      'since',
      'area',
      'reward_rupees as reward',
    ])
    .select(photosColumn)
    .orderBy('since', 'desc')
    .orderBy('pet_number', 'desc')
    .limit(PETS_A_PAGE)
    .offset((page - 1) * PETS_A_PAGE)
    .execute()
  return rows.map(({ photos: [main], ...pet }) => ({
    ...pet,
    species: speciesOf(pet.petType),
    photo: main ? photoOf(main) : null,
  }))
}

/** The areas with the most lost pets. Each counts all that its link lists: those of longer areas that contain it, too. */
async function listAreas(db: Db): Promise<{ area: string; pets: number }[]> {
  const areas = db
    .selectFrom('lost_pets')
    .select([sql<string>`min(area)`.as('area'), sql<string>`lower(${AREA})`.as('words')])
    .where('is_listed', '=', true)
    .groupBy(sql`lower(${AREA})`)
    .orderBy(sql`count(*)`, 'desc')
    .orderBy('area')
    .limit(AREAS_MAX)
  return db
    .selectFrom(areas.as('areas'))
    .innerJoin('lost_pets', (join) =>
      join.on('is_listed', '=', true).on(sql<boolean>`strpos(lower(normalize(lost_pets.area, NFC)), words) > 0`),
    )
    .select(['areas.area', sql<number>`count(*)`.as('pets')])
    .groupBy('areas.area')
    .orderBy('pets', 'desc')
    .orderBy('areas.area')
    .execute()
}
