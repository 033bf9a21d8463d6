import { foundCalls } from '@petsetu/contract/pets/found.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { recordAudit } from '../../people/audit/record-audit.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { notFound } from '../../platform/errors.ts'
import { routeRegistrar } from '../../platform/http/routing/route-registrar.ts'
import { recordEvent } from '../../platform/record-event.ts'
import { closeThread, listAbuse, openReported, readThread, readWholeThread } from './found-queries.ts'

export function foundAdminRoutes(app: FastifyInstance, deps: Deps): void {
  const on = routeRegistrar(app, deps)
  const { db } = deps

  on(foundCalls.listAbuse, async () => listAbuse(db))

  on(foundCalls.openReported, async ({ params: { id }, body: { reason }, person, request }) => {
    await inTransaction(db, async (transaction) => {
      await openReported(transaction, id, person.id)
      const object = { kind: 'thread', id } as const
      await recordAudit(transaction, { person, request }, { action: 'conversation-read', object, reason })
    })
    recordEvent(request.log, { event: 'found-opened', reportId: id, actorId: person.id })
    return succeed(await readWholeThread(deps, id, person))
  })

  on(foundCalls.closeAny, async ({ params: { id }, person, request }) => {
    const thread = await inTransaction(db, async (transaction) => {
      const isClosed = await closeThread(transaction, id, 'closed')
      const object = { kind: 'thread', id } as const
      if (isClosed) await recordAudit(transaction, { person, request }, { action: 'thread-closed', object })
      return readThread(transaction, id)
    })
    recordEvent(request.log, { event: 'found-closed', reportId: id, actorId: person.id })
    return thread
  })

  on(foundCalls.deleteAny, async ({ params: { id }, person, request }) => {
    await inTransaction(db, async (transaction) => {
      const { numDeletedRows } = await transaction.deleteFrom('found_reports').where('id', '=', id).executeTakeFirst()
      if (numDeletedRows === 0n) throw notFound('found_not_found')
      const object = { kind: 'thread', id } as const
      await recordAudit(transaction, { person, request }, { action: 'thread-deleted', object })
    })
    recordEvent(request.log, { event: 'found-deleted', reportId: id, actorId: person.id })
  })
}
