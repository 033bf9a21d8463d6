import type { SettlementImport } from '@petsetu/contract/payments/settlements.ts'
import { isDay } from '@petsetu/contract/platform/calendar.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { problem } from '@petsetu/contract/platform/problem.ts'
import { pluralValues } from '@petsetu/languages/formats.ts'
import { sql } from 'kysely'
import { type Actor, recordAudit } from '../../people/audit/record-audit.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { HttpError } from '../../platform/errors.ts'
import type { CsvRow } from '../../platform/http/bodies/csv.ts'

export type ReportLine = {
  line: number
  entity_id: string
  type: string
  settlement_id: string
  utr: string | null
  settled_at: string
  provider_payment_id: string | null
  provider_order_id: string | null
  amount_paise: number
  debit_paise: number
  credit_paise: number
  fee_paise: number
  tax_paise: number
}

/** `waiting` lines are not settled yet. A problem belongs to a line of the file. */
export type Report = { lines: ReportLine[]; waiting: number; problems: LineProblem[] }
type LineProblem = { line: number; problem: string }

/** The headings under which a report has a value: the dashboard and the API name some of them differently. */
const REQUIRED = {
  entityId: ['entity_id'],
  type: ['type', 'transaction_entity'],
  settlementId: ['settlement_id'],
  settledAt: ['settled_at'],
  amount: ['amount'],
  debit: ['debit'],
  credit: ['credit'],
  fee: ['fee', 'fee_(exclusive_tax)'],
  tax: ['tax'],
}
const OPTIONAL = { utr: ['settlement_utr', 'utr'], paymentId: ['payment_id'], orderId: ['order_id'] }

type Cells = Record<keyof typeof REQUIRED | keyof typeof OPTIONAL, string>

// The ids of the provider and of banks are shorter.
const ID_LENGTH_MAX = 100

/** Reads a report, whatever the order of its columns and their case. Rejects one that lacks a column. */
export function readReport([heading, ...rows]: CsvRow[]): Report {
  const headings = (heading?.cells ?? []).map((cell) => cell.toLowerCase().replaceAll(/[\s-]+/g, '_'))
  const positions = positionsOf(headings)
  const report: Report = { lines: [], waiting: 0, problems: [] }
  for (const { line, cells } of rows) {
    const named = Object.fromEntries(
      Object.entries(positions).map(([name, position]) => [name, cells[position] ?? '']),
    ) as Cells
    const read = named.settlementId === '' ? null : readLine(line, named)
    if (read === null) report.waiting++
    else if (typeof read === 'string') report.problems.push({ line, problem: read })
    else report.lines.push(read)
  }
  return report
}

function positionsOf(headings: string[]): Record<keyof Cells, number> {
  const find = (columns: Record<string, string[]>) =>
    Object.entries(columns).map(([name, names]) => [name, headings.findIndex((heading) => names.includes(heading))])
  const required = find(REQUIRED)
  const missing = required
    .filter(([, position]) => position === -1)
    .map(([name]) => REQUIRED[name as keyof typeof REQUIRED][0])
  if (missing.length > 0)
    throw new HttpError(400, 'settlement_columns_missing', { values: { columns: missing.join(', ') } })
  return Object.fromEntries([...required, ...find(OPTIONAL)])
}

function readLine(line: number, cells: Cells): ReportLine | string {
  const ids = [cells.entityId, cells.type, cells.settlementId, cells.utr, cells.paymentId, cells.orderId]
  if (!cells.entityId || !cells.type || ids.some((id) => id.length > ID_LENGTH_MAX))
    return problem('lineWithoutId', { line })
  const settledAt = instantOf(cells.settledAt)
  if (!settledAt) return problem('lineDate', { line })
  // The API writes paise, and instants as Unix time; the dashboard writes rupees, and days.
  const decimals = isUnixTime(cells.settledAt) ? 0 : 2
  const amounts = [cells.amount, cells.debit, cells.credit, cells.fee, cells.tax].map((cell) => paiseOf(cell, decimals))
  const [amount, debit, credit, fee, tax] = amounts
  if (amount == null || debit == null || credit == null || fee == null || tax == null)
    return problem('lineAmount', { line })
  return {
    line,
    entity_id: cells.entityId,
    type: cells.type.toLowerCase(),
    settlement_id: cells.settlementId,
    utr: cells.utr || null,
    settled_at: settledAt.toISOString(),
    provider_payment_id: cells.paymentId || null,
    provider_order_id: cells.orderId || null,
    amount_paise: amount,
    debit_paise: debit,
    credit_paise: credit,
    tax_paise: tax,
    // The dashboard's fee is without GST, the API's with it: what was really charged tells which.
    fee_paise: Math.abs(amount - credit - debit) === fee + tax ? fee : Math.max(fee - tax, 0),
  }
}

