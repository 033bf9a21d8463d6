import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import net, { type Socket } from 'node:net'
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
  // The newest answer of each connection, null once it is out. In a set of answers each would leave a trace that holds it until V8
  // looks through its whole heap: with twenty thousand of them a second it did nothing else for a sixth of the time.
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
    // The framework ends the connections of what arrives from now on.
    for (const response of underWay.values()) if (response) endConnectionAfter(response)
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
