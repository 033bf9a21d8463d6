import { Button, Group, Paper, Table, UnstyledButton } from '@mantine/core'
import '@mantine/core/styles/Table.css'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { useListParam } from '../../lib/address/use-list-param.ts'
import classes from './data-table.module.css'

export type Column<Row> = {
  head: string
  /** Stands before the head, such as a box that chooses all rows. */
  beforeHead?: ReactNode
  cell: (row: Row, index: number) => ReactNode
  /** Aligns numbers and dates to the right. */
  align?: 'right'
  /** For numbers and dates: never wraps inside a word, and on a wide screen not between words. */
  isTight?: true
  /** The orders that a click on the head chooses. */
  sort?: SortableBy
  /**
   * The place of the column in a card: its title, its menu in the corner, a row of buttons at its end, or nothing. Any other place makes
   * the cards low: a value at the end of the title's line, a line of its own below it, up to three values without their heads, and the
   * rest behind a button.
   */
  inCard?: 'title' | 'menu' | 'actions' | 'nothing' | 'end' | 'line' | 'value' | 'detail'
  /** In a low card, its head stands before its value. */
  isNamedInCard?: true
}

const LOW_CARD = new Set<NonNullable<Column<unknown>['inCard']>>(['end', 'line', 'value', 'detail'])

export type TableProps<Row> = {
  caption: string
  columns: Column<Row>[]
  rows: Row[]
  keyOf: (row: Row) => string | number
  /** Less space, for a table with many columns: two lines of text fit a row of 44 px. */
  isDense?: true
  /** The order that the rows have now. */
  order?: Order
  /** The name of the button that shows the columns with the place `detail`. */
  details?: string | undefined
}

/** A table; in a narrow container a list of cards with the column's name before each value. */
export function DataTable<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, keyOf, isDense, order = null, details } = props
  return (
    <div className={classes.container}>
      <Paper className={classes.frame ?? ''} withBorder shadow="sm" radius="lg">
        <Table
          className={classes.table ?? ''}
          data-dense={isDense}
          data-low-cards={columns.some(({ inCard }) => inCard && LOW_CARD.has(inCard))}
          tabularNums
          highlightOnHover
          highlightOnHoverColor="var(--brand-soft)"
          borderColor="var(--line)"
          verticalSpacing={isDense ? 3 : 8}
        >
          <caption className="visually-hidden">{caption}</caption>
          <Table.Thead>
            <Table.Tr>
              {columns.map(({ head, beforeHead, align, isTight, sort }) => (
                <SortHead
                  key={head}
                  head={head}
                  before={beforeHead}
                  align={align}
                  isTight={isTight}
                  sort={sort}
                  order={order}
                />
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row, index) => (
              <TableRow
                key={keyOf(row)}
                columns={columns}
                row={row}
                index={index}
                isDense={isDense}
                details={details}
              />
            ))}
          </Table.Tbody>
        </Table>
      </Paper>
    </div>
  )
}

type RowProps<Row> = Pick<TableProps<Row>, 'columns'> & {
  row: Row
  index: number
  isDense: true | undefined
  details: string | undefined
}

function TableRow<Row>({ columns, row, index, isDense, details }: RowProps<Row>) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <Table.Tr tabIndex={isDense && -1} data-open={details && isOpen}>
      {columns.map(({ head, align, isTight, inCard, isNamedInCard, cell }) => (
        <Table.Td
          key={head}
          id={details && inCard === 'title' ? `${id}title` : undefined}
          data-head={head}
          data-align={align}
          data-tight={isTight}
          data-card={inCard}
          data-named={isNamedInCard}
        >
          {cell(row, index)}
        </Table.Td>
      ))}
      {details && (
        <Table.Td data-card="opener">
          <Button
            id={`${id}opener`}
            variant="subtle"
            px={8}
            aria-labelledby={`${id}opener ${id}title`}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {details}
          </Button>
        </Table.Td>
      )}
    </Table.Tr>
  )
}

/** A part of a cell that only a row, or only a card shows: another column says it in the other one. */
export function OnlyIn({ place, children }: { place: 'row' | 'card'; children: ReactNode }) {
  return <span data-only={place}>{children}</span>
}

/**
 * The value of `sort` in the address for each direction. `isUsual`: the list has one of these orders by itself, so a click always turns it
 * round. `title` says what is compared, where the head does not. `words` name both orders for the select of a phone, where the kind of
 * values does not tell them.
 */
type SortableBy = {
  ascending: string
  descending: string
  isUsual?: boolean
  title?: string
  words?: { ascending: PlainId; descending: PlainId }
}

/** The orders of a column as the contract names them. */
export function sortBy(column: string, options: Pick<SortableBy, 'isUsual' | 'words'> = {}): SortableBy {
  return { ascending: column, descending: `${column}-desc`, ...options }
}

type Order = string | null

type Props = {
  head: string
  before: ReactNode
  align: 'right' | undefined
  isTight: true | undefined
  sort: SortableBy | undefined
  order: Order
}

/** The head of a column. Of a column that can be sorted by, it is a button: the order stands in the address. */
function SortHead({ head, before, align, isTight, sort, order }: Props) {
  const sorted = sort ? directionOf(sort, order) : null
  const shown = sort ? (
    <SortButton head={head} title={sort.title} next={nextOf(sort, sorted)} Icon={iconOf(sorted)} />
  ) : (
    head
  )
  return (
    <Table.Th
      scope="col"
      abbr={before ? head : undefined}
      data-align={align}
      data-tight={isTight}
      aria-sort={sort && (sorted ?? 'none')}
    >
      {before ? (
        <Group component="span" gap="sm" wrap="nowrap">
          {before}
          {shown}
        </Group>
      ) : (
        shown
      )}
    </Table.Th>
  )
}

type ButtonProps = { head: string; title: string | undefined; next: string | null; Icon: typeof IconArrowUp }

function SortButton({ head, title, next, Icon }: ButtonProps) {
  const setParam = useListParam()
  return (
    <UnstyledButton className={classes.sort ?? ''} title={title} onClick={() => setParam('sort', next)}>
      {head}
      <Icon size={16} aria-hidden />
    </UnstyledButton>
  )
}

type Direction = 'ascending' | 'descending' | null

function directionOf({ ascending, descending }: SortableBy, order: Order): Direction {
  if (order === null) return null
  if (order === ascending) return 'ascending'
  return order === descending ? 'descending' : null
}

// After both directions of another column comes the order that the list has by itself.
function nextOf({ ascending, descending, isUsual }: SortableBy, sorted: Direction): string | null {
  if (sorted === 'ascending') return descending
  return sorted === 'descending' && !isUsual ? null : ascending
}

function iconOf(sorted: Direction) {
  if (sorted === null) return IconArrowsSort
  return sorted === 'ascending' ? IconArrowUp : IconArrowDown
}

/** The rows of a list that is loaded whole, in an order as the contract names them; rows with the same value stay as they are. */
export function sortRows<Row>(
  rows: Row[],
  order: string,
  columns: Record<string, (row: Row) => string | number>,
): Row[] {
  const read = columns[order.replace(/-desc$/, '')]
  if (!read) return rows
  const direction = order.endsWith('-desc') ? -1 : 1
  return [...rows].sort((one, other) => direction * compare(read(one), read(other)))
}

function compare(one: string | number, other: string | number): number {
  return typeof one === 'number' && typeof other === 'number' ? one - other : String(one).localeCompare(String(other))
}
