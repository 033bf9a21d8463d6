import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { PostgresServer } from '../postgres-server.ts'

const BACK_MS_MAX = 60_000

/** Connects to the database, waiting while it recovers; repeats `work` if the connection breaks. */
export async function withClient<T>({ url }: PostgresServer, work: (client: pg.Client) => Promise<T>): Promise<T> {
  for (const giveUpAt = Date.now() + BACK_MS_MAX; ; await pause(50)) {
    try {
      const client = await takeConnection(url)
      return await work(client).finally(() => client.end().catch(() => {}))
    } catch (error) {
      if (Date.now() > giveUpAt) throw error
    }
  }
}

export async function takeConnection(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  await client.connect()
  return client
}
