import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import { openPool, openReadPool, type Pool } from './pool.ts'

// A copy of the database that takes no writes, for what may be a second old.

export type Standby = {
  pool: Pool
  /**
   * True if it may be read: it has all that was committed until a second ago, and what this visitor has written (a position in the log of
   * the primary, or null). While the primary is away, nothing is written, so that the standby has all there is.
   */
  isFresh: (written: bigint | null) => boolean
  close: () => Promise<void>
}

const CHECK_MS = 200
const LAG_MS_MAX = 1_000
const AWAY_MS_MAX = 1_000

// For the primary, and for a standby that was promoted since.
const POSITION = `select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end
  - '0/0'::pg_lsn as position`

/** Opens the standby at READ_DATABASE_URL and watches how far it is behind the primary; null if there is none. */
export function openStandby(config: Config, primary: Pool, log: FastifyBaseLogger): Standby | null {
  if (!config.readDatabaseUrl) return null
  const settings = openPool(config.readDatabaseUrl, () => {})
  const pool = openReadPool(settings)
  let state = { isThere: false, replayed: 0n, freshAt: 0, isPrimaryAway: false }
  // The position of the primary at a moment that the standby has not reached yet.
  let mark: { position: bigint; at: number } | null = null

  async function check(): Promise<void> {
    const at = performance.now()
    const [committed, replayed] = await Promise.all([positionOf(primary), positionOf(pool)])
    if (replayed !== null && mark !== null && replayed >= mark.position) {
      state.freshAt = mark.at
      mark = null
    }
    if (committed !== null) mark ??= { position: committed, at }
    const isThere = replayed !== null
    if (isThere !== state.isThere) log.info({ isThere }, 'the standby for reading is there, or is gone')
    state = { ...state, isThere, replayed: replayed ?? 0n, isPrimaryAway: committed === null }
  }

  const closing = new AbortController()
  const watching = (async () => {
    while (!closing.signal.aborted) {
      await check()
      await pause(CHECK_MS, null, { signal: closing.signal, ref: false }).catch(() => {})
    }
  })()

  return {
    pool,
    isFresh(written) {
      const { isThere, replayed, freshAt, isPrimaryAway } = state
      if (!isThere) return false
      if (isPrimaryAway) return true
      return performance.now() - freshAt <= LAG_MS_MAX && (written === null || written <= replayed)
    },
    async close() {
      closing.abort()
      await watching
      await Promise.all([pool.end(), settings.end()])
    },
  }
}

/** The position as a number of bytes; null if the server does not answer soon. */
async function positionOf(pool: Pool): Promise<bigint | null> {
  const asked = pool.query<{ position: string }>(POSITION).then(
    ({ rows: [row] }) => (row ? BigInt(row.position) : null),
    () => null,
  )
  return Promise.race([asked, pause(AWAY_MS_MAX, null, { ref: false })])
}

const COOKIE = /(?:^|;)\s*written=(\d{1,20})(?:;|$)/
const KEPT_SECONDS = 10

/** The position of what this browser has written a moment ago; null if it has written nothing. */
export function writtenBy({ headers }: FastifyRequest): bigint | null {
  const position = COOKIE.exec(headers.cookie ?? '')?.[1]
  return position === undefined ? null : BigInt(position)
}

/** Tells the browser of whoever is signed in how far a change went, so that the next page shows it. The cookie names nobody. */
export function rememberWrites(app: FastifyInstance, primary: Pool): void {
  app.addHook('onSend', async (request, reply) => {
    if (!request.person || ['GET', 'HEAD'].includes(request.method) || reply.statusCode >= 400) return
    const position = await positionOf(primary)
    const secure = request.protocol === 'https' ? '; Secure' : ''
    if (position !== null)
      reply.header(
        'set-cookie',
        `written=${position}; Path=/; Max-Age=${KEPT_SECONDS}; HttpOnly; SameSite=Lax${secure}`,
      )
  })
}
