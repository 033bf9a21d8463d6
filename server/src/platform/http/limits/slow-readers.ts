import type { Server } from 'node:http'
import type { Socket } from 'node:net'

const LOOK_EVERY_MS = 1_000
// With the interval of the checks, well below thirty seconds in all. A chunk of a file has 64 KiB, so 24 kbit/s is enough.
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
