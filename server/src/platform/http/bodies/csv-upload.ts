import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { badRequest, HttpError } from '../../errors.ts'
import { type FileSink, receiveForm } from './upload.ts'

/** A record of a CSV file, and the line that it ends on. */
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
        if (rows.length > rowsMax) throw new HttpError(400, 'csv_too_long', { values: { max: rowsMax } })
        rows.push({ line: info.lines, cells: record })
      }
    })
  } catch (error) {
    throw error instanceof CsvError ? unreadable(Number(error.lines)) : error
  }
  return rows
}

const unreadable = (line: number) => new HttpError(400, 'csv_unreadable', { values: { line } })
