import { sql } from 'kysely'
import type { Db } from './pool.ts'

/** What the database counts as rows come and go (`migrations/0006-…sql`). */
export type Kept = 'users' | 'pets' | 'tags' | 'complaints' | 'memberships' | 'payments' | 'untried-orders'

export type KeptCount = { kind: string; rows: number; paise: number }

/** How many rows there are of each kind, and their money. A kind that never was is missing. */
export async function keptCounts(db: Db, what: Kept): Promise<KeptCount[]> {
  return db
    .selectFrom('kept_counts')
    .select(['kind', sql<number>`sum(rows)::bigint`.as('rows'), sql<number>`sum(paise)::bigint`.as('paise')])
    .where('what', '=', what)
    .groupBy('kind')
    .execute()
}

/** How many rows there are, whatever their kind. */
export async function keptTotal(db: Db, what: Kept): Promise<number> {
  return totalOf(await keptCounts(db, what))
}

export function totalOf(counts: { rows: number }[]): number {
  return counts.reduce((sum, { rows }) => sum + rows, 0)
}
