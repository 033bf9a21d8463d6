import { formatReference } from '@petsetu/contract/complaints/reference.ts'
import { type DashboardEvent, EVENTS_MAX, type EventKind } from '@petsetu/contract/office/dashboard.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { RECEIVED_STATUSES } from '@petsetu/contract/payments/payments.ts'
import { type Duty, hasDuty } from '@petsetu/contract/people/duties.ts'
import { PAISE_PER_RUPEE } from '@petsetu/contract/platform/money.ts'
import { type RawBuilder, sql } from 'kysely'
import { literals } from '../../platform/db/expressions.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { Person } from '../../platform/http/routing/person.ts'

type Row = {
  kind: EventKind
  id: number
  at: Date
  who: string | null
  what: string | null
  paise: number | null
  object_kind: string | null
  object_id: string | null
}

type Source = {
  duty: Duty
  /** SQL: the newest of a kind, read from an index in their order: id, when, who, what, how much, and the record. */
  newest: RawBuilder<unknown>
  path: (row: Row) => string
}

const LIMIT = sql`limit ${sql.lit(EVENTS_MAX)}`
const NO_OBJECT = sql`null as object_kind, null as object_id`

const SOURCES: Record<EventKind, Source> = {
  // Not who: the name may be withheld.
  'complaint-filed': {
    duty: 'cases',
    newest: sql`select 'complaint-filed' as kind, id, created_at as at, null as who, null as what, null::bigint as paise, ${NO_OBJECT}
      from complaints order by id desc ${LIMIT}`,
    path: ({ id }) => paths.complaintDetail.to({ id }),
  },
  'payment-received': {
    duty: 'money',
    newest: sql`select 'payment-received' as kind, id, created_at as at, null as who, null as what, amount_paise as paise, ${NO_OBJECT}
      from payments where status in ${literals(RECEIVED_STATUSES)} order by created_at desc, id desc ${LIMIT}`,
    path: ({ id }) => paths.paymentReport.to({}, { payment_id: id }),
  },
  'pet-registered': {
    duty: 'pets',
    // Rows of one instant came with one import, and are one event.
    newest: sql`select distinct on (at) * from (
        select 'pet-registered' as kind, pets.id, pets.created_at as at, username as who, pet_name as what,
          null::bigint as paise, 'tag' as object_kind, pet_id as object_id
        from pets join users on users.id = pets.user_id order by pets.id desc ${LIMIT}
      ) newest order by at desc, id desc`,
    path: ({ object_id }) => paths.petDetail.to({ petId: object_id ?? '' }),
  },
  'account-created': {
    duty: 'members',
    newest: sql`select 'account-created' as kind, id, created_at as at, username as who, null as what, null::bigint as paise, ${NO_OBJECT}
      from users order by id desc ${LIMIT}`,
    path: ({ who }) => paths.users.to({}, { search: who }),
  },
  'membership-begun': {
    duty: 'members',
    newest: sql`select 'membership-begun' as kind, id, created_at as at, username as who, plan_name as what, null::bigint as paise,
        ${NO_OBJECT}
      from memberships order by created_at desc, id desc ${LIMIT}`,
    path: () => paths.membershipReport.to({}),
  },
  // An act of an admin, with the code of the action.
  'admin-action': {
    duty: 'settings',
    newest: sql`select 'admin-action' as kind, id, at, admin_username as who, action as what, null::bigint as paise, object_kind, object_id
      from audit order by at desc, id desc ${LIMIT}`,
    path: ({ object_kind, object_id }) => paths.audit.to({}, { object_kind, object_id }),
  },
}

/** Lists the latest events, newest first: of each kind that the admin's duties allow. */
export async function listLatestEvents(db: Db, person: Person): Promise<DashboardEvent[]> {
  const queries = Object.values(SOURCES)
    .filter(({ duty }) => hasDuty(person, duty))
    .map(({ newest }) => sql`(${newest})`)
  // No event is about the requests of people.
  if (queries.length === 0) return []
  const { rows } = await sql<Row>`
    select * from (${sql.join(queries, sql` union all `)}) latest order by at desc, kind, id desc ${LIMIT}`.execute(db)
  return rows.map((row) => ({
    kind: row.kind,
    id: row.id,
    at: row.at.toISOString(),
    who: row.who,
    what: row.kind === 'complaint-filed' ? formatReference({ id: row.id, createdAt: row.at }) : row.what,
    amount: row.paise === null ? null : row.paise / PAISE_PER_RUPEE,
    path: SOURCES[row.kind].path(row),
  }))
}
