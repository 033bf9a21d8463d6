import type { Pool } from 'pg'

/** Stores each row that short transactions add to for these kinds; nothing is counted in them. */
export async function allSharedCounts(pool: Pool, kinds: [what: string, kind: string][]): Promise<void> {
  await pool.query(
    `insert into kept_counts (what, kind, part, rows, paise)
     select kinds.what, kinds.kind, part, 0, 0
     from unnest($1::text[], $2::text[]) kinds (what, kind) cross join generate_series(0, 63) part
     on conflict do nothing`,
    [kinds.map(([what]) => what), kinds.map(([, kind]) => kind)],
  )
}

/** Rejects if an open transaction holds one of them. */
export async function lockSharedCounts(pool: Pool): Promise<void> {
  await pool.query('select from kept_counts where part < 64 for update nowait')
}
