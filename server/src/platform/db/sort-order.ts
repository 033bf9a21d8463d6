import { type RawBuilder, sql } from 'kysely'

/**
 * SQL for the orders of a list by these columns, as `ordersBy` of the contract names them. Rows with the same value come by `last`, which no
 * two rows share, in the same direction: so pages never overlap, and one index serves both directions.
 */
export function ordersOf<Column extends string>(
  columns: Record<Column, RawBuilder<unknown>>,
  last: RawBuilder<unknown>,
): Record<Column | `${Column}-desc`, RawBuilder<unknown>> {
  const orders = Object.entries<RawBuilder<unknown>>(columns).flatMap(([column, value]) => [
    [column, sql`${value}, ${last}`],
    [`${column}-desc`, sql`${value} desc, ${last} desc`],
  ])
  return Object.fromEntries(orders)
}
