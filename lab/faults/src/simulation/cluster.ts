import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { startPostgres } from '../postgres-server.ts'

/** A PostgreSQL server that can lose power. */
export type Cluster = {
  url: string
  /** Stops it without a checkpoint and starts it again. */
  cutPower: () => Promise<void>
  stop: () => Promise<void>
}

// The machine itself stays up, so fsync is unnecessary; a slow WAL writer makes sure that only commits write the WAL.
const SETTINGS = { fsync: 'off', max_connections: '150', shared_buffers: '64MB', wal_writer_delay: '10000' }

/** Starts a server in this folder, or finds the one running there. */
export async function startCluster(folder: string): Promise<Cluster> {
  const server = await startPostgres(folder, SETTINGS)
  await trustEverybody(folder, server.url)
  return {
    url: server.url,
    stop: server.end,
    async cutPower() {
      await server.stopAtOnce()
      await server.start()
    },
  }
}

/** Disables passwords: each costs some milliseconds, and every simulated process opens several connections. */
async function trustEverybody(folder: string, url: string): Promise<void> {
  await writeFile(path.join(folder, 'postgres/pg_hba.conf'), 'host all all 127.0.0.1/32 trust\n')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('select pg_reload_conf()')
  await client.end()
}
