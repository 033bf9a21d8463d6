import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { shownWords } from '@petsetu/contract/platform/removed.ts'
import { formatCount, INDIA_AHEAD_MS } from '@petsetu/languages/formats.ts'
import type { PlainId, Translate } from '@petsetu/languages/translator.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { badRequest, HttpError } from '../../errors.ts'
import { languageOf } from '../../languages/request-language.ts'
import { textsIn } from '../../languages/texts.ts'
import { inBatches } from './json-list.ts'
import { type FileSink, receiveForm } from './upload.ts'

/** `cell` writes the value of a row in the words of a page of this language. */
export type CsvColumn<Row> = { headId: PlainId; cell: (row: Row, text: Translate) => string | number | null }

// Without it Excel does not read the file as UTF-8 and garbles ₹ and Devanagari.
const BYTE_ORDER_MARK = '\uFEFF'

/** Streams a CSV by batches. Headings and stored values are in the language of the request, all else is as stored. */
export async function streamCsv<Row>(
  reply: FastifyReply,
  fileName: string,
  columns: CsvColumn<Row>[],
  readBatch: (last: Row | null, limit: number) => Promise<Row[]>,
): Promise<Readable> {
  const batches = await inBatches(readBatch)
  asCsv(reply, fileName)
  const text = textsIn(languageOf(reply.request))
  return Readable.from(linesOf(text, columns, batches))
}

async function* linesOf<Row>(
  text: Translate,
  columns: CsvColumn<Row>[],
  batches: AsyncGenerator<Row[]>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + lineOf(columns.map(({ headId }) => text(headId)))
  for await (const rows of batches) {
    yield rows.map((row) => lineOf(columns.map(({ cell }) => shownCell(cell(row, text), text)))).join('')
  }
}

const shownCell = (cell: string | number | null, text: Translate) =>
  typeof cell === 'string' ? shownWords(cell, text) : cell

/** An instant by the clock of India, as 2026-01-31T17:30:00+05:30: the lists and their filters go by Indian days. */
export function indianClock(instant: string): string {
  return new Date(Date.parse(instant) + INDIA_AHEAD_MS).toISOString().replace(/\.\d+Z$/, '+05:30')
}

export function csvFile(lines: (string | number | null)[][]): string {
  return BYTE_ORDER_MARK + lines.map(lineOf).join('')
}

export function asCsv(reply: FastifyReply, fileName: string): FastifyReply {
  return reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${fileName}"`)
}

function lineOf(cells: (string | number | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

/**
 * Formats one cell. Text that begins like a formula (full-width characters too) gets a leading apostrophe, so that a
 * spreadsheet shows it and does not run it.
 * Source: OWASP, "CSV Injection".
 */
export function csvCell(value: string | number | null): string {
  if (typeof value === 'number') return String(value)
  const text = value ?? ''
  const safe = /^[=+\-@＝＋－＠\t\r\n]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) || safe !== text ? `"${safe.replaceAll('"', '""')}"` : safe
}

export type CsvRow = { line: number; cells: string[] }

type Limits = { bytesMax: number; rowsMax: number }

const RECORD_CHARACTERS_MAX = 64 * 1024

/**
 * Reads the CSV file of a form, as a program writes it; the heading is its first row. Rejects a form without a file, and a file that is no
 * CSV in UTF-8, has lines of different lengths or is too large. What people send from a spreadsheet is read by `office/imports/read-csv.ts`.
 */
export async function receiveCsv(
  request: FastifyRequest,
  reply: FastifyReply,
  part: string,
  { bytesMax, rowsMax }: Limits,
): Promise<CsvRow[]> {
  const sink: FileSink<CsvRow[]> = {
    receive: (file) => readCsv(file, rowsMax),
    discard: async () => {},
    place: 'memory',
    bytesMax,
    tooLarge: 'file_too_large',
  }
  const { files } = await receiveForm(request, reply, { one: part }, sink)
  const [rows = []] = files
  if (rows.length === 0) throw badRequest('csv_missing')
  return rows
}

async function readCsv(file: Readable, rowsMax: number): Promise<CsvRow[]> {
  const { CsvError, parse } = await import('csv-parse')
  const rows: CsvRow[] = []
  const parser = parse({
    bom: true,
    info: true,
    trim: true,
    skip_empty_lines: true,
    max_record_size: RECORD_CHARACTERS_MAX,
  })
  try {
    await pipeline(file, parser, async (records: AsyncIterable<{ info: { lines: number }; record: string[] }>) => {
      for await (const { info, record } of records) {
        // Bytes that are not UTF-8, such as those of a workbook, become this character.
        if (record.some((cell) => cell.includes('\uFFFD') || cell.includes('\0'))) throw unreadable(info.lines)
        // The first one is the heading.
        if (rows.length > rowsMax) throw new HttpError(400, 'csv_too_long', { values: { max: formatCount(rowsMax) } })
        rows.push({ line: info.lines, cells: record })
      }
    })
  } catch (error) {
    throw error instanceof CsvError ? unreadable(Number(error.lines)) : error
  }
  return rows
}

const unreadable = (line: number) => new HttpError(400, 'csv_unreadable', { values: { line } })
