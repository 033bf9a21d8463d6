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
import type { FastifyInstance } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { countMatches, endOfDay, ordersOf, startOfDay } from '../../platform/db/expressions.ts'
import type { Db } from '../../platform/db/pool.ts'
import { type CsvColumn, streamCsv } from '../../platform/http/bodies/csv.ts'
import { routeRegistrar } from '../../platform/http/routing/route-registrar.ts'
import { recordDownload } from './record-audit.ts'

const ROWS_A_PAGE = 50

export function auditRoutes(app: FastifyInstance, deps: Deps): void {
  const on = routeRegistrar(app, deps)
  const { db } = deps

  on(auditCalls.list, async ({ query: { page = 1, limit = ROWS_A_PAGE, ...filter } }) => {
    const [data, total] = await Promise.all([listAudit(db, filter, { page, limit }), countAudit(db, filter)])
    return { ...succeed(data), pagination: paginationOf({ page, limit }, total) }
  })

  on(auditCalls.csv, async ({ query, person, request, reply }) => {
    await recordDownload(db, { person, request }, 'audit', query)
    return streamCsv<AuditRow>(reply, 'audit.csv', CSV_COLUMNS, (last, limit) => listAuditAfter(db, query, last, limit))
  })
}

const CSV_COLUMNS: CsvColumn<AuditRow>[] = [
  { headId: 'csv.id', cell: (row) => row.id },
  { headId: 'csv.when', cell: (row) => row.at },
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

const ORDERS: Record<AuditOrder, RawBuilder<unknown>> = ordersOf({ when: sql`at` }, sql`id`)

const selectListed = (db: Db, filter: AuditFilter, sort: AuditOrder = 'when-desc') =>
  select(db, filter).select(COLUMNS).orderBy(ORDERS[sort])

type Row = Awaited<ReturnType<ReturnType<typeof selectListed>['executeTakeFirstOrThrow']>>

function auditOf({ at, admin_username, before, after, ...row }: Row): AuditRow {
  return {
    ...row,
    at: at.toISOString(),
    admin: admin_username,
    // Objects of JSON values, as recordAudit stores them.
    before: before as AuditRow['before'],
    after: after as AuditRow['after'],
  }
}

/** A page of the audit, newest first unless `sort` says otherwise. */
async function listAudit(
  db: Db,
  { sort, ...filter }: AuditFilter & { sort?: AuditOrder | undefined },
  { page, limit }: { page: number; limit: number },
): Promise<AuditRow[]> {
  const rows = await selectListed(db, filter, sort)
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return rows.map(auditOf)
}

/** The next `limit` rows after `last`, newest first. */
async function listAuditAfter(db: Db, filter: AuditFilter, last: AuditRow | null, limit: number): Promise<AuditRow[]> {
  const rows = await selectListed(db, filter)
    // The time of the row itself, because `last` has it in milliseconds only.
    .$if(last !== null, (query) =>
      query.where(sql<boolean>`(at, id) < (select at, id from audit where id = ${last?.id ?? 0})`),
    )
    .limit(limit)
    .execute()
  return rows.map(auditOf)
}

/** Counts the rows that the filter selects, up to 1,000. */
function countAudit(db: Db, filter: AuditFilter): Promise<number> {
  return countMatches(db, (limit) => select(db, filter).select('id').limit(limit))
}
