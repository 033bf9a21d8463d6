import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import net, { type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Pool } from '../../db/pool.ts'
import { unavailable } from '../../errors.ts'

const LAST_CALL_MS = 2_000
// Each of our replies takes less; after that, only slow readers or senders remain.
const ANSWER_MS_MAX = 6_000

/**
 * Stops the server gracefully. First /readyz answers 503 and every reply closes its connection, while all requests are still
 * served, for as long as a proxy takes to notice. Then the server accepts no new connections and finishes the requests in
 * flight.
 *
 * Without the first phase a proxy may send a request over a connection that is just being closed, and it gets no reply.
 */
export function stopGracefully(app: FastifyInstance, drainSeconds: number): void {
  // The newest response of each connection, null once sent. A Set of responses would keep garbage alive until a major GC; at
  // twenty thousand replies a second that took a sixth of the CPU time.
  const underWay = new Map<Socket, ServerResponse | null>()
  function leave(this: ServerResponse): void {
    const { socket } = this.req
    if (underWay.get(socket) === this) underWay.set(socket, null)
  }
  app.server.on('connection', (socket: Socket) => {
    underWay.set(socket, null)
    socket.once('close', () => underWay.delete(socket))
  })
  app.server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    underWay.set(socket, response)
    response.on('close', leave)
  })
  app.addHook('preClose', async () => {
    // Fastify closes the connections of later requests itself.
    for (const response of underWay.values()) if (response) endConnectionAfter(response)
    await pause(drainSeconds * 1_000)
    if (!app.server.listening) return
    setTimeout(() => app.server.closeAllConnections(), ANSWER_MS_MAX).unref()
    await rejectConnections(app)
  })
}

/** Stops listening. Open idle connections get a moment to deliver requests that are already on their way. */
async function rejectConnections({ server }: FastifyInstance): Promise<void> {
  const isOver = once(server, 'close')
  // An HTTP server's own `close` would drop idle connections at once, with their requests unread.
  net.Server.prototype.close.call(server)
  await Promise.race([isOver, pause(LAST_CALL_MS)])
}

function endConnectionAfter(response: ServerResponse): void {
  const { socket } = response
  if (response.headersSent) response.once('close', () => socket?.end())
  else response.shouldKeepAlive = false
}

/** `/healthz`: the process is alive. `/readyz`: 503 while the database is away and once it is stopping. */
export function healthRoutes(app: FastifyInstance, pool: Pool): void {
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
  })

  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))

  app.get('/readyz', async (_request, reply) => {
    if (isStopping) throw unavailable()
    await pool.query('select 1')
    return reply.header('cache-control', 'no-store').send({ status: 'ok' })
  })
}
