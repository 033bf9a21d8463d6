import { DEVICES_SHOWN_MAX, type Device, deviceCalls } from '@petsetu/contract/people/account.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { notFound } from '../../platform/errors.ts'
import { bearerToken, type Person } from '../../platform/http/routing/person.ts'
import { routeRegistrar } from '../../platform/http/routing/route-registrar.ts'
import { recordEvent } from '../../platform/record-event.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { closeSessionsOf, isExpired } from '../auth/session-queries.ts'
import { hashOfToken } from '../users/one-time-links.ts'

export function deviceRoutes(app: FastifyInstance, deps: Deps): void {
  const on = routeRegistrar(app, deps)

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

/** The sessions of an account that are still valid: the one of `token` first, then the last used ones. */
async function listDevices(db: Db, userId: number, token: string): Promise<Device[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'browser', 'system', 'last_used_at', 'created_at'])
    .select(sql<boolean>`token_hash = ${hashOfToken(token)}`.as('is_this_device'))
    .where('user_id', '=', userId)
    .where((where) => where.not(isExpired()))
    .orderBy('is_this_device', 'desc')
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .limit(DEVICES_SHOWN_MAX)
    .execute()
  return rows.map((row) => ({
    ...row,
    last_used_at: row.last_used_at.toISOString(),
    created_at: row.created_at.toISOString(),
  }))
}

/**
 * Ends a session of the person's own; an admin ends any user's, with all duties also another admin's. Returns the account that it
 * belonged to; null if there is none.
 */
async function endDevice(db: Db, sessionId: number, person: Person): Promise<number | null> {
  const ended = await db
    .deleteFrom('sessions')
    .where('id', '=', sessionId)
    .where(mayEnd(person))
    .returning('user_id')
    .executeTakeFirst()
  return ended?.user_id ?? null
}

function mayEnd(person: Person) {
  if (person.role !== 'admin') return sql<boolean>`user_id = ${person.id}`
  if (person.duties === null) return sql<boolean>`true`
  return sql<boolean>`(user_id = ${person.id} or (select role from users where users.id = user_id) <> 'admin')`
}
