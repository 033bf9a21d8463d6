import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startEmbeddedPostgres } from '../../../server/src/platform/db/embedded-postgres.ts'
import { freePort } from '../../../server/test/free-port.ts'

/** A PostgreSQL server that can be stopped and started at the same address. */
export type PostgresServer = {
  url: string
  start: () => Promise<void>
  /** Stops without a checkpoint (`pg_ctl stop -m immediate`), so that the next start runs crash recovery. */
  stopAtOnce: () => Promise<void>
  end: () => Promise<void>
}

/** Enough connections for six nodes and the tests, and little shared memory for small machines. */
const SETTINGS = { max_connections: '150', shared_buffers: '64MB' }

const GONE_MS_MAX = 20_000

/** Starts a server in this folder, or finds the one running there. */
export async function startPostgres(
  folder: string,
  settings: Record<string, string> = SETTINGS,
): Promise<PostgresServer> {
  const { url, stop } = await startEmbeddedPostgres(folder, { ...settings, port: String(await freePort()) })
  const { port } = new URL(url)
  return {
    url,
    start: async () => void (await startEmbeddedPostgres(folder, { ...settings, port })),
    async stopAtOnce() {
      const pid = await postmaster(folder)
      process.kill(pid, 'SIGQUIT')
      await gone(pid)
    },
    end: stop,
  }
}

async function postmaster(folder: string): Promise<number> {
  const [pid] = (await readFile(path.join(folder, 'postgres/postmaster.pid'), 'utf8')).split('\n')
  return Number(pid)
}

async function gone(pid: number): Promise<void> {
  for (const giveUpAt = Date.now() + GONE_MS_MAX; Date.now() < giveUpAt; await pause(10)) {
    try {
      process.kill(pid, 0)
    } catch {
      return
    }
  }
  throw new Error(`PostgreSQL (${pid}) did not stop`)
}
