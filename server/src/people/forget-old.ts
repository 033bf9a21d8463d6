import { sql } from 'kysely'
import { deleteDeadSessions } from '../auth/session-queries.ts'
import type { AttachmentStore } from '../complaints/attachment-store.ts'
import type { Db } from '../db/pool.ts'
import { finishErasures } from './erase-person.ts'

/** How long is kept what nobody needs after that, in days; told in docs/security.md. */
export const DAYS_KEPT = { knownNetworks: 180, providerEvents: 90, idempotencyKeys: 30 }

/** Forgets what has served its time. A complaint, a membership and a payment never do. */
export async function forgetOld(people: { db: Db; attachments: AttachmentStore }): Promise<void> {
  const { db } = people
  await deleteDeadSessions(db)
  await db.deleteFrom('known_networks').where('last_used_at', '<', daysAgo(DAYS_KEPT.knownNetworks)).execute()
  await db.deleteFrom('webhook_inbox').where('processed_at', '<', daysAgo(DAYS_KEPT.providerEvents)).execute()
  await db
    .updateTable('complaints')
    .set({ idempotency_key: null })
    .where('idempotency_key', 'is not', null)
    .where('created_at', '<', daysAgo(DAYS_KEPT.idempotencyKeys))
    .execute()
  await finishErasures(people)
}

const daysAgo = (days: number) => sql<Date>`now() - make_interval(days => ${days})`
