import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import net from 'node:net'
import { promisify } from 'node:util'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { beforeEach, expect, test } from 'vitest'
import { aPng, attachmentFiles, complaintParts, filePart, formBytes } from '../../../../test/attachments.ts'
import { anAdmin, aPet, aUser, manyPets } from '../../../../test/factories.ts'
import { testApp } from '../../../../test/harness.ts'
import { plainRequest } from '../../../../test/plain-request.ts'

const app = await testApp()
const admin = await anAdmin(app.db)
const { hostname, port } = new URL(app.url)

// The production limits, shortened for the test.
app.server.headersTimeout = 1_000
app.server.requestTimeout = 1_500

const countConnections = promisify(app.server.getConnections.bind(app.server))
const connections = () => countConnections()
const openFiles = async () => (await readdir('/proc/self/fd')).length

let before = 0
beforeEach(async () => {
  await expect.poll(connections).toBe(0)
  before = await openFiles()
})

type SlowClient = { answer: string; isClosed: boolean; socket: net.Socket }

/** Sends `text` at once and then `rest` byte by byte, for as long as the connection is open. */
function slowClient(text: string, rest: string): SlowClient {
  const socket = net.connect(Number(port), hostname)
  const client: SlowClient = { answer: '', isClosed: false, socket }
  let sent = 0
  const drip = setInterval(() => socket.writable && socket.write(rest[sent++ % rest.length] ?? ''), 100)
  socket.on('data', (chunk) => {
    client.answer += chunk
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    clearInterval(drip)
    client.isClosed = true
  })
  socket.write(text)
  return client
}

const uploadHead =
  'POST /api/complaints/submit HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=petsetu-boundary\r\n'
const form = formBytes([...complaintParts(), filePart(aPng(200_000), 'photo.png')])

const json = 'POST /auth/signin HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'

/** A part is sent at once, and the rest byte by byte. */
const SLOW: [what: string, atOnce: string, rest: string][] = [
  ['a head', 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ', 'x'],
  ['a head without end', 'GET / HTTP/1.1\r\nHost: x\r\n', 'a: b\r\n'],
  ['a body', `${json}Content-Length: 60000\r\n\r\n{`, ' '],
  ['a body in pieces', `${json}Transfer-Encoding: chunked\r\n\r\n`, '1\r\n \r\n'],
  ['a file', `${uploadHead}Content-Length: ${form.length}\r\n\r\n${form.subarray(0, 60_000).toString('latin1')}`, 'x'],
]

// API-5, CMP-2, V1.4.3
test('requests sent byte by byte are cut off, while others are answered', async () => {
  const clients = SLOW.flatMap(([what, atOnce, rest]) =>
    Array.from({ length: 20 }, () => ({ what, client: slowClient(atOnce, rest) })),
  )
  expect((await plainRequest(app.url, { path: '/healthz' })).status).toBe(200)
  await expect.poll(() => clients.filter(({ client }) => !client.isClosed).length).toBe(0)
  for (const { what, client } of clients) {
    expect(client.answer, what).toMatch(/^HTTP\/1\.1 (408 Request Timeout|400 Bad Request)\r\n/)
    expect(client.answer, what).toMatch(/"status":"error"/)
  }
  await expect.poll(connections).toBe(0)
  await expect.poll(openFiles).toBeLessThanOrEqual(before)
  await expect.poll(() => attachmentFiles(app)).toEqual([])
})

// API-5, V1.4.3
test('a client that never reads is cut off, and holds no connection or database', async () => {
  app.server.timeout = 1_000
  const pet = await aPet(app.db, await aUser(app.db), { address: 'x'.repeat(500) })
  await manyPets(app.pool, pet, 15_000)
  const readers = Array.from({ length: 10 }, () => {
    const socket = net.connect(Number(port), hostname).pause()
    socket.on('error', () => {})
    socket.write(`GET ${petCalls.listAll.path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${admin.token}\r\n\r\n`)
    return socket
  })
  await expect.poll(connections).toBe(10)
  await expect.poll(connections).toBe(0)
  const busy = async () => {
    const { rows } = await app.pool.query(
      `select backend_type, state, query from pg_stat_activity
       where datname = current_database() and state <> 'idle' and backend_type = 'client backend'`,
    )
    return rows
  }
  await expect.poll(busy).toHaveLength(1)
  for (const socket of readers) {
    socket.destroy()
    if (!socket.closed) await once(socket, 'close')
  }
  await expect.poll(openFiles).toBeLessThanOrEqual(before)
  expect((await plainRequest(app.url, { path: '/healthz' })).status).toBe(200)
})
