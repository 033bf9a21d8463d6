import { expect, test } from 'vitest'
import { inspectCsv } from './read-csv.ts'

/** A file of so many rows below its headings, in which one row, counted as a spreadsheet does, is another. */
function fileWith(rows: number, [row, line]: [row: number, line: string]): Buffer {
  const lines = Array.from(
    { length: rows },
    (_, index) => `Moti ${index},Dog,${'Kothrud, '.repeat(6).replaceAll(',', ';')}`,
  )
  return Buffer.from(['Name,Type,Place', ...lines].with(row - 1, line).join('\n'))
}

// DSK-6
test.each([
  ['a mark inside a cell', 250, 300, 'Ba"d" x,Dog,Pune', 'import_broken_quotes'],
  ['a mark inside a cell', 2_500, 3_000, 'Ba"d" x,Dog,Pune', 'import_broken_quotes'],
  ['more after a mark', 2_500, 3_000, '"Bad" x,Dog,Pune', 'import_broken_quotes'],
  ['a mark that is not closed', 250, 300, '"Bad,Dog,Pune', 'import_broken_quotes'],
  ['a mark that is not closed', 2, 1_000, '"Bad,Dog,Pune', 'import_row_too_long'],
  ['a mark that is not closed', 2_500, 3_000, '"Bad,Dog,Pune', 'import_row_too_long'],
] as const)('a file with %s is refused with the row: %i of %i', async (_, row, rows, line, code) => {
  await expect(inspectCsv(fileWith(rows, [row, line]))).rejects.toMatchObject({
    code,
    message: expect.stringMatching(new RegExp(`row ${row} `, 'i')),
  })
})
