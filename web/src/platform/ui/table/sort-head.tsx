import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import { useListParam } from '../../lib/use-list-param.ts'
import classes from './data-table.module.css'

/**
 * The value of `sort` in the address for each direction. `isUsual`: the list has one of these orders by itself, so a click always turns it
 * round.
 */
export type SortableBy = { ascending: string; descending: string; isUsual?: boolean }

/** The orders of a column as the contract names them. */
export function sortBy(column: string, { isUsual = false } = {}): SortableBy {
  return { ascending: column, descending: `${column}-desc`, isUsual }
}

export type Order = string | null

type Props = {
  head: string
  align: 'right' | undefined
  isTight: true | undefined
  sort: SortableBy | undefined
  order: Order
}

/** The head of a column. Of a column that can be sorted by, it is a button: the order stands in the address. */
export function SortHead({ head, align, isTight, sort, order }: Props) {
  if (!sort) {
    return (
      <th scope="col" data-align={align} data-tight={isTight}>
        {head}
      </th>
    )
  }
  const sorted = directionOf(sort, order)
  return (
    <th scope="col" data-align={align} data-tight={isTight} aria-sort={sorted ?? 'none'}>
      <SortButton head={head} next={nextOf(sort, sorted)} Icon={iconOf(sorted)} />
    </th>
  )
}

type ButtonProps = { head: string; next: string | null; Icon: typeof IconArrowUp }

function SortButton({ head, next, Icon }: ButtonProps) {
  const setParam = useListParam()
  return (
    <button type="button" className={classes.sort} onClick={() => setParam('sort', next)}>
      {head}
      <Icon size={16} aria-hidden />
    </button>
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
