import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db, Pool } from '../../../../server/src/platform/db/pool.ts'
import { unlockStaleJobs } from '../../../../server/src/platform/jobs/run-jobs.ts'

const LOOK_MS = 100
const STILL_MS_MAX = 60_000

/**
 * Makes everything due now that waits for a retry, and resolves when all open orders and refunds were checked and the inbox is empty.
 * Rejects if there is no progress for a minute.
 */
export async function waitUntilIdle({ db, pool }: { db: Db; pool: Pool }): Promise<void> {
  // Twice, because work that was in progress during the first round is finished after the second.
  for (let round = 0; round < 2; round++) {
    const since = await letTimePass(db)
    await unlockStaleJobs(pool, 0)
    let before = Number.POSITIVE_INFINITY
    let movedAt = Date.now()
    for (let left = await leftSince(db, since); left.count > 0; left = await leftSince(db, since)) {
      if (left.count < before) movedAt = Date.now()
      if (Date.now() - movedAt > STILL_MS_MAX) throw new Error(`It did not become quiet: ${left.what}`)
      before = Math.min(before, left.count)
      await pause(LOOK_MS)
      await hurryJobs(db)
    }
  }
}

async function letTimePass(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select date_trunc('milliseconds', now()) as now`.execute(db)
  const since = rows[0]?.now ?? new Date()
  for (const table of ['payment_orders', 'refunds'] as const)
    await db.updateTable(table).set({ next_check_at: since }).where('next_check_at', 'is not', null).execute()
  return since
}

/** Makes the retries of jobs due now. */
export async function hurryJobs(db: Db): Promise<void> {
  await sql`update graphile_worker._private_jobs set run_at = now() where run_at > now() and locked_at is null`.execute(
    db,
  )
}

async function leftSince(db: Db, since: Date): Promise<{ count: number; what: string }> {
  const { rows } = await sql<{ orders: number; refunds: number; events: number }>`
    select
      (select count(*) from payment_orders where next_check_at <= ${since}) as orders,
      (select count(*) from refunds where status in ('new', 'pending')) as refunds,
      (select count(*) from webhook_inbox where processed_at is null and attempts < 10) as events
  `.execute(db)
  const { orders = 0, refunds = 0, events = 0 } = rows[0] ?? {}
  const what = `${orders} orders, ${refunds} refunds and ${events} events are left`
  return { count: orders + refunds + events, what }
}
