import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

// No browser or proxy sends a second request on a connection before the first is answered.
const ACTIVE_MAX = 16
// On all connections together, because each takes memory of its own.
const WAITING_MAX = 2_000

type Connection = { active: number; waiting: (() => void)[] }

/**
 * Lets requests that follow each other on one connection wait until those before them have been sent. Node would begin hundreds at once
 * and hold all their answers. Ends the connection if too many wait already.
 */
export function limitPipelining(app: FastifyInstance): void {
  const connections = new WeakMap<Socket, Connection>()
  let waitingInAll = 0

  function connectionOf(socket: Socket): Connection {
    const known = connections.get(socket)
    if (known) return known
    const connection: Connection = { active: 0, waiting: [] }
    connections.set(socket, connection)
    socket.once('close', () => {
      waitingInAll -= connection.waiting.length
      connection.waiting = []
    })
    return connection
  }

  function beginNext(connection: Connection): void {
    const begin = connection.waiting.shift()
    if (!begin) return
    waitingInAll--
    begin()
  }

  app.addHook('onRequest', ({ raw: { socket } }, reply, done) => {
    const connection = connectionOf(socket)
    const begin = () => {
      connection.active++
      reply.raw.once('close', () => {
        connection.active--
        beginNext(connection)
      })
      done()
    }
    if (connection.active < ACTIVE_MAX) begin()
    else if (waitingInAll < WAITING_MAX && !socket.destroyed) {
      waitingInAll++
      connection.waiting.push(begin)
    } else {
      reply.hijack()
      socket.destroy()
    }
  })
}
