import { COUNTED_MAX } from '@petsetu/contract/platform/counted-max.ts'
import { type AliasableExpression, type RawBuilder, sql } from 'kysely'
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

/** A LIKE pattern for texts that contain `text`, with its wildcards escaped. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`
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
