import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import { openPool, openReadPool, type Pool } from './pool.ts'

// The standby serves reads that may be a second old.

export type Standby = {
  pool: Pool
  /** Connections to the primary that give up soon after it counts as away, so that the standby can be asked instead. */
  primary: Pool
  /**
   * True if it may be read: it has all that was committed until a second ago, and what this visitor has written (a position in the log of
   * the primary, or null). While the primary is away, nothing is written, so that it need only have been fresh when the primary went.
   */
  isFresh: (written: bigint | null) => boolean
  close: () => Promise<void>
}

const CHECK_MS = 200
const LAG_MS_MAX = 1_000
const ANSWER_MS_MAX = 1_000
// A primary that refuses is away at once; one that is slow or cut off, after this time without an answer.
const SILENT_MS_MAX = 2_000
// So long that it is known by then.
const PRIMARY_MS_MAX = 4_000

// For the primary, and for a standby that was promoted since.
const POSITION = `select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end
  - '0/0'::pg_lsn as position`

/** Opens the standby, or null, and watches how far it is behind. `direct` leads to the primary past a pooler. */
export function openStandby(config: Config, direct: Pool, log: FastifyBaseLogger): Standby | null {
  if (!config.readDatabaseUrl) return null
  const settings = openPool(config.readDatabaseUrl, () => {})
  // One connection, so that behind a balancer the server that is read is the one whose position is known. A scan that it does not answer
  // soon is looked up at the primary.
  const pool = openReadPool(settings, undefined, { max: 1, ...giveUpAfter(ANSWER_MS_MAX) })
  const primary = openReadPool(direct, undefined, giveUpAfter(PRIMARY_MS_MAX))
  // A connection that waits for no scans, so that a busy program does not take the primary for away.
  const watched = openReadPool(direct, undefined, { max: 1 })
  let state = { isThere: false, isPrimaryAway: false, replayed: 0n, freshAt: Number.NEGATIVE_INFINITY }
  let last = { position: 0n, at: performance.now() }
  // Unknown at first, so that the log also tells of one that was never there.
  let wasThere: boolean | null = null
  // The position of the primary at a moment that the standby has not reached yet.
  let mark: { position: bigint; at: number } | null = null
  // The balancer may have led it to a server that is further behind.
  pool.on('connect', () => {
    state.isThere = false
  })

  async function check(): Promise<void> {
    const at = performance.now()
    let refusal: unknown
    const [committed, replayed] = await Promise.all([
      positionOf(watched),
      positionOf(pool, (error) => {
        refusal = error
      }),
    ])
    const isThere = typeof replayed === 'bigint'
    if (isThere && mark !== null && replayed >= mark.position) {
      state.freshAt = mark.at
      mark = null
    }
    if (typeof committed === 'bigint') {
      last = { position: committed, at }
      mark ??= last
    }
    const isSilentForLong =
      committed === 'silent' && (state.isPrimaryAway || performance.now() - last.at > SILENT_MS_MAX)
    const isPrimaryAway = committed === 'refused' || isSilentForLong
    if (isThere !== wasThere || isPrimaryAway !== state.isPrimaryAway) {
      const level = isThere && !isPrimaryAway ? 'info' : 'warn'
      log[level](
        { isThere, isPrimaryAway, ...(refusal !== undefined && { err: refusal }) },
        whereScansAreRead(isThere, isPrimaryAway),
      )
    }
    wasThere = isThere
    state = { ...state, isThere, isPrimaryAway, replayed: isThere ? replayed : 0n }
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
    primary,
    isFresh(written) {
      const { isThere, replayed, freshAt, isPrimaryAway } = state
      if (!isThere) return false
      if (isPrimaryAway) return replayed >= last.position || last.at - freshAt <= LAG_MS_MAX
      return performance.now() - freshAt <= LAG_MS_MAX && (written === null || written <= replayed)
    },
    async close() {
      closing.abort()
      await watching
      await Promise.all([pool, settings, primary, watched].map((each) => each.end()))
    },
  }
}

function whereScansAreRead(isThere: boolean, isPrimaryAway: boolean): string {
  if (isThere) return isPrimaryAway ? 'scans go on at the standby, without a primary' : 'scans are read at the standby'
  const away = 'the server at READ_DATABASE_URL does not answer'
  return isPrimaryAway ? `${away}, nor does the primary` : `${away}; scans are read at the primary`
}

const giveUpAfter = (ms: number) => ({ query_timeout: ms, connectionTimeoutMillis: ms })

/** The position as a number of bytes, or the reason why it is not known: the server refused, or did not answer soon. */
async function positionOf(
  pool: Pool,
  onRefusal: (error: unknown) => void = () => {},
): Promise<bigint | 'refused' | 'silent'> {
  const asked = pool.query<{ position: string }>(POSITION).then(
    ({ rows: [row] }) => (row ? BigInt(row.position) : 'refused'),
    (error: unknown) => {
      onRefusal(error)
      return 'refused' as const
    },
  )
  return Promise.race([asked, pause(ANSWER_MS_MAX, 'silent' as const, { ref: false })])
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
    if (typeof position === 'bigint')
      reply.header(
        'set-cookie',
        `written=${position}; Path=/; Max-Age=${KEPT_SECONDS}; HttpOnly; SameSite=Lax${secure}`,
      )
  })
}
