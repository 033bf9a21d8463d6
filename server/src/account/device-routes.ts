import { deviceCalls } from '@petsetu/contract/devices.ts'
import { succeed } from '@petsetu/contract/envelope.ts'
import type { FastifyInstance } from 'fastify'
import { recordAudit } from '../audit/record-audit.ts'
import { closeSessionsOf } from '../auth/session-queries.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../errors.ts'
import { mounter } from '../http/routing/mount.ts'
import { bearerToken } from '../http/routing/person.ts'
import { recordEvent } from '../record-event.ts'
import { endDevice, listDevices } from './device-queries.ts'

export function deviceRoutes(app: FastifyInstance, deps: Deps): void {
  const on = mounter(app, deps)

  on(deviceCalls.list, async ({ person, request }) =>
    succeed(await listDevices(deps.db, person.id, bearerToken(request) ?? '')),
  )

  on(deviceCalls.signOutOthers, async ({ person, request }) => {
    await closeSessionsOf(deps.db, person.id, bearerToken(request))
    recordEvent(request.log, { event: 'sessions-ended', userId: person.id, actorId: person.id })
  })

  on(deviceCalls.signOut, async ({ params, person, request }) => {
    const userId = await inTransaction(deps.db, async (transaction) => {
      const id = await endDevice(transaction, params.id, person)
      if (id === null) throw notFound('device_not_found')
      const object = { kind: 'user', id } as const
      if (id !== person.id) await recordAudit(transaction, { person, request }, { action: 'sessions-ended', object })
      return id
    })
    recordEvent(request.log, { event: 'sessions-ended', userId, actorId: person.id })
  })
}
