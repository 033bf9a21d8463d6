import type { ReactNode } from 'react'
import classes from './data-table.module.css'

export type Column<Row> = {
  head: string
  cell: (row: Row, index: number) => ReactNode
  /** Aligns numbers and dates to the right. */
  align?: 'right'
  /** For numbers and dates: never wraps inside a word, and on a wide screen not between words. */
  isTight?: true
}

type Props<Row> = {
  caption: string
  columns: Column<Row>[]
  rows: Row[]
  keyOf: (row: Row) => string | number
  /** Less space between columns, for a table with many columns. */
  isDense?: true
}

/** A table; in a narrow container a list of cards with the column's name before each value. */
export function DataTable<Row>({ caption, columns, rows, keyOf, isDense }: Props<Row>) {
  return (
    <div className={classes.container}>
      <table className={classes.table} data-dense={isDense}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ head, align, isTight }) => (
              <th key={head} scope="col" data-align={align} data-tight={isTight}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={keyOf(row)}>
              {columns.map(({ head, align, isTight, cell }) => (
                <td key={head} data-head={head} data-align={align} data-tight={isTight}>
                  {cell(row, index)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
