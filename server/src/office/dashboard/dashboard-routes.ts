import { COMPLAINT_STATUSES, complaintStatuses } from '@petsetu/contract/complaints/complaint-statuses.ts'
import { formatReference } from '@petsetu/contract/complaints/reference.ts'
import {
  type DashboardEvent,
  type DashboardWeek,
  dashboardCalls,
  EVENTS_MAX,
  type EventKind,
  WAITING_COUNTED_MAX,
  type WaitingCounts,
  WEEKS_SHOWN,
} from '@petsetu/contract/office/dashboard.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { RECEIVED_STATUSES } from '@petsetu/contract/payments/payments.ts'
import type { AuditAction } from '@petsetu/contract/people/audit.ts'
import { type Duty, hasDuty } from '@petsetu/contract/people/duties.ts'
import type { Reply } from '@petsetu/contract/platform/call.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { toRupees } from '@petsetu/contract/platform/money.ts'
import type { FastifyInstance } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import { IS_COMPLAINT_WAITING, NEWS, waitingComplaints } from '../../complaints/cases/waiting-cases.ts'
import type { Deps } from '../../deps.ts'
import { WENT_BACK_UNSEEN } from '../../payments/ledger/payment-queries.ts'
import { IS_GRIEVANCE_OPEN } from '../../people/grievances/grievance-queries.ts'
import { IS_REQUEST_OPEN } from '../../people/privacy/privacy-requests.ts'
import { WAITS_FOR_ADMIN } from '../../pets/found/found-queries.ts'
import type { CounterName } from '../../platform/db/counters.ts'
import { literals, todayInIndia } from '../../platform/db/expressions.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { Person } from '../../platform/http/routing/person.ts'
import { routeRegistrar } from '../../platform/http/routing/route-registrar.ts'
import { expiresSoon } from '../../supporters/memberships/membership-period.ts'
import { isLeftOut } from '../reports/membership-report.ts'
import { IS_REVENUE, IS_UNMATCHED, joinedSubjects, perPurpose } from '../reports/payment-conditions.ts'
import {
  FROM_ASKED_VOIDS,
  FROM_ENDING_APPROVAL,
  FROM_FAILED_MAILS,
  FROM_HELD_MAILS,
  listWaitingWork,
} from './waiting-work.ts'

export function dashboardRoutes(app: FastifyInstance, deps: Deps): void {
  const on = routeRegistrar(app, deps)

  on(dashboardCalls.figures, async ({ person }) => succeed(await dashboardFigures(deps.db, person)))
  on(dashboardCalls.work, async ({ person }) => succeed(await listWaitingWork(deps.db, person)))
  on(dashboardCalls.waiting, async ({ person }) => succeed(await countWaiting(deps.db, person)))
  on(dashboardCalls.events, async ({ person }) => succeed(await listLatestEvents(deps.db, person)))
  on(dashboardCalls.weeks, async ({ person }) => succeed(await listLatestWeeks(deps.db, person)))
}

