import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { PostgresServer } from './postgres-server.ts'

const BACK_MS_MAX = 60_000

/** A connection of the harness's own, waited for while the database recovers; what broke off with it is done again. */
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
