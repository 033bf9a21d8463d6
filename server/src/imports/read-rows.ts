import type { Db } from '../db/pool.ts'
import type { ImportColumns } from './import-fields.ts'
import type { Entry, Importer } from './importer.ts'
import { readCsv } from './read-csv.ts'
import { type RowProblem, readRow, rowProblem } from './row-values.ts'

const ROWS_A_BATCH = 250

/** The result of a batch of rows. `rows` is the number of rows that were read so far. */
export type Batch = { ready: unknown[]; knownCount: number; problems: RowProblem[]; rows: number }

type Source = { content: Buffer; columns: ImportColumns; adminId: number }

/** Reads the rows of a file in batches, and compares them with each other and with what is stored. */
export async function* readRows(db: Db, source: Source, importer: Importer): AsyncGenerator<Batch> {
  const rowByKey = new Map<string, number>()
  let entries: Entry<unknown>[] = []
  let problems: RowProblem[] = []
  let width = 0
  let rows = 0
  async function batch(): Promise<Batch> {
    const judged = await importer.judge(db, entries, source.adminId)
    const result = { ...judged, problems: [...problems, ...judged.problems].sort((a, b) => a.row - b.row), rows }
    entries = []
    problems = []
    return result
  }
  for await (const row of readCsv(source.content)) {
    if (width === 0) {
      width = row.cells.length
      continue
    }
    rows++
    const read = readRow(row, source.columns, width, importer.schema)
    if ('problems' in read) problems.push(...read.problems)
    else {
      const key = importer.keyOf(read.value)
      const first = rowByKey.get(key)
      rowByKey.set(key, first ?? row.row)
      if (first === undefined) entries.push({ row: row.row, value: read.value })
      else problems.push({ row: row.row, field: null, problem: rowProblem('sameAsRow', { other: first }) })
    }
    if (rows % ROWS_A_BATCH === 0) yield await batch()
  }
  yield await batch()
}