async function dashboardFigures(db: Db, admin: Person): Promise<Reply<typeof dashboardCalls.figures>['data']> {
  return db
    .selectNoFrom([counter('pets', sql`true`).as('total_pets'), counter('users', sql`true`).as('total_users')])
    .$if(hasDuty(admin, 'cases'), (query) =>
      query.select(sql<number>`(${countOf(SOURCES.complaints)})`.as('waiting_complaints')),
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
      where created_at >= ${since} and ${IS_REVENUE} and ${hasDuty(person, 'money')}::boolean
      group by 1
    )
    select (${first} + 7 * week)::text as monday, coalesce(complaints, 0) as complaints, coalesce(paise, 0) as paise
    from generate_series(0, ${sql.lit(WEEKS_SHOWN - 1)}) week
    left join filed on filed.monday = ${first} + 7 * week
    left join earned on earned.monday = ${first} + 7 * week
    order by week`.execute(db)
  return rows.map(({ monday, complaints, paise }) => ({ monday, complaints, revenue: toRupees(paise) }))
}

type Source = {
  duty: Duty
  /** SQL: those that wait, read from an index in its order. No row is in two of them. */
  rows: RawBuilder<unknown>[]
}

const LATE_STATUSES = COMPLAINT_STATUSES.filter((status) => complaintStatuses[status].waits === 'overdue')

const OPEN_BREACHES = sql`from breaches where closed_at is null order by id`

const SOURCES: Record<keyof WaitingCounts, Source> = {
  complaints: {
    duty: 'cases',
    rows: [
      ...COMPLAINT_STATUSES.flatMap(waitingComplaints),
      sql`from ${NEWS} news join complaints on complaints.id = news.complaint_id where not ${IS_COMPLAINT_WAITING}`,
    ],
  },
  overdue_complaints: {
    duty: 'cases',
    rows: LATE_STATUSES.flatMap(waitingComplaints),
  },
  conversations: {
    duty: 'cases',
    rows: [sql`from found_reports where ${WAITS_FOR_ADMIN} order by abuse_reported_at desc`],
  },
  privacy_requests: { duty: 'privacy', rows: [sql`from privacy_requests where ${IS_REQUEST_OPEN} order by id`] },
  grievances: {
    duty: 'privacy',
    rows: [sql`from grievances where ${IS_GRIEVANCE_OPEN} order by id`, OPEN_BREACHES],
  },
  breaches: { duty: 'privacy', rows: [OPEN_BREACHES] },
  payments: { duty: 'money', rows: [sql`from payments where ${IS_UNMATCHED} order by created_at desc`] },
  desk: {
    duty: 'money',
    rows: [
      sql`from desk_payments where state = 'pending' order by taken_at`,
      sql`${FROM_ASKED_VOIDS} order by void_asked_by`,
    ],
  },
  mails: {
    duty: 'settings',
    rows: [sql`${FROM_FAILED_MAILS} order by created_at desc`, FROM_HELD_MAILS],
  },
  settings: { duty: 'settings', rows: [FROM_ENDING_APPROVAL] },
}

async function countWaiting(db: Db, person: Person): Promise<WaitingCounts> {
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

type EventRow = {
  kind: EventKind
  id: number
  at: Date
  who: string | null
  what: string | null
  paise: number | null
  sort: string | null
  place: string | null
  object_kind: string | null
  object_id: string | null
}

type EventSource = {
  duty: Duty
  /** SQL: the newest of a kind, read from an index in their order: id, when, who, what, how much, type and place, and the record. */
  newest: RawBuilder<unknown> | ((admin: Person) => RawBuilder<unknown>)
  path: (row: EventRow) => string
}

const LIMIT = sql`limit ${sql.lit(EVENTS_MAX)}`
const NO_PLACE = sql`null as sort, null as place`
const NO_OBJECT = sql`null as object_kind, null as object_id`
const TAKEN: AuditAction = 'desk-payment-taken'

const EVENT_SOURCES: Record<EventKind, EventSource> = {
  // Not who: the name may be withheld.
  'complaint-filed': {
    duty: 'cases',
    newest: sql`select 'complaint-filed' as kind, id, created_at as at, null as who, null as what, null::bigint as paise,
        type_of_complaint as sort, location_of_incident as place, ${NO_OBJECT}
      from complaints order by id desc ${LIMIT}`,
    path: ({ id }) => paths.complaintDetail.to({ id }),
  },
  'payment-received': {
    duty: 'money',
    // The payer is empty where the name is withheld.
    newest: sql`select 'payment-received' as kind, transactions.id, transactions.created_at as at,
        nullif(${perPurpose(({ payer }) => payer)}, '') as who, transactions.purpose as what, transactions.amount_paise as paise,
        ${NO_PLACE}, ${NO_OBJECT}
      from (
        select id, created_at, purpose, subject_id, amount_paise from payments
        where status in ${literals(RECEIVED_STATUSES)} and not ${WENT_BACK_UNSEEN} order by created_at desc, id desc ${LIMIT}
      ) transactions ${joinedSubjects()}`,
    path: ({ id }) => paths.paymentReport.to({}, { payment_id: id }),
  },
  'pet-registered': {
    duty: 'pets',
    // Rows of one instant came with one import, and are one event.
    newest: sql`select distinct on (at) * from (
        select 'pet-registered' as kind, pets.id, pets.created_at as at, username as who, pet_name as what,
          null::bigint as paise, ${NO_PLACE}, 'tag' as object_kind, pet_id as object_id
        from pets join users on users.id = pets.user_id order by pets.id desc ${LIMIT}
      ) newest order by at desc, id desc`,
    path: ({ object_id }) => paths.petDetail.to({ petId: object_id ?? '' }),
  },
  'account-created': {
    duty: 'members',
    newest: sql`select 'account-created' as kind, id, created_at as at, username as who, null as what, null::bigint as paise,
        ${NO_PLACE}, ${NO_OBJECT}
      from users order by id desc ${LIMIT}`,
    path: ({ who }) => paths.users.to({}, { search: who }),
  },
  'membership-begun': {
    duty: 'members',
    // One that was given up because nobody paid it names nobody any more.
    newest: sql`select 'membership-begun' as kind, id, created_at as at, username as who, plan_name as what, null::bigint as paise,
        ${NO_PLACE}, ${NO_OBJECT}
      from memberships where not ${isLeftOut({})} order by created_at desc, id desc ${LIMIT}`,
    path: () => paths.membershipReport.to({}),
  },
  // An act of an admin, with the code of the action. Whoever sees the money of the desk come in need not read of it twice.
  'admin-action': {
    duty: 'settings',
    newest: (admin) => sql`
      select 'admin-action' as kind, id, at, admin_username as who, action as what, null::bigint as paise,
        ${NO_PLACE}, object_kind, object_id
      from audit where ${hasDuty(admin, 'money') ? sql`action <> ${sql.lit(TAKEN)}` : sql`true`} order by at desc, id desc ${LIMIT}`,
    path: ({ object_kind, object_id }) => paths.audit.to({}, { object_kind, object_id }),
  },
}

/** Lists the latest events, newest first: of each kind that the admin's duties allow. */
async function listLatestEvents(db: Db, person: Person): Promise<DashboardEvent[]> {
  const queries = Object.values(EVENT_SOURCES)
    .filter(({ duty }) => hasDuty(person, duty))
    .map(({ newest }) => sql`(${typeof newest === 'function' ? newest(person) : newest})`)
  // No event is about the requests of people.
  if (queries.length === 0) return []
  const { rows } = await sql<EventRow>`
    select * from (${sql.join(queries, sql` union all `)}) latest order by at desc, kind, id desc ${LIMIT}`.execute(db)
  return rows.map((row) => ({
    kind: row.kind,
    id: row.id,
    at: row.at.toISOString(),
    who: row.who,
    what: row.kind === 'complaint-filed' ? formatReference({ id: row.id, createdAt: row.at }) : row.what,
    sort: row.sort,
    place: row.place,
    object_kind: row.kind === 'admin-action' ? row.object_kind : null,
    object_id: row.kind === 'admin-action' ? row.object_id : null,
    amount: row.paise === null ? null : toRupees(row.paise),
    path: EVENT_SOURCES[row.kind].path(row),
  }))
}
