import { type RawBuilder, sql } from 'kysely'
import { containing } from '../platform/db/search.ts'

const ID = /^0*([1-9]\d{0,8})$/

/** SQL condition: the search is the id of the row, or stands in one of its texts, in any letter case. */
export function isFoundBy(search: string, texts: RawBuilder<unknown>[]): RawBuilder<boolean> {
  const id = Number(ID.exec(search)?.[1] ?? 0)
  const all = sql.join(texts, sql` || chr(10) || `)
  return sql<boolean>`(id = ${id} or lower(${all}) like ${containing(search.toLowerCase())})`
}
