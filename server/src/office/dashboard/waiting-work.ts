import { OPEN_STATUSES } from '@petsetu/contract/complaints/complaint-statuses.ts'
import type { ComplaintStatus } from '@petsetu/contract/complaints/complaints.ts'
import { formatReference } from '@petsetu/contract/complaints/reference.ts'
import {
  APPROVAL_MONTHS,
  WAITING_COUNTED_MAX,
  type WaitingWork,
  WORK_MAX,
  type WorkKind,
} from '@petsetu/contract/office/dashboard.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { BOARD_HOURS, TEAM_HOURS } from '@petsetu/contract/people/breaches.ts'
import { type Duty, hasDuty } from '@petsetu/contract/people/duties.ts'
import { ACKNOWLEDGE_HOURS } from '@petsetu/contract/people/grievances.ts'
import { toRupees } from '@petsetu/contract/platform/money.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import { type RawBuilder, sql } from 'kysely'
import { IS_COMPLAINT_WAITING, NEWS } from '../../complaints/cases/waiting-cases.ts'
import { RETURN_AT } from '../../payments/ledger/payment-queries.ts'
import { ACKNOWLEDGED_AT, IS_GRIEVANCE_OPEN } from '../../people/grievances/grievance-queries.ts'
import { IS_FAILED_LETTER } from '../../people/privacy/breaches/breach-queries.ts'
import { IS_REQUEST_OPEN } from '../../people/privacy/privacy-requests.ts'
import { WAITS_FOR_ADMIN } from '../../pets/found/found-queries.ts'
import { todayInIndia } from '../../platform/db/expressions.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { Person } from '../../platform/http/routing/person.ts'
import { IS_UNMATCHED } from '../reports/payment-conditions.ts'

type Row = Pick<WaitingWork, 'kind' | 'id' | 'sort' | 'place' | 'days_overdue' | 'due_on'> & {
  title: string | null
  since: Date
  acknowledge_by: Date | null
  goes_back_at: Date | null
  /** Says of a complaint, and of one with news, whether it waits by itself; null for anything else. */
  is_waiting: boolean | null
}

type Source = {
  duty: Duty
  /** SQL: the oldest of a kind, read from an index in their order. */
  oldest: RawBuilder<unknown>[]
  path: (row: Row) => string
}

const LIMIT = sql`limit ${sql.lit(WORK_MAX)}`

const NO_RETURN = sql`null::timestamptz as goes_back_at`
const NOT_DUE = sql`null::text as due_on, null::timestamptz as acknowledge_by`
const NEVER_DUE = sql`null as sort, null as place, 0 as days_overdue, ${NO_RETURN}, ${NOT_DUE}`

/** Days since the day by which something had to be done, and that day. */
const DAYS_OVERDUE = sql`coalesce(greatest(${todayInIndia()} - due_on, 0), 0) as days_overdue, ${NO_RETURN},
  due_on::text as due_on, null::timestamptz as acknowledge_by`

/** Days since a grievance had to be answered, or since nobody had told the person for so long that it has come. */
const DAYS_LATE = sql`greatest(${todayInIndia()} - due_on, 0,
  case when ${ACKNOWLEDGED_AT} is null
    then floor(extract(epoch from now() - received_at) / ${sql.lit(ACKNOWLEDGE_HOURS * 3_600)}) else 0 end)::integer`

const IS_UNTOLD = (authority: 'team' | 'board') =>
  sql`not exists (select from breach_steps
    where breach_id = breaches.id and kind = ${sql.lit(`${authority}-told`)} and not ${IS_FAILED_LETTER})`

const NEXT_AUTHORITY = sql`case when ${IS_UNTOLD('team')} then 'team' else 'board' end`

/** The instant by which the law wants a breach told to the next authority, or a grievance acknowledged; null for anything else. */
const LAWFUL_BY = sql`case waiting.kind
  when 'breach' then since + make_interval(hours => case sort when 'team' then ${sql.lit(TEAM_HOURS)} else ${sql.lit(BOARD_HOURS)} end)
  else acknowledge_by end`

/** Days, begun ones included, since the first authority had to be told of a breach that is not. */
const DAYS_SINCE_CLOCK = sql`greatest(0, ceil(extract(epoch from now() - noticed_at
  - make_interval(hours => case when ${IS_UNTOLD('team')} then ${sql.lit(TEAM_HOURS)} else ${sql.lit(BOARD_HOURS)} end)) / 86400))::integer`

const openComplaints = (status: ComplaintStatus) => sql`
  select 'complaint' as kind, id, null as title, created_at as since, type_of_complaint as sort, location_of_incident as place, ${DAYS_OVERDUE}
  from complaints where status = ${sql.lit(status)} order by id ${LIMIT}`

