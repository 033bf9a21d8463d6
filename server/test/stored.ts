import { createHash } from 'node:crypto'
import type { Pool } from '../src/platform/db/pool.ts'

/** Every row of every table as text, to prove that something is not stored, or that nothing has changed. */
export async function storedText(pool: Pool, { except = [] }: { except?: string[] } = {}): Promise<string> {
  // The counters are derived from the other tables.
  const tables = await tablesExcept(pool, ['kept_counts', ...except])
  const text = `${tables.map((name) => `select '${name}' as name, t::text as row from "${name}" t`).join(' union all ')} order by 1, 2`
  const { rows } = await pool.query<{ name: string; row: string }>(prepared(text))
  return rows.map(({ name, row }) => `${name}: ${row}`).join('\n')
}

/**
 * The number of rows of every table and a hash of them, to prove that nothing has changed where that is asked hundreds of times:
 * `storedText` would send every row each time.
 */
export async function storedHashes(pool: Pool, { except = [] }: { except?: string[] } = {}): Promise<string> {
  const tables = await tablesExcept(pool, ['kept_counts', ...except])
  const hashes = tables.map(
    (name) => `select '${name}' as name, count(*), sum(hashtextextended(t::text, 0)) as hash from "${name}" t`,
  )
  const { rows } = await pool.query<{ name: string; count: number; hash: string }>(prepared(hashes.join(' union all ')))
  return rows.map(({ name, count, hash }) => `${name}: ${count} ${hash}`).join('\n')
}

type Row = Record<string, unknown>

/**
 * Notes where the database is now. The function that it returns gives the rows that were inserted or changed since, with the name of
 * their table, in the order in which they were written; counters, which triggers maintain, apart.
 */
export async function rowsWrittenFromNow(pool: Pool): Promise<() => Promise<Row[]>> {
  const { rows } = await pool.query<{ next: string }>('select pg_snapshot_xmax(pg_current_snapshot()) as next')
  const tables = await tablesExcept(pool, ['kept_counts'])
  const written = tables
    .map(
      (name, place) => `
        select ${place} as place, '${name}' as name, ctid, to_jsonb(t) as row from "${name}" t
        where t.xmin::text::bigint >= $1`,
    )
    .join(' union all ')
  return async () => {
    const found = await pool.query<{ name: string; row: Row }>({
      ...prepared(`${written} order by place, ctid`),
      values: [rows[0]?.next],
    })
    return found.rows.map(({ name, row }) => ({ table: name, ...row }))
  }
}

/** Such a statement reads every table and is repeated hundreds of times: under a name each connection plans it once, which takes longer than reading. */
function prepared(text: string): { name: string; text: string } {
  return { name: createHash('sha256').update(text).digest('hex').slice(0, 32), text }
}

const tablesOf = new WeakMap<Pool, Promise<string[]>>()

async function tablesExcept(pool: Pool, left: string[]): Promise<string[]> {
  const known = tablesOf.get(pool) ?? readTables(pool)
  tablesOf.set(pool, known)
  return (await known).filter((name) => !left.includes(name))
}

async function readTables(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  )
  return rows.map(({ name }) => name)
}
