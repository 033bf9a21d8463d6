import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../../server/src/db/embedded-postgres.ts'
import { freePort } from '../../../server/test/free-port.ts'

/** A PostgreSQL of our own, on which the power can be cut. */
export type Cluster = {
  url: string
  /** Ends it at once, without a last write, and starts it again. */
  cutPower: () => Promise<void>
  stop: () => Promise<void>
}

// Nothing is lost by itself here, so the disk need not be waited for; but what a commit has not written yet, no background writer writes either.
const SETTINGS = { fsync: 'off', max_connections: '60', shared_buffers: '64MB', wal_writer_delay: '10000' }

/** Starts it in this folder, or finds the one that runs there. */
export async function startCluster(folder: string): Promise<Cluster> {
  const { url, stop } = await startEmbeddedPostgres(folder, { ...SETTINGS, port: String(await freePort()) })
  const { port } = new URL(url)
  await trustEverybody(folder, url)
  return {
    url,
    stop,
    async cutPower() {
      const [pid] = (await readFile(path.join(folder, 'postgres/postmaster.pid'), 'utf8')).split('\n')
      process.kill(Number(pid), 'SIGQUIT')
      while (isThere(Number(pid))) await pause(10)
      await startEmbeddedPostgres(folder, { ...SETTINGS, port })
    },
  }
}

/** A password costs both sides some milliseconds at each connection, and every life begins with several. */
async function trustEverybody(folder: string, url: string): Promise<void> {
  await writeFile(path.join(folder, 'postgres/pg_hba.conf'), 'host all all 127.0.0.1/32 trust\n')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('select pg_reload_conf()')
  await client.end()
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
