import { once } from 'node:events'
import net, { type Socket } from 'node:net'
import { type Db, openDb, openPool, type Pool } from '../src/platform/db/pool.ts'
import { atEnd } from './at-end.ts'
import { testDatabase } from './harness.ts'
import { tcpProxy } from './tcp-proxy.ts'

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
  const url = new URL(database.url)
  let awaited: { text: string; onSent: (near: Socket, far: Socket) => void } | null = null
  const proxy = await tcpProxy(Number(url.port), (near, far) => {
    near.on('data', (chunk) => {
      if (!awaited || !chunk.includes(awaited.text)) return
      const { onSent } = awaited
      awaited = null
      onSent(near, far)
    })
  })
  // The error that PostgreSQL sends while it is starting.
  const starting = net.createServer((near) => {
    near.on('error', () => {})
    near.once('data', () => near.end(STARTING_UP))
  })
  url.port = String(proxy.port)
  const pool = openPool(url.href, () => {})
  const db = openDb(pool)

  atEnd(async () => {
    await db.destroy()
    await proxy.cut()
    await database.drop()
  })
  const start = async () => {
    await proxy.cut()
    starting.listen(proxy.port, '127.0.0.1')
    await once(starting, 'listening')
  }
  const mend = async () => {
    if (starting.listening) {
      starting.close()
      await once(starting, 'close')
    }
    await proxy.mend()
  }
  const loseAnswerTo = (text: string) => {
    const onSent = (near: Socket, far: Socket) => {
      far.unpipe(near)
      // PostgreSQL replies after it has executed all of it.
      far.once('data', () => near.destroy()).resume()
    }
    awaited = { text, onSent }
  }
  const holdAnswerTo = (text: string) =>
    new Promise<{ release: () => void }>((resolve) => {
      const onSent = (_near: Socket, far: Socket) => {
        far.pause()
        resolve({ release: () => far.resume() })
      }
      awaited = { text, onSent }
    })
  return { pool, db, url: url.href, cut: proxy.cut, start, mend, loseAnswerTo, holdAnswerTo }
}

/** An ErrorResponse message: a letter, the length, and its fields. */
const STARTING_UP = (() => {
  const fields = Buffer.from('SFATAL\0VFATAL\0C57P03\0Mthe database system is starting up\0\0')
  const length = Buffer.alloc(4)
  length.writeInt32BE(fields.length + 4)
  return Buffer.concat([Buffer.from('E'), length, fields])
})()
