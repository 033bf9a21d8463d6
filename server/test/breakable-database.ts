import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import { type Db, openDb, openPool, type Pool } from '../src/db/pool.ts'
import { atEnd } from './at-end.ts'
import { testDatabase } from './harness.ts'

/** A database behind a proxy whose connections can be cut and restored. Ends with the test file. */
export async function breakableDatabase(): Promise<{
  pool: Pool
  db: Db
  /** For a separate process. */
  url: string
  cut: () => Promise<void>
  /** Cuts all connections and answers new ones like a server that is starting, until it is mended. */
  start: () => Promise<void>
  mend: () => Promise<void>
  /** Executes the next statement that contains this text, but breaks the connection before the reply. */
  loseAnswerTo: (text: string) => void
  /** Resolves once a statement that contains this text was sent, and holds its reply back until `release` is called. */
  holdAnswerTo: (text: string) => Promise<{ release: () => void }>
}> {
  const database = await testDatabase()
  const real = new URL(database.url)
  const sockets = new Set<net.Socket>()
  let awaited: { text: string; onSent: (near: net.Socket, far: net.Socket) => void } | null = null
  const wire = net.createServer((near) => {
    const far = net.connect(Number(real.port), real.hostname)
    near.on('data', (chunk) => {
      if (!awaited || !chunk.includes(awaited.text)) return
      const { onSent } = awaited
      awaited = null
      onSent(near, far)
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
  // The error that PostgreSQL sends while it is starting.
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
  atEnd(async () => {
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
    const onSent = (near: net.Socket, far: net.Socket) => {
      far.unpipe(near)
      // PostgreSQL replies after it has executed all of it.
      far.once('data', () => near.destroy()).resume()
    }
    awaited = { text, onSent }
  }
  const holdAnswerTo = (text: string) =>
    new Promise<{ release: () => void }>((resolve) => {
      const onSent = (_near: net.Socket, far: net.Socket) => {
        far.pause()
        resolve({ release: () => far.resume() })
      }
      awaited = { text, onSent }
    })
  return { pool, db, url: url.href, cut, start, mend, loseAnswerTo, holdAnswerTo }
}

/** An ErrorResponse message: a letter, the length, and its fields. */
const STARTING_UP = (() => {
  const fields = Buffer.from('SFATAL\0VFATAL\0C57P03\0Mthe database system is starting up\0\0')
  const length = Buffer.alloc(4)
  length.writeInt32BE(fields.length + 4)
  return Buffer.concat([Buffer.from('E'), length, fields])
})()