const openGrievances = (told: RawBuilder<unknown>) => sql`
  select 'grievance' as kind, id, 'G-' || id as title, received_at as since, kind as sort, null as place, ${DAYS_LATE} as days_overdue, ${NO_RETURN},
    due_on::text as due_on, case when ${ACKNOWLEDGED_AT} is null then received_at + make_interval(hours => ${sql.lit(ACKNOWLEDGE_HOURS)}) end as acknowledge_by
  from grievances where ${IS_GRIEVANCE_OPEN} and ${told} order by id ${LIMIT}`

/** SQL: the approval for deductions, if it ends soon or has ended. */
export const FROM_ENDING_APPROVAL = sql`from foundation_settings
  cross join lateral (select nullif(value ->> 'approvedUntil', '')::date as ends) approval
  cross join lateral (select (ends - make_interval(months => ${sql.lit(APPROVAL_MONTHS)}))::date as warned) warning
  where name = 'foundation' and warned <= ${todayInIndia()}`

/** SQL: money of the desk whose void waits for another admin, without uncleared cheques, which wait themselves. */
export const FROM_ASKED_VOIDS = sql`from desk_payments
  where void_asked_by is not null and voided_at is null and state = 'cleared'`

/** SQL: the failed mails that are work: their text is still there to be sent, and somebody still needs them. */
export const FROM_FAILED_MAILS = sql`from mails
  where state = 'failed' and html is not null and failure is distinct from 'unwanted'`

/** Held mails are work once the oldest of them was written so long ago. */
const HELD_HOURS = 1

/**
 * SQL: the number of held mails that an admin can send, and since when the oldest is held. No row while none has waited, such as just
 * after somebody has set up a server without mail.
 */
export const FROM_HELD_MAILS = sql`from (
    select count(*) as mails, min(created_at) as since from (
      select created_at from mails
      where state = 'held' and html is not null
        and not exists (select from mail_blocks where mail_blocks.address_key = mails.address_key)
      order by created_at limit ${sql.lit(WAITING_COUNTED_MAX)}
    ) oldest
  ) held where since < now() - make_interval(hours => ${sql.lit(HELD_HOURS)})`

/** The list at the desk, where money is decided about, the oldest first as in the work. */
const deskPath = (view: 'cheques' | 'voids') => `${paths.desk.to({}, { view, sort: 'taken' })}#desk-money`

