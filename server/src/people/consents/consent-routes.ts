import { formatReference } from '@petsetu/contract/complaints/reference.ts'
import {
  CONSENT_SUBJECTS,
  type ConsentFilter,
  type ConsentOrder,
  consentCalls,
  consentLabel,
  type ListedConsent,
  type Notice,
} from '@petsetu/contract/people/consents.ts'
import { pageOf, paginationOf, succeed } from '@petsetu/contract/platform/envelope.ts'
import { memberNumber } from '@petsetu/contract/supporters/membership-facts.ts'
import { languages } from '@petsetu/languages/languages.ts'
import { NOTICE_PURPOSES, NOTICE_VERSION, type NoticePurpose } from '@petsetu/languages/notice-version.ts'
import type { FastifyInstance } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { countMatches, literals, ordersOf, rowsAfter, rowsOfPage } from '../../platform/db/expressions.ts'
import { isoTimes } from '../../platform/db/iso-times.ts'
import type { Db } from '../../platform/db/pool.ts'
import { type CsvColumn, indianClock, streamCsv } from '../../platform/http/bodies/csv.ts'
import { routeRegistrar } from '../../platform/http/routing/route-registrar.ts'
import { recordDownload } from '../audit/record-audit.ts'

const FIRST_PAGE = { page: 1, limit: 50 }

export function consentRoutes(app: FastifyInstance, deps: Deps): void {
  const on = routeRegistrar(app, deps)
  const { db } = deps

  on(consentCalls.list, async ({ query }) => {
    const page = pageOf(query) ?? FIRST_PAGE
    const [rows, total] = await Promise.all([
      rowsOfPage(named(db, query), 'consents.id', ORDERS[query.sort ?? 'when-desc'], page),
      countMatches(db, select(db, query).select('id')),
    ])
    return { ...succeed(rows.map(withName)), pagination: paginationOf(page, total) }
  })

  on(consentCalls.csv, async ({ query, by, reply }) => {
    await recordDownload(db, by, 'consent', query)
    return streamCsv<Logged>(reply, 'consents.csv', COLUMNS, async (last, limit) => {
      const rows = await rowsAfter(listed(db, query), 'id', { last, limit, isNewestFirst: true })
      return rows.map(isoTimes)
    })
  })

  on(consentCalls.notices, async ({ query: { purpose } }) => succeed(await listNotices(db, purpose)))
}

const ORDERS: Record<ConsentOrder, RawBuilder<unknown>> = ordersOf({ when: sql`at` }, sql`id`)

function select(db: Db, { purpose, subject_id }: ConsentFilter) {
  return db
    .selectFrom('consents')
    .where((where) => (purpose ? where('purpose', '=', purpose) : where.lit(true)))
    .$if(subject_id !== undefined, (query) => query.where('subject_id', '=', subject_id ?? 0))
}

const listed = (db: Db, filter: ConsentFilter) =>
  select(db, filter)
    .select(['id', 'at', 'purpose', 'subject_id', 'notice_version'])
    .select(['language', 'is_given', 'withdrawn_at', 'reminder_kind', 'read_by'])

const named = (db: Db, filter: ConsentFilter) =>
  listed(db, filter).select(({ selectFrom }) => [
    selectFrom('users').select('username').where(isSubject('user', 'users.id')).as('username'),
    selectFrom('pets').select('pet_name').where(isSubject('pet', 'pets.id')).as('pet_name'),
    selectFrom('complaints').select('created_at').where(isSubject('complaint', 'complaints.id')).as('filed_at'),
    selectFrom('memberships').select('start_date').where(isSubject('membership', 'memberships.id')).as('start_date'),
  ])

/** SQL condition: a row of this kind is the record of the consent. */
function isSubject(kind: (typeof CONSENT_SUBJECTS)[NoticePurpose], id: string): RawBuilder<boolean> {
  const purposes = NOTICE_PURPOSES.filter((purpose) => CONSENT_SUBJECTS[purpose] === kind)
  return sql<boolean>`(${sql.ref(id)} = consents.subject_id and consents.purpose in ${literals(purposes)})`
}

type Named = Awaited<ReturnType<ReturnType<typeof named>['executeTakeFirstOrThrow']>>

function withName({ username, pet_name, filed_at, start_date, ...row }: Named): ListedConsent {
  const number = row.subject_id
  const reference = filed_at && formatReference({ id: number, createdAt: filed_at })
  const member = start_date && memberNumber({ number, start_date })
  return { ...isoTimes(row), subject_name: username ?? pet_name ?? reference ?? member }
}

type Logged = Omit<ListedConsent, 'subject_name'>

const COLUMNS: CsvColumn<Logged>[] = [
  { headId: 'csv.id', cell: (row) => row.id },
  { headId: 'csv.when', cell: (row) => indianClock(row.at) },
  { headId: 'consents.purpose', cell: (row, text) => text(consentLabel(row)) },
  { headId: 'csv.objectId', cell: (row) => row.subject_id },
  { headId: 'consents.version', cell: (row) => row.notice_version },
  { headId: 'consents.language', cell: (row) => languages[row.language].name },
  { headId: 'consents.given', cell: ({ is_given }, text) => text(is_given ? 'audit.yes' : 'audit.no') },
  { headId: 'consents.withdrawn', cell: (row) => row.withdrawn_at && indianClock(row.withdrawn_at) },
  { headId: 'consents.readBy', cell: (row) => row.read_by },
]

async function listNotices(db: Db, purpose: NoticePurpose): Promise<Notice[]> {
  const rows = await db
    .selectFrom('notices')
    .select(['version', 'language', 'text', 'first_seen_at'])
    .where('purpose', '=', purpose)
    .orderBy('version', 'desc')
    .orderBy('language')
    .execute()
  return rows.map((row) => ({ ...isoTimes(row), purpose, is_current: row.version === NOTICE_VERSION }))
}
