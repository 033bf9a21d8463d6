import { sql } from 'kysely'
import { deleteDeadSessions } from '../auth/session-queries.ts'
import type { Db } from '../db/pool.ts'
import type { FileStore } from '../files/file-store.ts'
import { expirePending } from '../memberships/expire-pending.ts'
import { finishErasures } from './erase-person.ts'

/** Retention in days, documented in docs/security.md. */
export const DAYS_KEPT = { knownNetworks: 180, providerEvents: 90, idempotencyKeys: 30, createdIds: 2 }

/** Deletes data whose retention is over. Complaints, payments and paid memberships are never deleted. */
export async function forgetOld(people: { db: Db; attachments: FileStore }): Promise<void> {
  const { db } = people
  await deleteDeadSessions(db)
  await db.deleteFrom('known_networks').where('last_used_at', '<', daysAgo(DAYS_KEPT.knownNetworks)).execute()
  await db.deleteFrom('webhook_inbox').where('processed_at', '<', daysAgo(DAYS_KEPT.providerEvents)).execute()
  await db
    .updateTable('complaints')
    .set({ idempotency_key: null, content_hash: null })
    .where('idempotency_key', 'is not', null)
    .where('created_at', '<', daysAgo(DAYS_KEPT.idempotencyKeys))
    .execute()
  await db.deleteFrom('idempotency_keys').where('created_at', '<', daysAgo(DAYS_KEPT.createdIds)).execute()
  await expirePending(db)
  await finishErasures(people)
}

const daysAgo = (days: number) => sql<Date>`now() - make_interval(days => ${days})`
