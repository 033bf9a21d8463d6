import { SEARCH_GROUP_MAX } from '@petsetu/contract/office/search.ts'
import { type RawBuilder, sql } from 'kysely'

// A name that thousands have finds no more rows than this: people refine such a search.
const CANDIDATES_MAX = 200

/** SQL conditions on the rows of a table. */
export type Match = {
  table: string
  /** Each finds rows by an id that is theirs alone. */
  exactly: (RawBuilder<boolean> | null)[]
  /** Each finds rows by a part of their texts. */
  partly: (RawBuilder<boolean> | null)[]
}

/** A row that was found; `is_exact` if it was found by its id. */
export type Matched = { is_exact: boolean }

/**
 * SQL: the ids of the rows to show, as a table `matched`. First those found by their id, then the newest. Candidates are limited before they
 * are sorted, so that the planner never walks a table in the order of its ids to find rare rows. Null if there is nothing to look for.
 */
export function matching(match: Match): RawBuilder<unknown> | null {
  const candidates = candidatesOf(match)
  return (
    candidates &&
    sql`(select id, bool_or(is_exact) as is_exact from ${candidates} found
    group by id order by 2 desc, id desc limit ${SEARCH_GROUP_MAX}) matched`
  )
}

/** SQL: the ids of the rows that each condition finds, at most 200 of each, as a table. Null if there is no condition. */
export function candidatesOf({ table, exactly, partly }: Match): RawBuilder<unknown> | null {
  const from = (condition: RawBuilder<boolean>, isExact: boolean) =>
    sql`(select id, ${sql.lit(isExact)} as is_exact from ${sql.table(table)} where ${condition} limit ${CANDIDATES_MAX})`
  const queries = [
    ...exactly.flatMap((condition) => (condition ? [from(condition, true)] : [])),
    ...partly.flatMap((condition) => (condition ? [from(condition, false)] : [])),
  ]
  return queries.length > 0 ? sql`(${sql.join(queries, sql` union all `)})` : null
}

/** SQL condition: the column has this value. Null without a value. */
export function equals(column: RawBuilder<unknown>, value: string | number | null): RawBuilder<boolean> | null {
  return value === null ? null : sql<boolean>`${column} = ${value}`
}
