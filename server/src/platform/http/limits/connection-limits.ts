import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

// No browser or proxy sends a second request on a connection before the first is answered.
const ACTIVE_MAX = 16
// On all connections together, because each takes memory of its own.
const WAITING_MAX = 2_000

type Connection = { active: number; waiting: (() => void)[] }

/** Lets pipelined requests wait: Node would begin hundreds at once and hold all their answers. */
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

const LOOK_EVERY_MS = 1_000
const STALL_MS_MAX = 22_000

/**
 * Closes connections whose client does not read the reply; while it stalls, it holds a connection and a file or rows. The time
 * restarts with each chunk that was sent. A page fits into the socket buffer, so it never stalls.
 *
 * Node's own time-out is not enough: it takes twice its time, and a single byte now and then restarts it.
 */
export function cutSlowReaders(server: Server, stallMsMax = STALL_MS_MAX): void {
  const connections = new Set<Socket>()
  const waiting = new WeakMap<Socket, { taken: number; since: number }>()
  server.on('connection', (socket: Socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  const looking = setInterval(() => {
    for (const socket of connections) look(socket)
  }, LOOK_EVERY_MS).unref()
  server.once('close', () => clearInterval(looking))

  function look(socket: Socket): void {
    const left = socket.writableLength
    const taken = socket.bytesWritten - left
    const before = waiting.get(socket)
    if (left === 0) waiting.delete(socket)
    else if (before?.taken !== taken) waiting.set(socket, { taken, since: performance.now() })
    else if (performance.now() - before.since > stallMsMax) socket.destroy()
  }
}
