import type { ReactNode } from 'react'
import classes from './data-table.module.css'
import { type Order, type SortableBy, SortHead } from './sort-head.tsx'

export type Column<Row> = {
  head: string
  cell: (row: Row, index: number) => ReactNode
  /** Aligns numbers and dates to the right. */
  align?: 'right'
  /** For numbers and dates: never wraps inside a word, and on a wide screen not between words. */
  isTight?: true
  /** The orders that a click on the head chooses. */
  sort?: SortableBy
  /** The place of the column in a card: its title, its menu in the corner, a row of buttons at its end, or nothing. */
  inCard?: 'title' | 'menu' | 'actions' | 'nothing'
}

export type TableProps<Row> = {
  caption: string
  columns: Column<Row>[]
  rows: Row[]
  keyOf: (row: Row) => string | number
  /** Less space, for a table with many columns: two lines of text fit a row of 44 px. */
  isDense?: true
  /** The order that the rows have now. */
  order?: Order
}

/** A table; in a narrow container a list of cards with the column's name before each value. */
export function DataTable<Row>({ caption, columns, rows, keyOf, isDense, order = null }: TableProps<Row>) {
  return (
    <div className={classes.container}>
      <table className={classes.table} data-dense={isDense}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ head, align, isTight, sort }) => (
              <SortHead key={head} head={head} align={align} isTight={isTight} sort={sort} order={order} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={keyOf(row)} tabIndex={isDense && -1}>
              {columns.map(({ head, align, isTight, inCard, cell }) => (
                <td key={head} data-head={head} data-align={align} data-tight={isTight} data-card={inCard}>
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
