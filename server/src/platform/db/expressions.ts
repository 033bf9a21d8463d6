import { COUNTED_MAX } from '@petsetu/contract/platform/envelope.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import { type AliasableExpression, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from './pool.ts'

/** The number of rows of a search; `select` gets the number of rows to stop at. */
export async function countMatches(
  db: Db,
  select: (limit: number) => AliasableExpression<{ id: number }>,
): Promise<number> {
  const { total } = await db
    .selectFrom(select(COUNTED_MAX).as('counted'))
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** The next `limit` rows after `last`, or the first ones, in the order of their numbers, which grow with time. */
export function rowsAfter<Tables, Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  id: string,
  { last, limit, isNewestFirst = false }: { last: { id: number } | null; limit: number; isNewestFirst?: boolean },
): Promise<Row[]> {
  const number = sql.ref(id)
  return query
    .$if(last !== null, (rest) =>
      rest.where(isNewestFirst ? sql<boolean>`${number} < ${last?.id}` : sql<boolean>`${number} > ${last?.id}`),
    )
    .orderBy(number, isNewestFirst ? 'desc' : 'asc')
    .limit(limit)
    .execute()
}

/** A LIKE pattern for texts that contain `text`, with its wildcards escaped. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`
}

/** SQL: a list of values for `in`, as literals: with parameters, an index with the same condition would not be used. */
export function literals(values: readonly string[]): RawBuilder<unknown> {
  return sql`(${sql.join(values.map((value) => sql.lit(value)))})`
}

/**
 * SQL condition: each of these parts begins a word of the text. Only for texts with other letters than English; in others nothing is
 * found.
 */
export function beginIn(text: RawBuilder<unknown>, parts: string[]): RawBuilder<boolean> {
  const query = parts.map((part) => `${part}:*`).join(' & ')
  return sql<boolean>`(octet_length(${text}) > char_length(${text})
    and to_tsvector('simple', ${text}) @@ to_tsquery('simple', ${query}))`
}

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

/** True if a stored record already has every value of the update; fields that the update leaves out are ignored. */
export function containsValues(stored: object, update: object): boolean {
  const values = new Map(Object.entries(stored))
  return Object.entries(update).every(([field, value]) => {
    const storedValue: unknown = values.get(field)
    if (isRecord(value) && isRecord(storedValue)) return containsValues(storedValue, value)
    return value === undefined || storedValue === value
  })
}

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Today in India according to the database, so that all nodes agree whatever their clocks and time zones. */
export function todayInIndia(): RawBuilder<string> {
  return sql<string>`(now() at time zone 'Asia/Kolkata')::date`
}

/** The instant at which this day begins in India. */
export function startOfDay(day: string): RawBuilder<Date> {
  return sql<Date>`(${day}::date::timestamp at time zone 'Asia/Kolkata')`
}

/** The instant at which the day after this one begins in India. */
export function endOfDay(day: string): RawBuilder<Date> {
  return sql<Date>`((${day}::date + 1)::timestamp at time zone 'Asia/Kolkata')`
}

/** SQL: a text that has translations in columns beside it, such as `name` in `name_hi`; the main text where there is no translation. */
export function inLanguage(column: string, language: Language | RawBuilder<string>): RawBuilder<string> {
  const translation = sql`case ${language}::text
    when 'hi' then ${sql.ref(`${column}_hi`)} when 'mr' then ${sql.ref(`${column}_mr`)} end`
  return sql<string>`coalesce(${translation}, ${sql.ref(column)})`
}
