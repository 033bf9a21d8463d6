import { paginationOf, succeed } from '@petsetu/contract/envelope.ts'
import { type SettlementLine, settlementCalls } from '@petsetu/contract/settlements.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { type CsvColumn, streamCsv } from '../http/bodies/csv.ts'
import { receiveCsv } from '../http/bodies/csv-upload.ts'
import { mounter } from '../http/routing/mount.ts'
import { recordEvent } from '../record-event.ts'
import { importReport } from './import-report.ts'
import { readReport } from './read-report.ts'
import { countLines, listLines, summariseMonth } from './settlement-queries.ts'

const LINES_A_PAGE = 20
// A month of a foundation with a thousand payments a day.
const REPORT_MAX = { bytesMax: 5 * 1024 * 1024, rowsMax: 50_000 }

export function settlementRoutes(app: FastifyInstance, deps: Deps): void {
  const on = mounter(app, deps)
  const { db } = deps

  on(settlementCalls.import, async ({ person, request, reply, whenReceived }) => {
    const rows = await receiveCsv(request, reply, settlementCalls.import.multipart, REPORT_MAX)
    return whenReceived(async () => {
      const imported = await importReport(db, readReport(rows), { person, request })
      if (imported.added > 0)
        recordEvent(request.log, { event: 'settlements-imported', lines: imported.added, actorId: person.id })
      return succeed(imported)
    })
  })

  on(settlementCalls.list, async ({ query: { page = 1, limit = LINES_A_PAGE, ...filter } }) => {
    const [data, total] = await Promise.all([
      listLines(db, filter, { limit, offset: (page - 1) * limit }),
      countLines(db, filter),
    ])
    return { ...succeed(data), pagination: paginationOf({ page, limit }, total) }
  })

  on(settlementCalls.summary, async ({ query }) => succeed(await summariseMonth(db, query.month)))

  on(settlementCalls.csv, async ({ query, reply }) => {
    let offset = 0
    return streamCsv<SettlementLine>(reply, `settlements-${query.month}.csv`, COLUMNS, async (_last, limit) => {
      const lines = await listLines(db, query, { limit, offset })
      offset += lines.length
      return lines
    })
  })
}

const COLUMNS: CsvColumn<SettlementLine>[] = [
  { headId: 'csv.date', cell: ({ at }) => at },
  { headId: 'csv.comparison', cell: ({ state }, text) => text(`settlements.${state}`) },
  {
    headId: 'csv.type',
    cell: ({ type }, text) => (type === 'payment' || type === 'refund' ? text(`settlements.${type}`) : type),
  },
  { headId: 'csv.paymentId', cell: ({ entity_id }) => entity_id },
  { headId: 'csv.settlementId', cell: ({ settlement_id }) => settlement_id },
  { headId: 'csv.utr', cell: ({ utr }) => utr },
  { headId: 'csv.amountInReport', cell: ({ amount }) => amount },
  { headId: 'csv.amountHere', cell: ({ ledger_amount }) => ledger_amount },
  { headId: 'csv.fee', cell: ({ fee }) => fee },
  { headId: 'csv.gst', cell: ({ tax }) => tax },
  { headId: 'csv.net', cell: ({ net }) => net },
]
