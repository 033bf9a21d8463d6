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
  /** Cuts it, and answers every knock as a server that is just starting does, until it is mended. */
  start: () => Promise<void>
  mend: () => Promise<void>
  /** The next statement that holds this text is carried out, and its connection breaks before anybody is told. */
  loseAnswerTo: (text: string) => void
}> {
  const database = await testDatabase()
  const real = new URL(database.url)
  const sockets = new Set<net.Socket>()
  let lost: string | null = null
  const wire = net.createServer((near) => {
    const far = net.connect(Number(real.port), real.hostname)
    near.on('data', (chunk) => {
      if (lost === null || !chunk.includes(lost)) return
      lost = null
      far.unpipe(near)
      // PostgreSQL answers once all of it is done.
      far.once('data', () => near.destroy()).resume()
    })
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
  // What a PostgreSQL says that is not up yet, whoever knocks.
  const starting = net.createServer((near) => {
    near.on('error', () => {})
    near.once('data', () => near.end(STARTING_UP))
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
  const start = async () => {
    await cut()
    starting.listen(port, '127.0.0.1')
    await once(starting, 'listening')
  }
  const mend = async () => {
    if (starting.listening) {
      starting.close()
      await once(starting, 'close')
    }
    await listen(port)
  }
  const loseAnswerTo = (text: string) => {
    lost = text
  }
  return { pool, db, url: url.href, cut, start, mend, loseAnswerTo }
}

/** An error of the protocol's: a letter, the length of what follows, and its fields. */
const STARTING_UP = (() => {
  const fields = Buffer.from('SFATAL\0VFATAL\0C57P03\0Mthe database system is starting up\0\0')
  const length = Buffer.alloc(4)
  length.writeInt32BE(fields.length + 4)
  return Buffer.concat([Buffer.from('E'), length, fields])
})()
