import { gathered } from './gather.ts'
import type { Pool } from './pool.ts'

/** What the database counts as rows come and go (`migrations/0007-…sql`). Memberships are kept by their last day, too: those that run today. */
export type Kept =
  | 'users'
  | 'pets'
  | 'tags'
  | 'complaints'
  | 'memberships'
  | 'running-memberships'
  | 'payments'
  | 'untried-orders'

type KeptCount = { kind: string; rows: number; paise: number }

/** How many rows there are of each kind, and their money. A kind that never was is missing. */
export type KeptCounts = (what: Kept) => Promise<KeptCount[]>

const COUNTS = {
  name: 'kept-counts',
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

/** The look-up behind every list: whoever asks at the same moment shares a statement that starts after they asked. */
export function keptCounts(lookUps: Pool): KeptCounts {
  const countsOf = gathered<Kept, KeptCount[]>(async (asked) => {
    const { rows } = await lookUps.query<KeptCount & { what: Kept }>({ ...COUNTS, values: [asked] })
    return Map.groupBy(rows, ({ what }) => what)
  })
  return async (what) => (await countsOf(what)) ?? []
}

/** How many rows there are, whatever their kind. */
export async function keptTotal(counts: KeptCounts, what: Kept): Promise<number> {
  return totalOf(await counts(what))
}

export function totalOf(counts: { rows: number }[]): number {
  return counts.reduce((sum, { rows }) => sum + rows, 0)
}
