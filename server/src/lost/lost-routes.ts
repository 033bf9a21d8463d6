import { lostCalls } from '@petsetu/contract/lost.ts'
import { routeOf } from '@petsetu/contract/page-at.ts'
import { paths } from '@petsetu/contract/paths.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { mounter } from '../http/routing/mount.ts'
import type { SendPage } from '../http/routing/send-page.ts'
import { lostPage } from './lost-page.ts'
import { endOwnLost, markLost } from './lost-queries.ts'

export function lostRoutes(app: FastifyInstance, deps: Deps & { sendPage: SendPage }): void {
  const on = mounter(app, deps)
  const { db } = deps

  app.get(routeOf(paths.lostPets), lostPage(deps))

  on(lostCalls.mark, async ({ params, body, person, request }) => markLost(db, params.id, body, { person, request }))

  on(lostCalls.end, async ({ params, person, request }) => endOwnLost(db, params.id, { person, request }))
}
