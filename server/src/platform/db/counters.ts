import { sql } from 'kysely'
import { batchLoader } from './batch-loader.ts'
import type { Db, Pool } from './pool.ts'

/** Row counts that triggers maintain (`migrations/0007-…sql`, `0150-…sql`). `pets-home` counts events of deleted rows, too. */
export type CounterName =
  | 'users'
  | 'pets'
  | 'tags'
  | 'complaints'
  | 'memberships'
  | 'running-memberships'
  | 'payments'
  | 'untried-orders'
  | 'pets-home'

type Count = { kind: string; rows: number; paise: number }

/** Reads the rows of each kind and their amounts. A kind without rows may be missing. */
export type Counters = (name: CounterName) => Promise<Count[]>

const COUNTS = {
  name: 'counters',
  text: `
    select what, kind, sum(rows)::bigint as rows, sum(paise)::bigint as paise
    from kept_counts
    where what = any($1)
    group by what, kind
    union all
    select 'running-memberships', split_part(kind, '/', 2), sum(rows)::bigint, 0
    from kept_counts
    where 'running-memberships' = any($1)
      and what = 'membership-days' and kind >= (now() at time zone 'Asia/Kolkata')::date::text
    group by 2`,
}

export function countersIn(lookUps: Pool): Counters {
  const countsOf = batchLoader<CounterName, Count[]>(async (names) => {
    const { rows } = await lookUps.query<Count & { what: CounterName }>({ ...COUNTS, values: [names] })
    return Map.groupBy(rows, ({ what }) => what)
  })
  return async (name) => (await countsOf(name)) ?? []
}

/** A transaction that takes long calls this first: nobody else who changes the same counts waits for its end. */
export async function countApart(transaction: Db): Promise<void> {
  await sql`select set_config('petsetu.counts_apart', 'on', true)`.execute(transaction)
}

export async function counterTotal(counters: Counters, name: CounterName): Promise<number> {
  return totalOf(await counters(name))
}

export function totalOf(counts: { rows: number }[]): number {
  return counts.reduce((sum, { rows }) => sum + rows, 0)
}
