import {
  ACTION_LABELS,
  type AuditFilter,
  type AuditOrder,
  type AuditRow,
  auditCalls,
  labelOf,
  OBJECT_LABELS,
} from '@petsetu/contract/people/audit.ts'
import { paginationOf, succeed } from '@petsetu/contract/platform/envelope.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import type { FastifyInstance } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { countMatches, endOfDay, ordersOf, type Page, rowsOfPage, startOfDay } from '../../platform/db/expressions.ts'
import type { Db } from '../../platform/db/pool.ts'
import { type CsvColumn, indianClock, streamCsv } from '../../platform/http/bodies/csv.ts'
import { routeRegistrar } from '../../platform/http/routing/route-registrar.ts'
import { languageOf } from '../../platform/languages/request-language.ts'
import { textsIn } from '../../platform/languages/texts.ts'
import { recordDownload } from './record-audit.ts'

const ROWS_A_PAGE = 50

type KindOfData = { kind: string; label: string }
type AuditDeps = Deps & { kindsOfData: (text: Translate) => KindOfData[] }

export function auditRoutes(app: FastifyInstance, deps: AuditDeps): void {
  const on = routeRegistrar(app, deps)
  const { db } = deps

  on(auditCalls.list, async ({ query: { page = 1, limit = ROWS_A_PAGE, ...filter }, request }) => {
    const [data, total] = await Promise.all([
      listAudit(db, filter, { page, limit }),
      countMatches(db, select(db, filter).select('id')),
    ])
    const kinds = deps.kindsOfData(textsIn(languageOf(request)))
    const named = data.map((row) => (row.action === 'breach-changed' ? nameKinds(row, kinds) : row))
    return { ...succeed(named), pagination: paginationOf({ page, limit }, total) }
  })

  on(auditCalls.csv, async ({ query, by, reply }) => {
    await recordDownload(db, by, 'audit', query)
    return streamCsv<StoredRow>(reply, 'audit.csv', CSV_COLUMNS, (last, limit) =>
      listAuditAfter(db, query, last, limit),
    )
  })
}

/** A row as it is stored, without what became of its record. */
type StoredRow = Omit<AuditRow, 'is_there'>

/**
 * Names the kinds of data of a breach for a reader. They are rows of the list on the page about privacy, whose words only the server has; what a
 * row says before its colon is its name.
 */
function nameKinds({ before, after, ...row }: AuditRow, known: KindOfData[]): AuditRow {
  const nameOf = (code: unknown) => known.find(({ kind }) => kind === code)?.label.split(':')[0] ?? code
  const named = (fields: AuditRow['before']) => {
    const kinds = fields?.kinds
    return Array.isArray(kinds) ? { ...fields, kinds: kinds.map(nameOf) } : fields
  }
  return { ...row, before: named(before), after: named(after) }
}

const CSV_COLUMNS: CsvColumn<StoredRow>[] = [
  { headId: 'csv.id', cell: (row) => row.id },
  { headId: 'csv.when', cell: (row) => indianClock(row.at) },
  { headId: 'csv.admin', cell: (row) => row.admin },
  { headId: 'csv.action', cell: ({ action }, text) => labelOf(ACTION_LABELS, action, text) },
  { headId: 'csv.objectKind', cell: ({ object_kind }, text) => labelOf(OBJECT_LABELS, object_kind, text) },
  { headId: 'csv.objectId', cell: (row) => row.object_id },
  { headId: 'csv.before', cell: (row) => row.before && JSON.stringify(row.before) },
  { headId: 'csv.after', cell: (row) => row.after && JSON.stringify(row.after) },
  { headId: 'csv.personalFields', cell: (row) => row.personal_fields.join(' ') },
  { headId: 'csv.reason', cell: (row) => row.reason },
  { headId: 'csv.requestId', cell: (row) => row.request_id },
]

const COLUMNS = [
  ...['id', 'at', 'admin_username', 'action', 'object_kind', 'object_id'],
  ...['before', 'after', 'personal_fields', 'reason', 'request_id'],
] as const

function select(db: Db, { admin, action, object_kind, object_id, from, to }: AuditFilter) {
  return db
    .selectFrom('audit')
    .$if(Boolean(admin), (query) => query.where(sql<boolean>`lower(admin_username) = lower(${admin ?? ''})`))
    .$if(action !== undefined, (query) => query.where('action', '=', action ?? ''))
    .$if(object_kind !== undefined, (query) => query.where('object_kind', '=', object_kind ?? ''))
    .$if(Boolean(object_id), (query) => query.where('object_id', '=', object_id ?? ''))
    .$if(Boolean(from), (query) => query.where('at', '>=', startOfDay(from ?? '')))
    .$if(Boolean(to), (query) => query.where('at', '<', endOfDay(to ?? '')))
}

/**
 * SQL: an animal of the street has another page, which is found by its tag. The subqueries give values, because for `exists` the planner may
 * read the whole table once.
 */
const IS_THERE = sql<boolean>`coalesce(case when object_id ~ '^[0-9]{1,15}$' then case object_kind
  when 'pet' then (select pet_kind <> 'community' from pets where pets.id = object_id::bigint)
  when 'user' then (select true from users where users.id = object_id::bigint)
  when 'plan' then (select deleted_at is null from plans where plans.id = object_id::bigint)
  when 'camp' then (select true from camps where camps.id = object_id::bigint)
  end end, false)`

const ORDERS: Record<AuditOrder, RawBuilder<unknown>> = ordersOf({ when: sql`at` }, sql`id`)

const selectListed = (db: Db, filter: AuditFilter) => select(db, filter).select(COLUMNS)

type Row = Awaited<ReturnType<ReturnType<typeof selectListed>['executeTakeFirstOrThrow']>>

function auditOf({ at, admin_username, before, after, ...row }: Row): StoredRow {
  return {
    ...row,
    at: at.toISOString(),
    admin: admin_username,
    // Objects of JSON values, as recordAudit stores them.
    before: before as AuditRow['before'],
    after: after as AuditRow['after'],
  }
}

async function listAudit(
  db: Db,
  { sort = 'when-desc', ...filter }: AuditFilter & { sort?: AuditOrder | undefined },
  page: Page,
): Promise<AuditRow[]> {
  const listed = selectListed(db, filter).select(IS_THERE.as('is_there'))
  const rows = await rowsOfPage(listed, 'audit.id', ORDERS[sort], page)
  return rows.map(({ is_there, ...row }) => ({ ...auditOf(row), is_there }))
}

async function listAuditAfter(
  db: Db,
  filter: AuditFilter,
  last: StoredRow | null,
  limit: number,
): Promise<StoredRow[]> {
  const rows = await selectListed(db, filter)
    .orderBy(ORDERS['when-desc'])
    // The time of the row itself, because `last` has it in milliseconds only.
    .$if(last !== null, (query) =>
      query.where(sql<boolean>`(at, id) < (select at, id from audit where id = ${last?.id ?? 0})`),
    )
    .limit(limit)
    .execute()
  return rows.map(auditOf)
}
