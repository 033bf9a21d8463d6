import { lostCalls } from '@petsetu/contract/lost.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { mounter } from '../http/routing/mount.ts'
import { endOwnLost, markLost } from './lost-queries.ts'

export function lostRoutes(app: FastifyInstance, deps: Deps): void {
  const on = mounter(app, deps)
  const { db } = deps

  on(lostCalls.mark, async ({ params, body, person }) => markLost(db, params.id, body, person))

  on(lostCalls.end, async ({ params, person }) => endOwnLost(db, params.id, person))
}
