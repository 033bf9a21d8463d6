import type { AuditAction } from '@petsetu/contract/people/audit.ts'
import { foundCalls } from '@petsetu/contract/pets/found.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { type Actor, recordAudit } from '../../people/audit/record-audit.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { conflict } from '../../platform/errors.ts'
import { routeRegistrar } from '../../platform/http/routing/route-registrar.ts'
import { endLost } from '../lost/lost-queries.ts'
import { insertMessage } from './found-messages.ts'
import { closeThread, listOwnThreads, lockThread, markRead, mutePet, readWholeThread } from './found-queries.ts'

/** The owner's side. An admin who has opened a reported thread sees and does the same, but writes as the foundation. */
export function foundOwnerRoutes(app: FastifyInstance, deps: Deps): void {
  const on = routeRegistrar(app, deps)
  const { db, throttles } = deps

  on(foundCalls.listOwn, async ({ person }) => succeed(await listOwnThreads(db, person.id)))

  on(foundCalls.read, async ({ params: { id }, person }) => succeed(await readWholeThread(deps, id, person)))

  on(foundCalls.markRead, async ({ params: { id }, person }) => {
    await readWholeThread(deps, id, person)
    await markRead(db, id, person)
  })

  on(foundCalls.answer, async ({ params: { id }, body, person, request, createOnce }) => {
    await readWholeThread(deps, id, person)
    await throttles.foundMessages.count(`owner ${id}`)
    await createOnce(async (transaction) => {
      const { closed_at, ownerId } = await lockThread(transaction, id, person)
      if (closed_at) throw conflict('found_closed')
      await audit(transaction, { person, request }, 'thread-answered', id)
      return insertMessage(transaction, id, { by: ownerId === person.id ? 'owner' : 'foundation' }, body)
    })
    return succeed(await readWholeThread(deps, id, person))
  })

  on(foundCalls.close, async ({ params: { id }, person, request }) => {
    await inTransaction(db, async (transaction) => {
      const { petNumber } = await lockThread(transaction, id, person)
      await closeThread(transaction, id, 'home')
      await endLost(transaction, petNumber)
      await audit(transaction, { person, request }, 'thread-closed', id)
    })
    return succeed(await readWholeThread(deps, id, person))
  })

  on(foundCalls.mute, async ({ params: { id }, person, request }) => {
    await inTransaction(db, async (transaction) => {
      const { petNumber } = await lockThread(transaction, id, person)
      await mutePet(transaction, petNumber)
      await audit(transaction, { person, request }, 'thread-muted', id)
    })
    return succeed(await readWholeThread(deps, id, person))
  })

  on(foundCalls.reportAbuse, async ({ params: { id }, body: { reason }, person, request }) => {
    await inTransaction(db, async (transaction) => {
      await lockThread(transaction, id, person)
      await transaction
        .updateTable('found_reports')
        .set({ abuse_reported_at: sql`now()`, abuse_reason: reason })
        .where('id', '=', id)
        .execute()
      await audit(transaction, { person, request }, 'thread-reported', id)
    })
    return succeed(await readWholeThread(deps, id, person))
  })
}

function audit(transaction: Db, by: Actor, action: AuditAction, id: number): Promise<void> {
  return recordAudit(transaction, by, { action, object: { kind: 'thread', id } })
}
