import { type DashboardWeek, dashboardCalls, WEEKS_SHOWN } from '@petsetu/contract/office/dashboard.ts'
import { hasDuty } from '@petsetu/contract/people/duties.ts'
import type { Reply } from '@petsetu/contract/platform/call.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { PAISE_PER_RUPEE } from '@petsetu/contract/platform/money.ts'
import type { FastifyInstance } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import type { CounterName } from '../../platform/db/counters.ts'
import { todayInIndia } from '../../platform/db/expressions.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { Person } from '../../platform/http/routing/person.ts'
import { routeRegistrar } from '../../platform/http/routing/route-registrar.ts'
import { expiresSoon } from '../../supporters/memberships/membership-period.ts'
import { IS_UNMATCHED } from '../reports/payment-conditions.ts'
import { listLatestEvents } from './latest-events.ts'
import { countWaiting } from './waiting-counts.ts'
import { listWaitingWork } from './waiting-work.ts'

export function dashboardRoutes(app: FastifyInstance, deps: Deps): void {
  const on = routeRegistrar(app, deps)

  on(dashboardCalls.figures, async ({ person }) => succeed(await dashboardFigures(deps.db, person)))
  on(dashboardCalls.work, async ({ person }) => succeed(await listWaitingWork(deps.db, person)))
  on(dashboardCalls.waiting, async ({ person }) => succeed(await countWaiting(deps.db, person)))
  on(dashboardCalls.events, async ({ person }) => succeed(await listLatestEvents(deps.db, person)))
  on(dashboardCalls.weeks, async ({ person }) => succeed(await listLatestWeeks(deps.db, person)))
}

/** The figures of an admin's dashboard in one statement: totals, and what needs their attention today. */
async function dashboardFigures(db: Db, admin: Person): Promise<Reply<typeof dashboardCalls.figures>['data']> {
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

type Row = { monday: string; complaints: number; paise: number }

/** Each of the last weeks, the oldest first, also those in which nothing happened. Without the duty for it, a figure is zero. */
async function listLatestWeeks(db: Db, person: Person): Promise<DashboardWeek[]> {
  const monday = sql`date_trunc('week', created_at at time zone 'Asia/Kolkata')::date as monday`
  const first = sql`(date_trunc('week', ${todayInIndia()}::timestamp)::date - ${sql.lit((WEEKS_SHOWN - 1) * 7)})`
  const since = sql`(${first}::timestamp at time zone 'Asia/Kolkata')`
  const { rows } = await sql<Row>`
    with filed as (
      select ${monday}, count(*) as complaints
      from complaints where created_at >= ${since} and ${hasDuty(person, 'cases')}::boolean group by 1
    ), earned as (
      select ${monday}, sum(amount_paise - refunded_paise)::bigint as paise
      from payments
      where created_at >= ${since} and status = 'captured' and disposition <> 'quarantined'
        and ${hasDuty(person, 'money')}::boolean
      group by 1
    )
    select (${first} + 7 * week)::text as monday, coalesce(complaints, 0) as complaints, coalesce(paise, 0) as paise
    from generate_series(0, ${sql.lit(WEEKS_SHOWN - 1)}) week
    left join filed on filed.monday = ${first} + 7 * week
    left join earned on earned.monday = ${first} + 7 * week
    order by week`.execute(db)
  return rows.map(({ monday, complaints, paise }) => ({ monday, complaints, revenue: paise / PAISE_PER_RUPEE }))
}
