import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { inBatches } from './json-list.ts'

/** What stands in a column: its heading, and how a row fills it. */
export type CsvColumn<Row> = { head: string; cell: (row: Row) => string | number | null }

// With it a spreadsheet takes the file for UTF-8, and ₹ and Devanagari arrive as they are.
const BYTE_ORDER_MARK = '\uFEFF'

/** A list as a CSV file to save, streamed batch by batch: memory stays flat however long it is. */
export async function streamCsv<Row>(
  reply: FastifyReply,
  fileName: string,
  columns: CsvColumn<Row>[],
  readBatch: (last: Row | null, limit: number) => Promise<Row[]>,
): Promise<Readable> {
  const batches = await inBatches(readBatch)
  reply.header('content-type', 'text/csv; charset=utf-8')
  reply.header('content-disposition', `attachment; filename="${fileName}"`)
  return Readable.from(textOf(columns, batches))
}

async function* textOf<Row>(columns: CsvColumn<Row>[], batches: AsyncGenerator<Row[]>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + lineOf(columns.map(({ head }) => head))
  for await (const rows of batches) {
    yield rows.map((row) => lineOf(columns.map(({ cell }) => cell(row)))).join('')
  }
}

function lineOf(cells: (string | number | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

/**
 * A cell that a spreadsheet shows and never runs: text that begins like a formula, in full width too, gets an apostrophe before it.
 * Source: OWASP, "CSV Injection".
 */
export function csvCell(value: string | number | null): string {
  if (typeof value === 'number') return String(value)
  const text = value ?? ''
  const safe = /^[=+\-@＝＋－＠\t\r\n]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) || safe !== text ? `"${safe.replaceAll('"', '""')}"` : safe
}
