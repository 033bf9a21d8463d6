import type { Server } from 'node:http'
import type { Socket } from 'node:net'

const LOOK_EVERY_MS = 1_000
// With the look before and the one after well below thirty seconds. A piece of a file has 64 KiB: 24 kbit/s is enough.
const STALL_MS_MAX = 22_000

/**
 * Cuts off whoever does not take what is answered: for as long as they let us wait they hold a connection, and a file or rows. The
 * time begins anew with each piece that is through. A page is one that the system takes at once, however slowly it arrives then.
 *
 * Node's own time-out does not do: it takes twice its time, and a byte now and then begins it anew.
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
