import { type AuditRow, auditCalls } from '@petsetu/contract/audit.ts'
import { ACTION_LABELS, labelOf, OBJECT_LABELS } from '@petsetu/contract/audit-labels.ts'
import { paginationOf, succeed } from '@petsetu/contract/envelope.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { type CsvColumn, streamCsv } from '../http/bodies/csv.ts'
import { mounter } from '../http/routing/mount.ts'
import { countAudit, listAudit, listAuditAfter } from './audit-queries.ts'

const ROWS_A_PAGE = 50

export function auditRoutes(app: FastifyInstance, deps: Deps): void {
  const on = mounter(app, deps)
  const { db } = deps

  on(auditCalls.list, async ({ query: { page = 1, limit = ROWS_A_PAGE, ...filter } }) => {
    const [data, total] = await Promise.all([listAudit(db, filter, { page, limit }), countAudit(db, filter)])
    return { ...succeed(data), pagination: paginationOf({ page, limit }, total) }
  })

  on(auditCalls.csv, async ({ query, reply }) =>
    streamCsv<AuditRow>(reply, 'audit.csv', CSV_COLUMNS, (last, limit) => listAuditAfter(db, query, last, limit)),
  )
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
