import { isDay } from '@petsetu/contract/platform/calendar.ts'
import { problem } from '@petsetu/contract/platform/problem.ts'
import { HttpError } from '../../platform/errors.ts'
import type { CsvRow } from '../../platform/http/bodies/csv-upload.ts'

/** A line of the provider's settlement report, as it is stored. */
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
export type LineProblem = { line: number; problem: string }

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

// As long as the provider's ids and those of banks are, with room to spare.
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

/** The line as it is stored, or the problem with it. */
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
