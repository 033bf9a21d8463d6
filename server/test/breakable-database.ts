import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import { afterAll } from 'vitest'
import { type Db, openDb, openPool, type Pool } from '../src/db/pool.ts'
import { testDatabase } from './harness.ts'

/** A database of its own behind a connection that can be cut, as if the server were gone, and mended. Ends with the test file. */
export async function breakableDatabase(): Promise<{
  pool: Pool
  db: Db
  /** For a process of its own. */
  url: string
  cut: () => Promise<void>
  mend: () => Promise<void>
}> {
  const database = await testDatabase()
  const real = new URL(database.url)
  const sockets = new Set<net.Socket>()
  const wire = net.createServer((near) => {
    const far = net.connect(Number(real.port), real.hostname)
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
    wire.listen(port, '127.0.0.1')
    await once(wire, 'listening')
  }
  await listen(0)
  const { port } = wire.address() as AddressInfo
  const url = new URL(database.url)
  url.port = String(port)
  const pool = openPool(url.href, () => {})
  const db = openDb(pool)

  const cut = async () => {
    const closed = once(wire, 'close')
    wire.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  afterAll(async () => {
    await db.destroy()
    if (wire.listening) await cut()
    await database.drop()
  })
  return { pool, db, url: url.href, cut, mend: () => listen(port) }
}
