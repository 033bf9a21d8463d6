import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import pg from 'pg'

const ROWS_AT_ONCE = 500

type Client = pg.ClientBase

/** The program's tables, referenced ones first; without the table of migrations, which a restore fills by migrating. */
export async function listTables(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; refers_to: string[] }>(
    `select c.relname as name,
       array(select f.relname::text from pg_constraint k join pg_class f on f.oid = k.confrelid
             where k.conrelid = c.oid and k.contype = 'f' and f.oid <> c.oid) as refers_to
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not like 'kysely\\_%'
     order by c.relname`,
  )
  const inOrder: string[] = []
  const visit = (name: string) => {
    if (inOrder.includes(name)) return
    for (const other of rows.find((row) => row.name === name)?.refers_to ?? []) visit(other)
    inOrder.push(name)
  }
  for (const { name } of rows) visit(name)
  return inOrder
}

/** Writes a table as JSON lines, in the client's transaction; returns the number of rows. */
export async function dumpRows(client: Client, table: string, file: string): Promise<number> {
  const handle = await open(file, 'wx', 0o600)
  try {
    await client.query(
      `declare dumped cursor for select row_to_json(t)::text as line from ${pg.escapeIdentifier(table)} t`,
    )
    let count = 0
    for (;;) {
      const { rows } = await client.query<{ line: string }>(`fetch ${ROWS_AT_ONCE} from dumped`)
      if (rows.length === 0) break
      // Unlike `write`, `appendFile` continues until all bytes are written.
      await handle.appendFile(rows.map(({ line }) => `${escapeSeparators(line)}\n`).join(''))
      count += rows.length
    }
    await client.query('close dumped')
    await handle.sync()
    return count
  } finally {
    await handle.close()
  }
}

/** JSON allows these two in strings, but many programs treat them as line ends. */
function escapeSeparators(json: string): string {
  return json.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
}

/** Splits at line feeds only: `node:readline` also splits at U+2028 and U+2029. */
async function* linesOf(file: string): AsyncGenerator<string> {
  let rest = ''
  for await (const piece of createReadStream(file, 'utf8')) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest) yield rest
}

/** Loads such lines into the table without firing triggers; returns the number of rows. */
export async function loadRows(client: Client, table: string, file: string): Promise<number> {
  const name = pg.escapeIdentifier(table)
  const { rows } = await client.query<{ columns: string | null }>(
    `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [name],
  )
  const columns = rows[0]?.columns ?? ''
  const insert = `insert into ${name} (${columns}) overriding system value
    select ${columns} from json_populate_recordset(null::${name}, $1::json)`
  await client.query(`alter table ${name} disable trigger user`)
  let count = 0
  let lines: string[] = []
  const flush = async () => {
    if (lines.length > 0) await client.query(insert, [`[${lines.join(',')}]`])
    count += lines.length
    lines = []
  }
  for await (const line of linesOf(file)) {
    lines.push(line)
    if (lines.length >= ROWS_AT_ONCE) await flush()
  }
  await flush()
  await client.query(`alter table ${name} enable trigger user`)
  return count
}