const SOURCES: Record<WorkKind, Source> = {
  complaint: {
    duty: 'cases',
    oldest: OPEN_STATUSES.map(openComplaints),
    path: ({ id }) => paths.complaintDetail.to({ id }),
  },
  news: {
    duty: 'cases',
    oldest: [
      sql`select 'news' as kind, complaints.id, complaints.created_at::text as title, unread.since, type_of_complaint as sort,
          location_of_incident as place, 0 as days_overdue, ${NO_RETURN}, ${NOT_DUE}
        from ${NEWS} unread join complaints on complaints.id = unread.complaint_id
        order by unread.since, complaints.id ${LIMIT}`,
    ],
    path: ({ id }) => paths.complaintDetail.to({ id }),
  },
  payment: {
    duty: 'money',
    oldest: [
      sql`select 'payment' as kind, id, provider_payment_id as title, created_at as since, null as sort, null as place, 0 as days_overdue, ${RETURN_AT} as goes_back_at, ${NOT_DUE}
        from payments where ${IS_UNMATCHED} order by created_at, id ${LIMIT}`,
    ],
    path: ({ id }) => paths.paymentReport.to({}, { payment_id: id }),
  },
  cheque: {
    duty: 'money',
    oldest: [
      sql`select 'cheque' as kind, payment_id as id, reference as title, taken_at as since, ${NEVER_DUE}
        from desk_payments where state = 'pending' order by taken_at ${LIMIT}`,
    ],
    path: () => deskPath('cheques'),
  },
  void: {
    duty: 'money',
    oldest: [
      sql`select 'void' as kind, payment_id as id, (select amount_paise from payments where payments.id = payment_id)::text as title,
          void_asked_at as since, ${NEVER_DUE}
        ${FROM_ASKED_VOIDS} order by void_asked_at ${LIMIT}`,
    ],
    path: () => deskPath('voids'),
  },
  'privacy-request': {
    duty: 'privacy',
    oldest: [
      sql`select 'privacy-request' as kind, id, null as title, created_at as since, kind as sort, null as place, ${DAYS_OVERDUE}
        from privacy_requests where ${IS_REQUEST_OPEN} order by id ${LIMIT}`,
    ],
    path: () => paths.privacyRequests.to({}),
  },
  grievance: {
    duty: 'privacy',
    oldest: [openGrievances(sql`${ACKNOWLEDGED_AT} is null`), openGrievances(sql`${ACKNOWLEDGED_AT} is not null`)],
    path: ({ id }) => paths.grievance.to({ id }),
  },
  breach: {
    duty: 'privacy',
    oldest: [
      sql`select 'breach' as kind, id, title, noticed_at as since, ${NEXT_AUTHORITY} as sort, null as place, ${DAYS_SINCE_CLOCK} as days_overdue, ${NO_RETURN}, ${NOT_DUE}
        from breaches where closed_at is null and (${IS_UNTOLD('team')} or ${IS_UNTOLD('board')}) order by id ${LIMIT}`,
    ],
    path: ({ id }) => paths.breach.to({ id }),
  },
  conversation: {
    duty: 'cases',
    oldest: [
      sql`select 'conversation' as kind, found_reports.id, pet_name as title, abuse_reported_at as since, ${NEVER_DUE}
        from found_reports join pets on pets.id = found_reports.pet_id
        where ${WAITS_FOR_ADMIN} order by abuse_reported_at ${LIMIT}`,
    ],
    path: () => paths.foundAbuse.to({}),
  },
  mail: {
    duty: 'settings',
    oldest: [
      sql`select 'mail' as kind, id, subject as title, created_at as since, ${NEVER_DUE}
        ${FROM_FAILED_MAILS} order by created_at ${LIMIT}`,
    ],
    path: () => paths.mails.to({}, { state: 'failed' }),
  },
  'held-mails': {
    duty: 'settings',
    oldest: [sql`select 'held-mails' as kind, 1 as id, mails::text as title, since, ${NEVER_DUE} ${FROM_HELD_MAILS}`],
    path: () => paths.mails.to({}, { state: 'held' }),
  },
  approval: {
    duty: 'settings',
    oldest: [
      sql`select 'approval' as kind, 1 as id, ends::text as title, warned::timestamp at time zone 'Asia/Kolkata' as since,
          null as sort, null as place, greatest(${todayInIndia()} - ends, 0) as days_overdue, ${NO_RETURN}, ${NOT_DUE}
        ${FROM_ENDING_APPROVAL}`,
    ],
    path: () => `${paths.settings.to({})}#settings-tax`,
  },
}

/** The reference of a complaint, whose row of news has its date as the title, and the amount of a void, which comes in paise. */
function titleOf({ kind, id, title, since }: Row): string {
  if (kind === 'complaint') return formatReference({ id, createdAt: since })
  if (kind === 'news') return formatReference({ id, createdAt: new Date(title ?? since) })
  if (kind === 'void') return formatRupees(toRupees(Number(title)))
  return title ?? ''
}

/** Says whether the menu's numbers count it: of the complaints in progress only those past their day, and none twice because of its news. */
function isCounted({ kind, is_waiting }: Row): boolean {
  return kind === 'news' ? !is_waiting : is_waiting !== false
}

/**
 * The work that waits for this admin, the oldest first, but above it that for which the law gives hours, the least time left first:
 * breaches, and grievances that nobody has acknowledged.
 */
export async function listWaitingWork(db: Db, person: Person): Promise<WaitingWork[]> {
  const sources = Object.values(SOURCES).filter(({ duty }) => hasDuty(person, duty))
  const queries = sources.flatMap(({ oldest }) => oldest.map((query) => sql`(${query})`))
  if (queries.length === 0) return []
  const { rows } = await sql<Row>`
    select waiting.*, (
      select ${IS_COMPLAINT_WAITING} from complaints where waiting.kind in ('complaint', 'news') and complaints.id = waiting.id
    ) as is_waiting
    from (${sql.join(queries, sql` union all `)}) waiting
    order by ${LAWFUL_BY} nulls last, since, waiting.kind, waiting.id ${LIMIT}`.execute(db)
  return rows.map((row) => ({
    kind: row.kind,
    id: row.id,
    title: titleOf(row),
    sort: row.sort,
    place: row.place,
    since: row.since.toISOString(),
    is_overdue: row.days_overdue > 0,
    days_overdue: row.days_overdue,
    due_on: row.due_on,
    acknowledge_by: row.acknowledge_by?.toISOString() ?? null,
    goes_back_at: row.goes_back_at?.toISOString() ?? null,
    is_counted: isCounted(row),
    path: SOURCES[row.kind].path(row),
  }))
}
