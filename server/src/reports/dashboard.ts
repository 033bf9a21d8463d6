import type { Reply } from '@petsetu/contract/call.ts'
import type { reportCalls } from '@petsetu/contract/reports.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Kept } from '../db/kept-counts.ts'
import type { Db } from '../db/pool.ts'
import { expiresSoon } from '../memberships/membership-status.ts'
import { IS_UNMATCHED } from './payment-report.ts'

/** The figures of the desk's first page, in one statement: what there is, and what needs attention today. */
export async function dashboardFigures(db: Db): Promise<Reply<typeof reportCalls.dashboard>['data']> {
  return db
    .selectNoFrom([
      kept('pets', sql`true`).as('total_pets'),
      kept('users', sql`true`).as('total_users'),
      kept('complaints', sql`kind in ('pending', 'pending/paid')`).as('waiting_complaints'),
      sql<number>`(select count(*) from memberships where ${expiresSoon()})`.as('expiring_memberships'),
      sql<number>`(select count(*) from payments where ${IS_UNMATCHED})`.as('unmatched_payments'),
    ])
    .executeTakeFirstOrThrow()
}

function kept(what: Kept, condition: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(select coalesce(sum(rows), 0)::bigint from kept_counts where what = ${what} and ${condition})`
}
