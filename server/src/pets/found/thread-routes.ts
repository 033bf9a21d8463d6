import type { AuditAction } from '@petsetu/contract/people/audit.ts'
import { foundCalls } from '@petsetu/contract/pets/found.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { type Actor, recordAudit } from '../../people/audit/record-audit.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { routeRegistrar } from '../../platform/http/routing/route-registrar.ts'
import { recordAct } from '../../platform/record-event.ts'
import { endLost } from '../lost/lost-queries.ts'
import {
  closeThread,
  insertMessage,
  listAbuse,
  listOwnThreads,
  lockThread,
  markRead,
  mutePet,
  openReported,
  readThread,
  readWholeThread,
  requireReported,
} from './found-queries.ts'
import { notifyOfFoundation } from './mail-owner.ts'

/** The owner's side. An admin who has opened a reported thread sees and does the same, but writes as the foundation. */
export function threadRoutes(app: FastifyInstance, deps: Deps): void {
  adminRoutes(app, deps)
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
      const by = ownerId === person.id ? 'owner' : 'foundation'
      const messageId = await insertMessage(transaction, id, { by }, body)
      if (by === 'foundation') await notifyOfFoundation(transaction, id)
      return messageId
    })
    return succeed(await readWholeThread(deps, id, person))
  })

  on(foundCalls.close, async ({ params: { id }, person, by }) => {
    await inTransaction(db, async (transaction) => {
      const { petNumber, outcome } = await lockThread(transaction, id, person)
      await closeThread(transaction, id, 'home')
      // A pet that was home by this conversation and is lost again got lost later, which the person does not speak of.
      if (outcome !== 'home') await endLost(transaction, petNumber)
      await audit(transaction, by, 'thread-closed', id)
    })
    return succeed(await readWholeThread(deps, id, person))
  })

  on(foundCalls.mute, async ({ params: { id }, person, by }) => {
    await inTransaction(db, async (transaction) => {
      const { petNumber } = await lockThread(transaction, id, person)
      await mutePet(transaction, petNumber)
      await audit(transaction, by, 'thread-muted', id)
    })
    return succeed(await readWholeThread(deps, id, person))
  })

  on(foundCalls.reportAbuse, async ({ params: { id }, body: { reason }, person, by }) => {
    await inTransaction(db, async (transaction) => {
      await lockThread(transaction, id, person)
      await transaction
        .updateTable('found_reports')
        .set({ abuse_reported_at: sql`now()`, abuse_reason: reason })
        .where('id', '=', id)
        .execute()
      await audit(transaction, by, 'thread-reported', id)
    })
    return succeed(await readWholeThread(deps, id, person))
  })
}

function adminRoutes(app: FastifyInstance, deps: Deps): void {
  const on = routeRegistrar(app, deps)
  const { db } = deps

  on(foundCalls.listAbuse, async () => listAbuse(db))

  on(foundCalls.openReported, async ({ params: { id }, body: { reason }, person, by }) => {
    await inTransaction(db, async (transaction) => {
      await openReported(transaction, id, person.id)
      await recordAudit(transaction, by, 'conversation-read', { kind: 'thread', id }, { reason })
    })
    recordAct(by, { event: 'found-opened', reportId: id })
    return succeed(await readWholeThread(deps, id, person))
  })

  on(foundCalls.closeAny, async ({ params: { id }, by }) => {
    const thread = await inTransaction(db, async (transaction) => {
      await requireReported(transaction, id)
      const isClosed = await closeThread(transaction, id, 'closed')
      if (isClosed) await audit(transaction, by, 'thread-closed', id)
      return readThread(transaction, id)
    })
    recordAct(by, { event: 'found-closed', reportId: id })
    return thread
  })

  on(foundCalls.deleteAny, async ({ params: { id }, by }) => {
    await inTransaction(db, async (transaction) => {
      await requireReported(transaction, id)
      const { numDeletedRows } = await transaction.deleteFrom('found_reports').where('id', '=', id).executeTakeFirst()
      if (numDeletedRows === 0n) throw notFound('found_not_found')
      await audit(transaction, by, 'thread-deleted', id)
    })
    recordAct(by, { event: 'found-deleted', reportId: id })
  })
}

function audit(transaction: Db, by: Actor, action: AuditAction, id: number): Promise<void> {
  return recordAudit(transaction, by, action, { kind: 'thread', id })
}
