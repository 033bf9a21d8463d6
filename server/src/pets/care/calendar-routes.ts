import { careCalls, feedPath } from '@petsetu/contract/pets/care.ts'
import { isLanguage } from '@petsetu/languages/languages.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { feedSince, findFeedOwner, renewFeed, revokeFeed } from '../../people/users/care-feed.ts'
import { notFound } from '../../platform/errors.ts'
import { routeRegistrar } from '../../platform/http/routing/route-registrar.ts'
import { languageOf } from '../../platform/languages/request-language.ts'
import { textsIn } from '../../platform/languages/texts.ts'
import { findOwnPet } from '../pet-queries.ts'
import { listCareEnds } from './care-queries.ts'

const CALENDAR_TYPE = 'text/calendar; charset=utf-8'

/** The calendar file of a pet, and the private feed of all pets of an account. */
export function calendarRoutes(app: FastifyInstance, deps: Deps): void {
  const on = routeRegistrar(app, deps)
  const { db, throttles, config } = deps

  on(careCalls.calendar, async ({ params, person, request, reply }) => {
    const pet = await findOwnPet(db, params.id, person)
    if (!pet) throw notFound('pet_not_found')
    const ends = await listCareEnds(db, { petNumber: pet.id })
    reply.header('content-type', CALENDAR_TYPE)
    reply.header('content-disposition', `attachment; filename="care-${pet.petId}.ics"`)
    return (await loadCalendar()).careCalendar(ends, textsIn(languageOf(request)), config.publicUrl)
  })

  on(careCalls.readFeed, async ({ params, request, reply }) => {
    throttles.careFeedMisses.rejectIfKnownOver(request.ip)
    const owner = await findFeedOwner(db, params.token)
    if (!owner) {
      await throttles.careFeedMisses.count(request.ip)
      throw notFound('feed_not_found')
    }
    const ends = await listCareEnds(db, { userId: owner.userId })
    const language = isLanguage(owner.language) ? owner.language : languageOf(request)
    reply.header('content-type', CALENDAR_TYPE)
    return (await loadCalendar()).careCalendar(ends, textsIn(language), config.publicUrl)
  })

  on(careCalls.feedState, async ({ person }) => {
    const since = await feedSince(db, person.id)
    return { created_at: since?.toISOString() ?? null }
  })

  on(careCalls.renewFeed, async ({ person }) => ({ path: feedPath(await renewFeed(db, person.id)) }))

  on(careCalls.revokeFeed, async ({ person }) => revokeFeed(db, person.id))
}

/** Loaded on demand, as few requests need the library. */
const loadCalendar = () => import('./care-calendar.ts')
