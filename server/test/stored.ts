import type { Pool } from '../src/db/pool.ts'

/** Every row of every table as text, to prove that something is not stored, or that nothing has changed. */
export async function storedText(pool: Pool, { except = [] }: { except?: string[] } = {}): Promise<string> {
  const tables = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  )
  const texts = []
  // The counters are derived from the other tables.
  const left = ['kept_counts', ...except]
  for (const { name } of tables.rows.filter((table) => !left.includes(table.name))) {
    const { rows } = await pool.query<{ row: string }>(`select t::text as row from "${name}" t order by 1`)
    texts.push(`${name}\n${rows.map((row) => row.row).join('\n')}`)
  }
  return texts.join('\n\n')
}
