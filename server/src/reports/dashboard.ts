import type { Reply } from '@petsetu/contract/call.ts'
import type { reportCalls } from '@petsetu/contract/reports.ts'
import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import { expiresSoon } from '../memberships/membership-status.ts'
import { IS_UNMATCHED } from './payment-report.ts'

/** The figures of the desk's first page, in one statement: what there is, and what needs attention today. */
export async function dashboardFigures(db: Db): Promise<Reply<typeof reportCalls.dashboard>['data']> {
  return db
    .selectNoFrom([
      sql<number>`(select count(*) from pets)`.as('total_pets'),
      sql<number>`(select count(*) from users)`.as('total_users'),
      sql<number>`(select count(*) from complaints where status = 'pending')`.as('waiting_complaints'),
      sql<number>`(select count(*) from memberships where ${expiresSoon()})`.as('expiring_memberships'),
      sql<number>`(select count(*) from payments where ${IS_UNMATCHED})`.as('unmatched_payments'),
    ])
    .executeTakeFirstOrThrow()
}
