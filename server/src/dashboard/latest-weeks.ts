import { type DashboardWeek, WEEKS_SHOWN } from '@petsetu/contract/dashboard.ts'
import { hasDuty } from '@petsetu/contract/duties.ts'
import { PAISE_PER_RUPEE } from '@petsetu/contract/money.ts'
import { sql } from 'kysely'
import { todayInIndia } from '../db/indian-days.ts'
import type { Db } from '../db/pool.ts'
import type { Person } from '../http/routing/person.ts'

type Row = { monday: string; complaints: number; paise: number }

/** Each of the last weeks, the oldest first, also those in which nothing happened. Without the duty for it, a figure is zero. */
export async function listLatestWeeks(db: Db, person: Person): Promise<DashboardWeek[]> {
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
