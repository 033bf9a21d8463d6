import { ERASED_NAME } from '@petsetu/contract/office/reports.ts'
import { RECEIVED_STATUSES } from '@petsetu/contract/payments/payments.ts'
import {
  LINE_STATES,
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
import type { Purpose } from '@petsetu/contract/platform/purposes.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import type { FastifyInstance } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { joinedSubjects, perPurpose } from '../../office/reports/payment-conditions.ts'
import { recordDownload } from '../../people/audit/record-audit.ts'
import { literals, ordersOf, startOfDay } from '../../platform/db/expressions.ts'
import type { Db } from '../../platform/db/pool.ts'
import { type CsvColumn, indianClock, receiveCsv, streamCsv } from '../../platform/http/bodies/csv.ts'
import { routeRegistrar } from '../../platform/http/routing/route-registrar.ts'
import { recordAct } from '../../platform/record-event.ts'
import { WENT_BACK_UNSEEN } from '../ledger/payment-queries.ts'
import { IS_AT_PROVIDER } from '../provider/account.ts'
import { importReport, readReport } from './read-report.ts'

const LINES_A_PAGE = 20
// A month of a foundation with a thousand payments a day.
const REPORT_MAX = { bytesMax: 5 * 1024 * 1024, rowsMax: 50_000 }

export function settlementRoutes(app: FastifyInstance, deps: Deps): void {
  const on = routeRegistrar(app, deps)
  const { db } = deps

  on(settlementCalls.import, async ({ by, request, reply, runAfterUpload }) => {
    const rows = await receiveCsv(request, reply, settlementCalls.import.multipart, REPORT_MAX)
    return runAfterUpload(async () => {
      const imported = await importReport(db, readReport(rows), by)
      if (imported.added > 0) recordAct(by, { event: 'settlements-imported', lines: imported.added })
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

  on(settlementCalls.csv, async ({ query, by, reply }) => {
    await recordDownload(db, by, 'settlement', query)
    return streamCsv<ListedLine>(reply, `settlements-${query.month}.csv`, COLUMNS, (last, limit) =>
      listLinesAfter(db, query, last, limit),
    )
  })
}

function typeOf(type: string, text: Translate): string {
  if (type === 'payment') return text('settlements.payment')
  return type === 'refund' ? text('settlements.refund') : type
}

const COLUMNS: CsvColumn<SettlementLine>[] = [
  { headId: 'csv.date', cell: ({ at }) => indianClock(at) },
  { headId: 'csv.comparison', cell: ({ state }, text) => text(`settlements.${state}`) },
  { headId: 'csv.type', cell: ({ type }, text) => typeOf(type, text) },
  { headId: 'csv.paymentId', cell: ({ entity_id }) => entity_id },
  { headId: 'csv.settlementId', cell: ({ settlement_id }) => settlement_id },
  { headId: 'csv.utr', cell: ({ utr }) => utr },
  { headId: 'csv.amountInReport', cell: ({ amount }) => amount },
  { headId: 'csv.amountHere', cell: ({ ledger_amount }) => ledger_amount },
  { headId: 'csv.fee', cell: ({ fee }) => fee },
  { headId: 'csv.gst', cell: ({ tax }) => tax },
  { headId: 'csv.net', cell: ({ net }) => net },
]

/** A line and its place in the month: newest first, by instant (to the microsecond), then by source and number. */
type ListedLine = SettlementLine & { position: { at: string; source: number; id: number } }

type Row = {
  source: number
  id: number
  at: Date
  position_at: string
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
  purpose: Purpose | null
  payer: string | null
}

type Slice = { limit: number; offset?: number; last?: ListedLine | null }

const BY_WORK: LineState[] = [...OPEN_STATES, 'other', 'matched']

// Lines that somebody has to look into come first.
const WORK = sql`array_position(array[${sql.join(BY_WORK.map((state) => sql.lit(state)))}]::text[], state)`

// The lines of one month need no index. Lines that are not in the report have no amount, and come before all others.
const ORDERS: Record<LineOrder, RawBuilder<unknown>> = {
  ...ordersOf({ date: sql`at`, amount: sql`coalesce(amount_paise, -1)`, status: WORK }, sql`(source, id)`),
  status: sql`${WORK}, at desc, (source, id) desc`,
}

/** The lines of a month, newest first, the `limit` after `last`: a line that comes meanwhile shifts no other. */
export function listLinesAfter(
  db: Db,
  filter: LineFilter,
  last: ListedLine | null,
  limit: number,
): Promise<ListedLine[]> {
  return listLines(db, filter, { last, limit })
}

async function listLines(
  db: Db,
  { sort = 'date-desc', ...filter }: LineFilter & { sort?: LineOrder | undefined },
  { limit, offset = 0, last = null }: Slice,
): Promise<ListedLine[]> {
  const isAfter = last
    ? sql`(at, source, id) < (${last.position.at}::timestamptz, ${last.position.source}::integer, ${last.position.id}::bigint)`
    : sql`true`
  const { rows } = await sql<Row>`
    select lines.*, lines.at::text as position_at, paid.purpose, paid.payer
    from (
      select * from ${comparedLines(filter.month)} where ${isWanted(filter)} and ${isAfter}
      order by ${ORDERS[sort]} limit ${limit} offset ${offset}
    ) lines
    left join lateral (
      select transactions.purpose, ${perPurpose(({ payer }) => payer)} as payer
      from payments transactions ${joinedSubjects()}
      where transactions.id = lines.payment
    ) paid on true
    order by ${ORDERS[sort]}`.execute(db)
  return rows.map(lineOf)
}

function lineOf(line: Row): ListedLine {
  const { source, id, at, position_at, amount_paise, fee_paise, tax_paise, net_paise, ledger_paise, ...row } = line
  return {
    ...row,
    payer: row.purpose === null ? null : (row.payer ?? ERASED_NAME),
    key: `${source}-${id}`,
    at: at.toISOString(),
    amount: rupeesOf(amount_paise),
    fee: toRupees(fee_paise),
    tax: toRupees(tax_paise),
    net: toRupees(net_paise),
    ledger_amount: rupeesOf(ledger_paise),
    position: { at: position_at, source, id },
  }
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
      select ${sql.join(LINE_STATES.map(countOf))},
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

function monthOf(month: string, instant: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(${instant} >= ${startOfMonth(month)} and ${instant} < ${endOfMonth(month)})`
}

const startOfMonth = (month: string) => startOfDay(`${month}-01`)
const endOfMonth = (month: string) =>
  sql<Date>`((${`${month}-01`}::date + interval '1 month') at time zone 'Asia/Kolkata')`

/** SQL: a month's settled lines beside our payments, at each reading, for a payment may be learnt of later. */
function comparedLines(month: string): RawBuilder<unknown> {
  return sql`(${settledLines(month)} union all ${missingPayments(month)} union all ${missingRefunds(month)}) compared`
}

function settledLines(month: string) {
  return sql`
    select 0 as source, line.id, line.settled_at as at, line.type, line.entity_id, line.settlement_id, line.utr,
      line.amount_paise, line.fee_paise, line.tax_paise, line.credit_paise - line.debit_paise as net_paise,
      case line.type when 'payment' then payment.amount_paise when 'refund' then ${LEDGER_REFUND} end as ledger_paise,
      payment.id as payment,
      case
        when line.type not in ('payment', 'refund') then 'other'
        when payment.id is null then 'unknown'
        when line.type = 'payment' and payment.status in ${literals(RECEIVED_STATUSES)} and payment.amount_paise = line.amount_paise
          then 'matched'
        when line.type = 'refund' and own.status is distinct from 'failed' and ${LEDGER_REFUND} = line.amount_paise then 'matched'
        else 'different'
      end as state
    from settlement_lines line
    left join payments payment on payment.id = ${paymentOfLine}
    left join refunds own on own.provider_refund_id = line.entity_id and line.type = 'refund'
    where ${monthOf(month, sql`line.settled_at`)}`
}

/** The refund in our books: a refund of ours by its amount, one made in the provider's dashboard by the sum that went back in all. */
const LEDGER_REFUND = sql`coalesce(own.amount_paise, least(payment.refunded_paise, line.amount_paise))`

/** A report of the dashboard does not name the payment that was refunded, but its order. */
const paymentOfLine = sql`case line.type
  when 'payment' then (select id from payments where provider_payment_id = line.entity_id)
  when 'refund' then coalesce(
    (select payment_id from refunds where provider_refund_id = line.entity_id),
    (select id from payments where provider_payment_id = line.provider_payment_id),
    (select refunded.id from payment_orders join payments refunded on refunded.order_id = payment_orders.id
     where payment_orders.provider_order_id = line.provider_order_id and refunded.refunded_paise > 0
     order by refunded.id limit 1))
  end`

type Missing = Record<'id' | 'at' | 'ledgerPaise', RawBuilder<unknown>>

function missing(source: number, type: string, { id, at, ledgerPaise }: Missing) {
  return sql`${sql.lit(source)}, ${id}, ${at}, ${sql.lit(type)}, provider_payment_id, null, null,
    null::bigint, 0::bigint, 0::bigint, 0::bigint, ${ledgerPaise}, payments.id, 'missing'`
}

// The provider settles nothing of what it has never captured.
function missingPayments(month: string) {
  return sql`
    select ${missing(1, 'payment', { id: sql`payments.id`, at: sql`payments.created_at`, ledgerPaise: sql`amount_paise` })}
    from payments
    where ${monthOf(month, sql`payments.created_at`)} and status in ${literals(RECEIVED_STATUSES)} and ${IS_AT_PROVIDER}
      and not ${WENT_BACK_UNSEEN}
      and not exists (select from settlement_lines line where line.entity_id = payments.provider_payment_id and line.type = 'payment')`
}

// The provider refunds a payment of the last six months.
const REFUND_MONTHS = sql`interval '7 months'`

/**
 * Lists the money that went back and is in no report, one line for each time that some did. The lines of a payment are taken for the parts
 * that went back first. The provider knows nothing of what an admin has returned otherwise.
 */
function missingRefunds(month: string) {
  return sql`
    select ${missing(2, 'refund', { id: sql`part.id`, at: sql`part.at`, ledgerPaise: MISSING_PAISE })}
    from payments
    cross join lateral (
      select id, at, refunded_paise_after - refunded_paise_before as paise,
        sum(refunded_paise_after - refunded_paise_before) over (order by at, id) as upto
      from payment_journal
      where payment_id = payments.id and refunded_paise_after > refunded_paise_before and source <> 'settled') part
    cross join lateral (
      select coalesce(sum(coalesce(own.amount_paise, line.amount_paise)), 0) as paise
      from (${REFUND_LINES}) line
      left join refunds own on own.provider_refund_id = line.entity_id) reported
    where payments.created_at >= ${startOfMonth(month)} - ${REFUND_MONTHS} and payments.created_at < ${endOfMonth(month)}
      and refunded_paise > 0 and ${IS_AT_PROVIDER} and ${monthOf(month, sql`part.at`)}
      and not ${WENT_BACK_UNSEEN}
      and part.upto > reported.paise`
}

const MISSING_PAISE = sql`least(part.paise, part.upto - reported.paise)::bigint`

/**
 * SQL: the lines about what went back of a payment. A line may name the payment, a refund of ours or the order, so that each comes once. One
 * that names the order may be about another payment of it.
 */
const REFUND_LINES = sql`
  select id, entity_id, amount_paise from settlement_lines
  where type = 'refund' and provider_payment_id = payments.provider_payment_id
  union
  select line.id, line.entity_id, line.amount_paise
  from refunds join settlement_lines line on line.entity_id = provider_refund_id and line.type = 'refund'
  where refunds.payment_id = payments.id
  union
  select line.id, line.entity_id, line.amount_paise
  from payment_orders join settlement_lines line
    on line.provider_order_id = payment_orders.provider_order_id and line.type = 'refund'
  left join refunds named on named.provider_refund_id = line.entity_id
  where payment_orders.id = payments.order_id and coalesce(named.payment_id, payments.id) = payments.id
    and coalesce(line.provider_payment_id, payments.provider_payment_id) = payments.provider_payment_id`
