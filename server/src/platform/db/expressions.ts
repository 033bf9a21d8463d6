import { COUNTED_MAX } from '@petsetu/contract/platform/envelope.ts'
import { writingsOf } from '@petsetu/contract/platform/text.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import { type AliasableExpression, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from './pool.ts'

/** Counts the rows of a search, up to 1,000. */
export async function countMatches(
  db: Db,
  query: { limit(max: number): AliasableExpression<{ id: number }> },
): Promise<number> {
  const { total } = await db
    .selectFrom(query.limit(COUNTED_MAX).as('counted'))
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  return total
}

export type Page = { page: number; limit: number }

/**
 * The rows of a page of the query, in this order. `key` is a column that no two rows share: the page is found by it first, because PostgreSQL
 * works out what is selected of each row that it skips, too.
 */
export function rowsOfPage<Tables, Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  key: string,
  order: RawBuilder<unknown>,
  { page, limit }: Page,
): Promise<Row[]> {
  const ofPage = query
    .clearSelect()
    .select(sql.ref(key).as('key'))
    .orderBy(order)
    .limit(limit)
    .offset((page - 1) * limit)
  return query
    .where(sql<boolean>`${sql.ref(key)} in ${ofPage}`)
    .orderBy(order)
    .execute()
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

type Condition = RawBuilder<unknown> | false | null | undefined | '' | 0

/** SQL condition: all of these hold; what a filter leaves out is no condition. */
export function allOf(conditions: Condition[]): RawBuilder<boolean> {
  return sql<boolean>`(${sql.join([sql`true`, ...conditions.filter(Boolean)], sql` and `)})`
}

/** SQL condition: the number in this column is one of `ids`, also of none. */
export function isOneOf(column: string, ids: number[]): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} = any(${ids}::bigint[])`
}

export const idsOf = <Id>(rows: { id: Id }[]): Id[] => rows.map(({ id }) => id)

/** A LIKE pattern for texts that contain `text`, with its wildcards escaped. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`
}

/** SQL condition: the texts, which are in small letters, contain the text, whichever keyboard wrote its letters. */
export function hasText(texts: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  const conditions = writingsOf(text).map((writing) => sql`${texts} like lower(${containing(writing)})`)
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`
}

/** SQL: a list of values for `in`, as literals: with parameters, an index with the same condition would not be used. */
export function literals(values: readonly string[]): RawBuilder<unknown> {
  return sql`(${sql.join(values.map((value) => sql.lit(value)))})`
}

/** SQL condition: each part begins a word of the text, whichever keyboard wrote it. Finds nothing in texts of English letters alone. */
export function beginIn(text: RawBuilder<unknown>, parts: string[]): RawBuilder<boolean> {
  const beginningOf = (part: string) =>
    writingsOf(part)
      .map((writing) => `${writing}:*`)
      .join(' | ')
  const query = parts.map((part) => `(${beginningOf(part)})`).join(' & ')
  return sql<boolean>`(octet_length(${text}) > char_length(${text})
    and to_tsvector('simple', ${text}) @@ to_tsquery('simple', ${query}))`
}

/** SQL of the contract's orders. The unique `last` keeps pages apart, and one index serves both directions. */
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

/** SQL: the calendar day in India at this instant. */
export function dayInIndia(instant: Date): RawBuilder<string> {
  return sql<string>`(${instant}::timestamptz at time zone 'Asia/Kolkata')::date`
}

/** The instant this many days before now, by the clock of the database. */
export function daysAgo(days: number): RawBuilder<Date> {
  return sql<Date>`now() - make_interval(days => ${days})`
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
