import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { IMPORT_COLUMNS_MAX, IMPORT_ROWS_MAX } from '@petsetu/contract/office/imports.ts'
import { formatCount } from '@petsetu/languages/formats.ts'
import type { CsvError as BrokenCsv } from 'csv-parse'
import { badRequest, HttpError } from '../../platform/errors.ts'

/** A row below the headings. It counts as a spreadsheet does: the headings are row 1. */
export type SheetRow = { row: number; cells: string[] }

const PIECE_BYTES = 64 * 1024
const RECORD_LENGTH_MAX = 20_000
// Spreadsheets in India and Europe save these, and copying a table gives the last.
const DELIMITERS = [',', ';', '\t']
const ROWS_A_TURN = 200
const SAMPLE_ROWS = 3

/**
 * The headings of a CSV file that people made, and its rows while they are read; empty rows are left out. Comma, semicolon or tab, any
 * line ends, with or without a byte order mark, UTF-8 or UTF-16. Bytes that are no text become U+FFFD. Throws 400 for a file that is no
 * table.
 */
export async function* readCsv(content: Buffer): AsyncGenerator<SheetRow> {
  const { CsvError, parse } = await import('csv-parse')
  const text = decode(content)
  const parser = Readable.from(piecesOf(Buffer.from(text))).pipe(
    parse({ delimiter: delimiterOf(text), relax_column_count: true, max_record_size: RECORD_LENGTH_MAX }),
  )
  let row = 0
  let filled = 0
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      row++
      if (row % ROWS_A_TURN === 0) await setImmediate()
      if (row > 1 && cells.every((cell) => cell.trim() === '')) continue
      filled++
      if (filled > IMPORT_ROWS_MAX + 1)
        throw new HttpError(400, 'import_too_many_rows', { values: { max: formatCount(IMPORT_ROWS_MAX) } })
      yield { row, cells }
    }
  } catch (error) {
    throw error instanceof CsvError ? unreadable(error) : error
  }
}

/** The headings, first rows and number of rows. Throws 400 for a file that is no table, wherever the fault is. */
export async function inspectCsv(content: Buffer) {
  const sample: string[][] = []
  let headings: string[] | null = null
  let rowCount = 0
  for await (const { cells } of readCsv(content)) {
    if (headings) {
      rowCount++
      if (sample.length < SAMPLE_ROWS) sample.push(cells.map(shown))
    } else headings = cells.map(shown)
  }
  if (!headings || rowCount === 0) throw badRequest('import_empty')
  if (headings.every((heading) => heading === '')) throw badRequest('import_without_headings')
  if (headings.length > IMPORT_COLUMNS_MAX)
    throw new HttpError(400, 'import_too_many_columns', { values: { max: IMPORT_COLUMNS_MAX } })
  return { headings, sample, rowCount }
}

const SHOWN_LENGTH_MAX = 100

/** A cell as it is shown, and stored for that: PostgreSQL takes no NUL. */
function shown(cell: string): string {
  return cell
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, SHOWN_LENGTH_MAX)
    .toWellFormed()
}

function decode(content: Buffer): string {
  const isUtf16 = content[0] === 0xff && content[1] === 0xfe
  return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(content)
}

/** In pieces, so that a large file is parsed in several turns. */
function* piecesOf(content: Buffer): Generator<Buffer> {
  for (let start = 0; start < content.length; start += PIECE_BYTES) yield content.subarray(start, start + PIECE_BYTES)
}

/** The one that is most frequent in the first line, outside of quotes. */
function delimiterOf(text: string): string {
  const [first = ''] = text.replaceAll(/"[^"]*"/g, '').split(/[\r\n]/, 1)
  const count = (delimiter: string) => first.split(delimiter).length
  return DELIMITERS.reduce((best, one) => (count(one) > count(best) ? one : best))
}

/** The parser reads ahead of what we have taken from it, so that it alone knows the row. */
function unreadable({ code, records }: BrokenCsv): HttpError {
  const row = Number(records) + 1
  if (code === 'CSV_MAX_RECORD_SIZE') return new HttpError(400, 'import_row_too_long', { values: { row } })
  return new HttpError(400, 'import_broken_quotes', { values: { row } })
}
