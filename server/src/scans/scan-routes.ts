import { scanCalls } from '@petsetu/contract/scans.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { notFound } from '../errors.ts'
import { mounter } from '../http/routing/mount.ts'
import { findOwnPet } from '../pets/pet-queries.ts'
import { listScans } from './scan-queries.ts'

export function scanRoutes(app: FastifyInstance, deps: Deps): void {
  const on = mounter(app, deps)

  on(scanCalls.list, async ({ params, person }) => {
    const pet = await findOwnPet(deps.db, params.id, person)
    if (!pet) throw notFound('pet_not_found')
    return listScans(deps.db, pet.id)
  })
}
