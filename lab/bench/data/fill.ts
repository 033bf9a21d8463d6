import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from } from 'pg-copy-streams'
import { migrate } from '../../../server/src/platform/db/migrate.ts'
import { openDb, openPool } from '../../../server/src/platform/db/pool.ts'
import { ADMIN_TOKEN, OWNER_TOKEN, tokenHash } from './ids.ts'
import { type Table, tables } from './rows.ts'
import type { Sizes } from './sizes.ts'

const LINES_A_CHUNK = 1_000

/** Migrates an empty database, up to the migration `last` if given, and fills the tables that it has with COPY. */
export async function fill(url: string, sizes: Sizes, last?: string): Promise<void> {
  const db = openDb(openPool(url, console.error))
  await migrate(db, last)
  await db.destroy()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const table of tables(sizes).filter(({ count }) => count > 0)) await copy(client, table)
  await client.query('insert into sessions (token_hash, user_id) values ($1, 1), ($2, 2)', [
    tokenHash(ADMIN_TOKEN),
    tokenHash(OWNER_TOKEN),
  ])
  await client.query('vacuum analyze')
  await client.query('checkpoint')
  await client.end()
}

async function copy(client: pg.Client, table: Table): Promise<void> {
  const stream = client.query(from(`copy ${table.name} (${table.columns.join(', ')}) from stdin`))
  await pipeline(Readable.from(lines(table)), stream)
}

function* lines({ count, row }: Table): Generator<string> {
  for (let first = 1; first <= count; first += LINES_A_CHUNK) {
    let chunk = ''
    for (let n = first; n < Math.min(first + LINES_A_CHUNK, count + 1); n++) {
      chunk += `${row(n)
        .map((cell) => cell ?? '\\N')
        .join('\t')}\n`
    }
    yield chunk
  }
}
