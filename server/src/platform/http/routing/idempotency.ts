import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import { badRequest, conflict } from '../../errors.ts'
import type { Person } from './person.ts'

/** The ids of what a call created. The reply is built from them, also for a repeated request. */
type Created = number | string[]

/** Creates in a transaction; for a repeat of the same request it returns the ids that the first one created. */
export type WithIdempotency = <T extends Created>(create: (transaction: Db) => Promise<T>) => Promise<T>

export const IDEMPOTENCY_KEY_PATTERN = /^[\w-]{8,100}$/

export function idempotencyKeyOf(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key === 'string' && IDEMPOTENCY_KEY_PATTERN.test(key)) return key
  throw badRequest('invalid_idempotency_key')
}

/** `input` is the validated input of the call; the same key with a different input is rejected with 409. */
export function withIdempotency(db: Db, request: FastifyRequest, person: Person, input: object): WithIdempotency {
  return (create) => {
    const key = idempotencyKeyOf(request)
    if (key === null) return inTransaction(db, create)
    const row = { user_id: person.id, key_hash: hash('sha256', key, 'base64url') }
    const requestHash = hash('sha256', JSON.stringify([request.method, request.routeOptions.url, input]), 'base64url')
    return inTransaction(db, async (transaction) => {
      // A concurrent request with the same key waits here until the other transaction ends.
      const inserted = await transaction
        .insertInto('idempotency_keys')
        .values({ ...row, request_hash: requestHash })
        .onConflict((existing) => existing.doNothing())
        .executeTakeFirst()
      if (inserted.numInsertedOrUpdatedRows === 1n) {
        const created = await create(transaction)
        await transaction
          .updateTable('idempotency_keys')
          .set({ created: sql`${JSON.stringify(created)}::jsonb` })
          .where('user_id', '=', row.user_id)
          .where('key_hash', '=', row.key_hash)
          .execute()
        return created
      }
      const existing = await transaction
        .selectFrom('idempotency_keys')
        .select(['request_hash', 'created'])
        .where('user_id', '=', row.user_id)
        .where('key_hash', '=', row.key_hash)
        .executeTakeFirstOrThrow()
      if (existing.request_hash === requestHash) return existing.created as Awaited<ReturnType<typeof create>>
      throw conflict('different_content')
    })
  }
}