const isUnixTime = (cell: string) => /^\d{9,11}$/.test(cell)

/** Unix time, 2026-07-21 10:30:00 or 21/07/2026 10:30:00; without a zone it is Indian time. */
function instantOf(cell: string): Date | null {
  if (isUnixTime(cell)) return new Date(Number(cell) * 1_000)
  const iso = cell.replace(/^(\d{2})[/-](\d{2})[/-](\d{4})/, '$3-$2-$1')
  const [, day = '', time = '00:00', zone = '+05:30'] =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?))?(Z|[+-]\d{2}:?\d{2})?$/.exec(iso) ?? []
  const instant = new Date(`${day}T${time}${zone}`)
  return isDay(day) && !Number.isNaN(instant.getTime()) ? instant : null
}

/** The paise of a cell that holds rupees (2 decimals) or paise (0). An empty cell is 0. Null for a sign, part of a paisa, or no number. */
function paiseOf(cell: string, decimals: 0 | 2): number | null {
  const [, whole, part = ''] = /^(\d{1,12})(?:\.(\d{1,6}))?$/.exec(cell.replaceAll(',', '') || '0') ?? []
  if (whole === undefined) return null
  if (/[1-9]/.test(part.slice(decimals))) return null
  return Number(whole + part.slice(0, decimals).padEnd(decimals, '0'))
}

// More would not fit on a screen, and the same mistake is usually on every line.
const PROBLEMS_SHOWN = 20

/** Stores a report's new lines, all or none. Payments are recorded from the provider's answers alone. */
export async function importReport(db: Db, { lines, waiting, problems }: Report, by: Actor): Promise<SettlementImport> {
  rejectProblems(problems)
  const added = await inTransaction(db, async (transaction) => {
    const count = await insertLines(transaction, lines)
    rejectProblems(await findChanged(transaction, lines))
    if (count > 0) {
      const after = { added: count, settlements: [...new Set(lines.map((line) => line.settlement_id))].join(', ') }
      await recordAudit(transaction, by, 'settlements-imported', { kind: 'settlement' }, { after })
    }
    return count
  })
  const months = [...new Set(lines.map((line) => today(new Date(line.settled_at)).slice(0, 7)))]
  return { added, known: lines.length - added, waiting, months: months.toSorted().reverse() }
}

function rejectProblems(problems: LineProblem[]): void {
  if (problems.length === 0) return
  const shown = problems.slice(0, PROBLEMS_SHOWN).map((one) => [`line ${one.line}`, one.problem])
  throw new HttpError(400, 'settlement_lines_wrong', {
    fields: Object.fromEntries(shown),
    values: pluralValues(problems.length),
  })
}

const rowsOf = (lines: ReportLine[]) => sql`jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as report (
  line integer, entity_id text, type text, settlement_id text, utr text, settled_at timestamptz, provider_payment_id text,
  provider_order_id text, amount_paise bigint, debit_paise bigint, credit_paise bigint, fee_paise bigint, tax_paise bigint)`

async function insertLines(transaction: Db, lines: ReportLine[]): Promise<number> {
  const columns = sql.raw(
    'entity_id, type, settlement_id, utr, settled_at, provider_payment_id, provider_order_id, amount_paise, debit_paise, credit_paise, fee_paise, tax_paise',
  )
  const { numAffectedRows } = await sql`
    insert into settlement_lines (${columns}) select ${columns} from ${rowsOf(lines)}
    on conflict (entity_id, type, settlement_id) do nothing`.execute(transaction)
  return Number(numAffectedRows ?? 0)
}

/** The lines whose amounts are not those under which they were stored before, or earlier in the same file. */
async function findChanged(transaction: Db, lines: ReportLine[]): Promise<LineProblem[]> {
  const { rows } = await sql<{ line: number }>`
    select line from ${rowsOf(lines)} join settlement_lines stored using (entity_id, type, settlement_id)
    where (report.amount_paise, report.debit_paise, report.credit_paise, report.fee_paise, report.tax_paise)
      <> (stored.amount_paise, stored.debit_paise, stored.credit_paise, stored.fee_paise, stored.tax_paise)
    order by line`.execute(transaction)
  return rows.map(({ line }) => ({ line, problem: problem('lineChanged', { line }) }))
}
