import { readFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'

/** Runs a statement in the embedded database of the program with this data folder. */
export async function runInDatabase(dataDir: string, statement: string, values: unknown[]): Promise<void> {
  const password = (await readFile(path.join(dataDir, 'postgres-password'), 'utf8')).trim()
  // The fourth line is the port.
  const [, , , port = ''] = (await readFile(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')
  const client = new pg.Client({
    host: '127.0.0.1',
    port: Number(port),
    user: 'petsetu',
    password,
    database: 'postgres',
  })
  await client.connect()
  try {
    await client.query(statement, values)
  } finally {
    await client.end()
  }
}
