import { COMPLAINT_STATUSES, complaintStatuses } from '@petsetu/contract/complaints/complaint-statuses.ts'
import type { ComplaintStatus } from '@petsetu/contract/complaints/complaints.ts'
import { WAITING_COUNTED_MAX, type WaitingCounts } from '@petsetu/contract/office/dashboard.ts'
import { type Duty, hasDuty } from '@petsetu/contract/people/duties.ts'
import { type RawBuilder, sql } from 'kysely'
import { todayInIndia } from '../../platform/db/expressions.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { Person } from '../../platform/http/routing/person.ts'
import { IS_UNMATCHED } from '../reports/payment-conditions.ts'

type Source = {
  duty: Duty
  /** SQL: those that wait, read from an index in its order. No row is in two of them. */
  rows: RawBuilder<unknown>[]
}

function waitingComplaints(status: ComplaintStatus): RawBuilder<unknown>[] {
  const of = sql`from complaints where status = ${sql.lit(status)}`
  const { waits } = complaintStatuses[status]
  if (waits === 'always') return [sql`${of} order by id desc`]
  return waits === 'overdue' ? [sql`${of} and due_on < ${todayInIndia()} order by due_on`] : []
}

const SOURCES: Record<keyof WaitingCounts, Source> = {
  complaints: {
    duty: 'cases',
    rows: COMPLAINT_STATUSES.flatMap(waitingComplaints),
  },
  conversations: {
    duty: 'cases',
    rows: [
      sql`from found_reports where abuse_reported_at is not null and closed_at is null order by abuse_reported_at desc`,
    ],
  },
  privacy_requests: { duty: 'privacy', rows: [sql`from privacy_requests where done_at is null order by id`] },
  grievances: { duty: 'privacy', rows: [sql`from grievances where answered_at is null order by id`] },
  payments: { duty: 'money', rows: [sql`from payments where ${IS_UNMATCHED} order by created_at desc`] },
  cheques: { duty: 'money', rows: [sql`from desk_payments where state = 'pending' order by taken_at`] },
  mails: { duty: 'settings', rows: [sql`from mails where state = 'failed' order by created_at desc`] },
}

/** Counts what waits for this admin in one statement, which reads no more rows than a menu can show. */
export async function countWaiting(db: Db, person: Person): Promise<WaitingCounts> {
  const names = Object.keys(SOURCES) as (keyof WaitingCounts)[]
  const counts = names
    .filter((name) => hasDuty(person, SOURCES[name].duty))
    .map((name) => sql`(${countOf(SOURCES[name])}) as ${sql.ref(name)}`)
  if (counts.length === 0) return {}
  const { rows } = await sql<WaitingCounts>`select ${sql.join(counts)}`.execute(db)
  return rows[0] ?? {}
}

function countOf({ rows }: Source): RawBuilder<unknown> {
  const max = sql.lit(WAITING_COUNTED_MAX)
  const parts = rows.map((from) => sql`(select ${from} limit ${max})`)
  return sql`select least(count(*), ${max})::integer from (${sql.join(parts, sql` union all `)}) waiting`
}
