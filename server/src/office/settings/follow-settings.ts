import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import type { Pool } from '../../platform/db/pool.ts'
import type { FoundationStore } from './foundation-store.ts'

const POLL_MS = 10_000

/**
 * Takes up at once what other nodes save, through a connection of its own that PostgreSQL notifies. A round every ten seconds reads
 * what a lost connection has missed, and opens it again.
 */
export function followSettings(
  pool: Pool,
  store: FoundationStore,
  log: FastifyBaseLogger,
  { pollMs = POLL_MS }: { pollMs?: number } = {},
): { stop: () => Promise<void> } {
  let listening: pg.Client | null = null
  let isStopped = false
  let round: Promise<void> = look()
  const timer = setInterval(start, pollMs)

  function start(): void {
    round = round.then(look)
  }

  async function look(): Promise<void> {
    if (isStopped) return
    try {
      if (!listening) await listen()
      await store.refresh()
    } catch (error) {
      log.warn({ err: error }, 'the settings could not be read')
    }
  }

  async function listen(): Promise<void> {
    const client = new pg.Client(pool.options)
    const forget = () => {
      if (listening === client) listening = null
    }
    client.on('error', forget)
    client.on('end', forget)
    client.on('notification', start)
    listening = client
    try {
      await client.connect()
      await client.query('listen foundation_settings')
    } catch (error) {
      forget()
      void client.end()
      throw error
    }
  }

  return {
    async stop() {
      isStopped = true
      clearInterval(timer)
      await round
      // Not awaited: the other end may be gone.
      void listening?.end()
    },
  }
}
