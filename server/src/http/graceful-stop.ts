import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import net from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

const LAST_CALL_MS = 2_000
// Longer than any answer of ours takes; what is still under way then waits for a slow reader or sender.
const ANSWER_MS_MAX = 6_000

/**
 * How the server stops. First it says so: /readyz is 503 and every answer ends its connection, while everything is served as ever,
 * for as long as a proxy takes to notice. Then nothing new is accepted, and what is under way is answered.
 *
 * Without the first part a proxy may send a request down a connection that is just being closed, and nobody answers it.
 */
export function stopGracefully(app: FastifyInstance, drainSeconds: number): void {
  const underWay = new Set<ServerResponse>()
  function leave(this: ServerResponse): void {
    underWay.delete(this)
  }
  app.server.prependListener('request', (_request, response: ServerResponse) => {
    underWay.add(response)
    response.on('close', leave)
  })
  app.addHook('preClose', async () => {
    // The framework ends the connections of what arrives from now on.
    for (const response of underWay) endConnectionAfter(response)
    await pause(drainSeconds * 1_000)
    if (!app.server.listening) return
    setTimeout(() => app.server.closeAllConnections(), ANSWER_MS_MAX).unref()
    await refuseConnections(app)
  })
}

/** Takes no new connection. Those that are there, and say nothing yet, have a moment to send what may be on its way. */
async function refuseConnections({ server }: FastifyInstance): Promise<void> {
  const isOver = once(server, 'close')
  // An HTTP server's own `close` would end them at once, as idle, with their requests still unread.
  net.Server.prototype.close.call(server)
  await Promise.race([isOver, pause(LAST_CALL_MS)])
}

function endConnectionAfter(response: ServerResponse): void {
  const { socket } = response
  if (response.headersSent) response.once('close', () => socket?.end())
  else response.shouldKeepAlive = false
}
