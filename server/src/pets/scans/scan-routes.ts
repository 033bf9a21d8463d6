import { scanCalls } from '@petsetu/contract/pets/tags.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { routeRegistrar } from '../../platform/http/routing/route-registrar.ts'
import { readOwnPet } from '../pet-queries.ts'
import { listScans } from './scan-counter.ts'

export function scanRoutes(app: FastifyInstance, deps: Deps): void {
  const on = routeRegistrar(app, deps)

  on(scanCalls.list, async ({ params, person }) => {
    const { id } = await readOwnPet(deps.db, params.id, person)
    return listScans(deps.db, id)
  })
}
