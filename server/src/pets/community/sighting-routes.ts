import { paths } from '@petsetu/contract/paths.ts'
import { communityCalls } from '@petsetu/contract/pets/community.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Deps } from '../../deps.ts'
import { isPlainForm } from '../../platform/http/bodies/plain-form.ts'
import { sourceOf } from '../../platform/http/limits/source-of.ts'
import { isOver } from '../../platform/http/limits/throttles.ts'
import { checkedFields } from '../../platform/http/routing/checked-fields.ts'
import { routeRegistrar } from '../../platform/http/routing/route-registrar.ts'
import { countSighting } from './sightings.ts'

/** 'I have seen it': a form of the public page that needs no script. */
export function sightingRoutes(app: FastifyInstance, deps: Deps): void {
  const on = routeRegistrar(app, deps)
  const { db, throttles } = deps

  on(communityCalls.see, async ({ params: { petId }, request, reply, whenReceived }) => {
    await throttles.sightingsByAddress.count(request.ip)
    const { area } = checkedFields(communityCalls.see.body, request.body)
    // Whoever taps again is thanked again, and not counted.
    const key = `${petId} ${sourceOf(request.ip)}`
    const isRepeated = await isOver(() => throttles.sightingsByTagAndAddress.count(key))
    if (!isRepeated) await whenReceived(() => countSighting(db, petId, area))
    return isPlainForm(request) ? thank(reply, petId) : undefined
  })
}

function thank(reply: FastifyReply, petId: string): FastifyReply {
  return reply.redirect(paths.petDetail.to({ petId }, { seen: 'yes' }), 303)
}
