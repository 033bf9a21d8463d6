import {
  type LineFilter,
  type LineOrder,
  type LineState,
  OPEN_STATES,
  type SettledSums,
  type SettlementLine,
  type SettlementSummary,
  settlementCalls,
} from '@petsetu/contract/payments/settlements.ts'
import { paginationOf, succeed } from '@petsetu/contract/platform/envelope.ts'
import { toRupees } from '@petsetu/contract/platform/money.ts'
import type { FastifyInstance } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { recordDownload } from '../../people/audit/record-audit.ts'
import { ordersOf } from '../../platform/db/expressions.ts'
import type { Db } from '../../platform/db/pool.ts'
import { type CsvColumn, streamCsv } from '../../platform/http/bodies/csv.ts'
import { receiveCsv } from '../../platform/http/bodies/csv-upload.ts'
import { routeRegistrar } from '../../platform/http/routing/route-registrar.ts'
import { recordEvent } from '../../platform/record-event.ts'
import { comparedLines, monthOf } from './compared-lines.ts'
import { importReport } from './import-report.ts'
import { readReport } from './read-report.ts'

const LINES_A_PAGE = 20
// A month of a foundation with a thousand payments a day.
const REPORT_MAX = { bytesMax: 5 * 1024 * 1024, rowsMax: 50_000 }

export function settlementRoutes(app: FastifyInstance, deps: Deps): void {
  const on = routeRegistrar(app, deps)
  const { db } = deps

  on(settlementCalls.import, async ({ person, request, reply, runAfterUpload }) => {
    const rows = await receiveCsv(request, reply, settlementCalls.import.multipart, REPORT_MAX)
    return runAfterUpload(async () => {
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

  on(settlementCalls.csv, async ({ query, person, request, reply }) => {
    await recordDownload(db, { person, request }, 'settlement', query)
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

type Row = {
  source: number
  id: number
  at: Date
  state: LineState
  type: string
  entity_id: string
  settlement_id: string | null
  utr: string | null
  amount_paise: number | null
  fee_paise: number
  tax_paise: number
  net_paise: number
  ledger_paise: number | null
  payment: number | null
}

type Slice = { limit: number; offset: number }

// The lines of one month need no index. Lines that are not in the report have no amount, and come before all others.
const ORDERS: Record<LineOrder, RawBuilder<unknown>> = ordersOf(
  { date: sql`at`, amount: sql`coalesce(amount_paise, -1)`, status: sql`state` },
  sql`(source, id)`,
)

/** Lists the lines that were settled in a month, and those missing in it, newest first unless `sort` says otherwise. */
async function listLines(
  db: Db,
  { sort = 'date-desc', ...filter }: LineFilter & { sort?: LineOrder | undefined },
  { limit, offset }: Slice,
): Promise<SettlementLine[]> {
  const { rows } = await sql<Row>`
    select * from ${comparedLines(filter.month)} where ${isWanted(filter)}
    order by ${ORDERS[sort]} limit ${limit} offset ${offset}`.execute(db)
  return rows.map(({ source, id, at, amount_paise, fee_paise, tax_paise, net_paise, ledger_paise, ...row }) => ({
    ...row,
    key: `${source}-${id}`,
    at: at.toISOString(),
    amount: rupeesOf(amount_paise),
    fee: toRupees(fee_paise),
    tax: toRupees(tax_paise),
    net: toRupees(net_paise),
    ledger_amount: rupeesOf(ledger_paise),
  }))
}

async function countLines(db: Db, filter: LineFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${comparedLines(filter.month)} where ${isWanted(filter)}`.execute(db)
  return rows[0]?.count ?? 0
}

function isWanted({ state }: LineFilter): RawBuilder<unknown> {
  if (!state) return sql`true`
  return sql`state in (${sql.join(state === 'open' ? OPEN_STATES : [state])})`
}

type PaiseSums = { [Name in keyof SettledSums as `${Name}_paise`]: number }
type Counts = Record<LineState, number>

async function summariseMonth(db: Db, month: string): Promise<SettlementSummary> {
  const [compared, settled, settlements, last] = await Promise.all([
    sql<Counts & { not_settled_paise: number }>`
      select ${countOf('matched')}, ${countOf('different')}, ${countOf('unknown')}, ${countOf('missing')}, ${countOf('other')},
        coalesce(sum(case type when 'refund' then -ledger_paise else ledger_paise end)
          filter (where state = 'missing'), 0)::bigint as not_settled_paise
      from ${comparedLines(month)}`.execute(db),
    sql<PaiseSums>`select ${SUMS} from settlement_lines where ${monthOf(month, sql`settled_at`)}`.execute(db),
    listSettlements(db, month),
    sql<{ at: Date }>`select imported_at as at from settlement_lines order by id desc limit 1`.execute(db),
  ])
  const [counts] = compared.rows
  const [sums] = settled.rows
  if (!counts || !sums) throw new Error('A sum without a row')
  const { not_settled_paise, ...states } = counts
  return {
    counts: states,
    settled: sumsOf(sums),
    not_settled: toRupees(not_settled_paise),
    settlements,
    imported_at: last.rows[0]?.at.toISOString() ?? null,
  }
}

const countOf = (state: LineState) => sql`count(*) filter (where state = ${state}) as ${sql.ref(state)}`

const SUMS = sql`
  coalesce(sum(amount_paise) filter (where type = 'payment'), 0)::bigint as payments_paise,
  coalesce(sum(amount_paise) filter (where type = 'refund'), 0)::bigint as refunds_paise,
  coalesce(sum(credit_paise - debit_paise) filter (where type not in ('payment', 'refund')), 0)::bigint as other_paise,
  coalesce(sum(fee_paise), 0)::bigint as fee_paise,
  coalesce(sum(tax_paise), 0)::bigint as tax_paise,
  coalesce(sum(credit_paise - debit_paise), 0)::bigint as net_paise`

// The bank gets one transfer a working day, or a few where the foundation asks for them.
const SETTLEMENTS_SHOWN = 300

async function listSettlements(db: Db, month: string): Promise<SettlementSummary['settlements']> {
  const { rows } = await sql<
    PaiseSums & { settlement_id: string; utr: string | null; settled_at: Date; lines: number }
  >`
    select settlement_id, max(utr) as utr, max(settled_at) as settled_at, count(*) as lines, ${SUMS}
    from settlement_lines where ${monthOf(month, sql`settled_at`)}
    group by settlement_id order by max(settled_at) desc, settlement_id limit ${SETTLEMENTS_SHOWN}`.execute(db)
  return rows.map((row) => ({
    settlement_id: row.settlement_id,
    utr: row.utr,
    settled_at: row.settled_at.toISOString(),
    lines: row.lines,
    ...sumsOf(row),
  }))
}

const sumsOf = (row: PaiseSums): SettledSums => ({
  payments: toRupees(row.payments_paise),
  refunds: toRupees(row.refunds_paise),
  other: toRupees(row.other_paise),
  fee: toRupees(row.fee_paise),
  tax: toRupees(row.tax_paise),
  net: toRupees(row.net_paise),
})

const rupeesOf = (paise: number | null) => (paise === null ? null : toRupees(paise))
