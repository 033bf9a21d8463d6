import type { Reply } from '@petsetu/contract/call.ts'
import type { dashboardCalls } from '@petsetu/contract/dashboard.ts'
import { hasDuty } from '@petsetu/contract/duties.ts'
import { type RawBuilder, sql } from 'kysely'
import type { CounterName } from '../db/counters.ts'
import type { Db } from '../db/pool.ts'
import type { Person } from '../http/routing/person.ts'
import { expiresSoon } from '../memberships/membership-status.ts'
import { IS_UNMATCHED } from '../reports/payment-conditions.ts'

/** The figures of an admin's dashboard in one statement: totals, and what needs their attention today. */
export async function dashboardFigures(db: Db, admin: Person): Promise<Reply<typeof dashboardCalls.figures>['data']> {
  return db
    .selectNoFrom([counter('pets', sql`true`).as('total_pets'), counter('users', sql`true`).as('total_users')])
    .$if(hasDuty(admin, 'cases'), (query) =>
      query.select(counter('complaints', sql`kind in ('pending', 'pending/paid')`).as('waiting_complaints')),
    )
    .$if(hasDuty(admin, 'members'), (query) =>
      query.select(sql<number>`(select count(*) from memberships where ${expiresSoon()})`.as('expiring_memberships')),
    )
    .$if(hasDuty(admin, 'money'), (query) =>
      query.select(sql<number>`(select count(*) from payments where ${IS_UNMATCHED})`.as('unmatched_payments')),
    )
    .executeTakeFirstOrThrow()
}

function counter(what: CounterName, condition: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(select coalesce(sum(rows), 0)::bigint from kept_counts where what = ${what} and ${condition})`
}
