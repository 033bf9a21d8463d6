import { once } from 'node:events'
import net, { type Socket } from 'node:net'
import { freePort } from './free-port.ts'

/** A way to another port that can be cut: open connections break, and new ones are refused. */
export type TcpProxy = { port: number; cut: () => Promise<void>; mend: () => Promise<void> }

/** `onConnection` gets both ends of each connection before anything flows. */
export async function tcpProxy(
  farPort: number,
  onConnection: (near: Socket, far: Socket) => void = () => {},
): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  const server = net.createServer((near) => {
    const far = net.connect(farPort, '127.0.0.1')
    onConnection(near, far)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.pipe(other)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  // Not one that the system picks: while the way is cut, it could give the port to somebody else.
  const port = await freePort()
  await listen(port)
  return {
    port,
    async cut() {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
    mend: () => listen(port),
  }
}
