import { z } from 'zod'

/** The orders of a list by these columns: `amount` begins with the smallest, `amount-desc` with the largest. */
export function ordersBy<const Column extends string>(...columns: Column[]) {
  return z.enum(columns.flatMap((column): [Column, `${Column}-desc`] => [column, `${column}-desc`]))
}
