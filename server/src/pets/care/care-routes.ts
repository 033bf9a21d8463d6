import { careCalls, feedPath } from '@petsetu/contract/pets/care.ts'
import { CARE_KIND_TEXTS, isOver, KINDS_BY_PRODUCT } from '@petsetu/contract/pets/care-kinds.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { keepSession } from '../../people/auth/session-queries.ts'
import { feedSince, findFeedOwner, renewFeed, revokeFeed } from '../../people/users/care-feed.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { notFound } from '../../platform/errors.ts'
import { findOrCountMiss } from '../../platform/http/limits/throttles.ts'
import { bearerToken } from '../../platform/http/routing/person.ts'
import { routeRegistrar } from '../../platform/http/routing/route-registrar.ts'
import { languageOf } from '../../platform/languages/request-language.ts'
import { textsIn } from '../../platform/languages/texts.ts'
import { readOwnPet } from '../pet-queries.ts'
import { type CareEnd, deleteCare, findCare, insertCare, listCare, listCareEnds, updateCare } from './care-queries.ts'

const CALENDAR_TYPE = 'text/calendar; charset=utf-8'
const ALARM_SECONDS_BEFORE = 7 * 24 * 60 * 60

export function careRoutes(app: FastifyInstance, deps: Deps): void {
  calendarRoutes(app, deps)
  const on = routeRegistrar(app, deps)
  const { db } = deps

  on(careCalls.list, async ({ params, person }) => {
    const { id } = await readOwnPet(db, params.id, person)
    return listCare(db, id)
  })

  on(careCalls.create, async ({ params, body, by, createOnce }) => {
    const id = await createOnce(async (transaction) => (await insertCare(transaction, params.id, body, by)).id)
    const record = await findCare(db, id)
    if (!record) throw notFound('care_not_found')
    return record
  })

  on(careCalls.update, async ({ params, body, by }) => updateCare(db, params, body, by))

  on(careCalls.delete, async ({ params, by }) => deleteCare(db, params, by))

  on(careCalls.listDue, async ({ person }) => {
    const ends = (await listCareEnds(db, { userId: person.id })).filter((end) => !isOver(end))
    // They come earliest first, so the first of each pet is what is due next.
    const told = new Set<number>()
    return ends.filter(({ pet_id }) => !told.has(pet_id) && told.add(pet_id))
  })
}

function calendarRoutes(app: FastifyInstance, deps: Deps): void {
  const on = routeRegistrar(app, deps)
  const { db, throttles, config } = deps

  on(careCalls.calendar, async ({ params, person, request, reply }) => {
    const pet = await readOwnPet(db, params.id, person)
    const ends = await listCareEnds(db, { petNumber: pet.id })
    reply.header('content-type', CALENDAR_TYPE)
    reply.header('content-disposition', `attachment; filename="care-${pet.petId}.ics"`)
    return careCalendar(ends, textsIn(languageOf(request)), config.publicUrl)
  })

  on(careCalls.readFeed, async ({ params, request, reply }) => {
    const find = () => findFeedOwner(db, params.token)
    const owner = await findOrCountMiss(throttles.careFeedMisses, request.ip, 'feed_not_found', find)
    const ends = await listCareEnds(db, { userId: owner.userId })
    const language = owner.language ?? languageOf(request)
    reply.header('content-type', CALENDAR_TYPE)
    return careCalendar(ends, textsIn(language), config.publicUrl)
  })

  on(careCalls.feedState, async ({ person }) => {
    const since = await feedSince(db, person.id)
    return { created_at: since?.toISOString() ?? null }
  })

  on(careCalls.renewFeed, ({ person, request }) =>
    inTransaction(db, async (transaction) => {
      await keepSession(transaction, bearerToken(request))
      return { path: feedPath(await renewFeed(transaction, person.id)) }
    }),
  )

  on(careCalls.revokeFeed, async ({ person }) => revokeFeed(db, person.id))
}

/** An iCalendar file. An event keeps its id with the pet and what it is about, so that a subscribed calendar moves it. */
async function careCalendar(ends: CareEnd[], text: Translate, publicUrl: string): Promise<string> {
  // Loaded on demand, as few requests need the library.
  const { default: ical, ICalAlarmType } = await import('ical-generator')
  const calendar = ical({
    name: text('careCalendar.name'),
    prodId: { company: 'PetSetu', product: 'care', language: 'EN' },
  })
  for (const { pet_id, petName, kind, day, firstId } of ends) {
    const about = KINDS_BY_PRODUCT.includes(kind) ? `${kind}-${firstId}` : kind
    const summary = text('careCalendar.due', { pet: petName, kind: text(CARE_KIND_TEXTS[kind]) })
    calendar.createEvent({
      id: `care-${pet_id}-${about}@${new URL(publicUrl).hostname}`,
      start: new Date(`${day}T00:00:00Z`),
      allDay: true,
      summary,
      alarms: [{ type: ICalAlarmType.display, triggerBefore: ALARM_SECONDS_BEFORE, description: summary }],
    })
  }
  // RFC 5545 ends every line so, the last one too.
  return `${calendar.toString()}\r\n`
}
