import { once } from 'node:events'
import net from 'node:net'
import { paymentCalls } from '@petsetu/contract/payments/payments.ts'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { aPhoto } from '../../../../test/a-photo.ts'
import { attachmentFiles, FORM_TYPE, filePart, formBytes } from '../../../../test/attachments.ts'
import { aPet, aUser } from '../../../../test/factories.ts'
import { testApp } from '../../../../test/harness.ts'
import { plainRequest } from '../../../../test/plain-request.ts'

// The seconds pass when a test says so.
vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
afterAll(() => void vi.useRealTimers())

const app = await testApp({ RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1' })
const { hostname, port } = new URL(app.url)
const pet = await aPet(app.db, await aUser(app.db))
const photo = await aPhoto()

const JSON_TYPE = 'application/json'
const SIGNIN = { path: '/auth/signin', type: JSON_TYPE, length: 60_000 }
const formOf = (path: string) => ({ path, type: FORM_TYPE, length: 1_000_000 })
const FOUND = formOf(`/pet-detail/${pet.petId}/found`)

type Client = { answer: string; isClosed: boolean; send: (bytes: string | Buffer) => Promise<void> }
let sockets: net.Socket[] = []
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  sockets = []
})

let received = 0
app.server.on('connection', (socket: net.Socket) =>
  socket.on('data', (bytes: Buffer) => {
    received += bytes.length
  }),
)

/** Opens a request from this address; its body follows as the test sends it. */
async function client(from: string, { path, type, length }: typeof SIGNIN): Promise<Client> {
  const socket = net.connect(Number(port), hostname).on('error', () => {})
  sockets.push(socket)
  const one: Client = {
    answer: '',
    isClosed: false,
    async send(bytes) {
      const before = received
      socket.write(bytes)
      await expect.poll(() => received, { interval: 1 }).toBeGreaterThanOrEqual(before + bytes.length)
    },
  }
  socket.on('data', (text) => {
    one.answer += text
  })
  socket.on('close', () => {
    one.isClosed = true
  })
  await once(socket, 'connect')
  await one.send(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${from}\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`,
  )
  return one
}

const second = () => vi.advanceTimersByTime(1_000)

let addresses = 0
const newAddress = () => `198.51.100.${++addresses}`

/** Reports a find as the page does, from a new address. */
async function report(message: string) {
  const body = new FormData()
  body.set('message', message)
  body.set('photo', new File([photo], 'photo.jpg'))
  const headers = { accept: JSON_TYPE, 'x-forwarded-for': newAddress() }
  return (await app.fetch(FOUND.path, { method: 'POST', headers, body })).status
}

const textStart = formBytes([{ name: 'message', value: 'x' }]).subarray(0, -30)
const fileStart = formBytes([{ ...filePart(photo, 'photo.jpg'), name: 'photo' }]).subarray(0, 300)

// API-5, V15.2.2
test('a body that comes steadily but takes more than a minute ends with 408', async () => {
  const slow = await client(newAddress(), SIGNIN)
  for (let passed = 0; passed < 60; passed++) {
    await slow.send('x'.repeat(600))
    second()
  }
  expect(slow.answer).toBe('')
  second()
  await expect.poll(() => slow.isClosed).toBe(true)
  expect(slow.answer).toMatch(/^HTTP\/1\.1 408 .*"code":"request_too_slow"/s)
})

// API-5, V15.2.2
test('many bytes at once buy no minutes for what follows slowly', async () => {
  const slow = await client(newAddress(), SIGNIN)
  await slow.send('x'.repeat(30_000))
  for (let passed = 0; passed < 22; passed++) {
    await slow.send('x'.repeat(100))
    second()
  }
  await expect.poll(() => slow.answer).toMatch(/^HTTP\/1\.1 408 /)
})

// FND-2, API-5, V15.2.2
test('forms that hardly arrive from two addresses keep no finder from reporting', async () => {
  const from = [newAddress(), newAddress()]
  const slow = await Promise.all(Array.from({ length: 8 }, (_, index) => client(from[index % 2] ?? '', FOUND)))
  for (const one of slow) await one.send(textStart)
  expect(await report('while texts arrive')).toBe(201)
  for (const one of slow) await one.send(Buffer.concat([Buffer.from('\r\n'), fileStart]))
  expect(await report('while files arrive')).toBe(201)
})

// FND-2, V15.2.2
test('while files take all room, the slowest gives way to a finder’s photo', async () => {
  const slow = await Promise.all(
    Array.from({ length: 12 }, newAddress).flatMap((from) => [1, 2, 3, 4].map(() => client(from, FOUND))),
  )
  for (const one of slow) await one.send(fileStart)
  const incoming = async () => (await attachmentFiles(app)).filter((file) => file.includes('/incoming/')).length
  await expect.poll(incoming).toBe(48)
  expect(await report('at once')).toBe(503)
  for (let passed = 0; passed < 6; passed++) second()
  expect(await report('a little later')).toBe(201)
  const gaveWay = () => slow.filter(({ answer }) => answer.startsWith('HTTP/1.1 503 '))
  await expect.poll(gaveWay).toHaveLength(1)
})

// FND-2, V15.2.2
test('a form for an unknown tag or link is answered before it arrives', async () => {
  for (const path of [
    '/pet-detail/ABCDEFGHJKLM/found',
    `/found/${'x'.repeat(43)}`,
    `/complaint/follow/${'x'.repeat(43)}`,
  ]) {
    const sender = await client(newAddress(), formOf(path))
    await expect.poll(() => sender.answer).toMatch(/^HTTP\/1\.1 404 /)
  }
})

// CASE-2, V15.2.2
test('a form that finds a complaint takes no file, and is answered before it arrives', async () => {
  for (const path of ['/complaint/track', '/complaint/track/code']) {
    const sender = await client(newAddress(), formOf(path))
    await expect.poll(() => sender.answer).toMatch(/^HTTP\/1\.1 400 /)
  }
})

// PAY-6, V15.2.2
test('a webhook without the shape of a signature is rejected before it arrives', async () => {
  const sender = await client(newAddress(), { path: paymentCalls.webhook.path, type: JSON_TYPE, length: 200_000 })
  await expect.poll(() => sender.answer).toMatch(/^HTTP\/1\.1 400 .*"code":"bad_signature"/s)
})

// API-5, V15.2.2
test('one address has 300 connections at a time, and others get theirs', async () => {
  const direct = await testApp({ RATE_LIMITS: 'on' }, app)
  const { port } = new URL(direct.url)
  let closed = 0
  for (let opened = 0; opened < 305; opened++) {
    const socket = net.connect({ port: Number(port), host: hostname, localAddress: '127.0.0.9' }).on('error', () => {})
    sockets.push(socket)
    socket.on('close', () => {
      closed++
    })
    await once(socket, 'connect')
  }
  await expect.poll(() => closed).toBe(5)
  expect((await plainRequest(direct.url, { path: '/healthz', from: '127.0.0.10' })).status).toBe(200)
})

// API-5, V15.2.2
test('one address sends 32 bodies at a time, and none of them for long', async () => {
  const from = newAddress()
  const signIn = () =>
    plainRequest(app.url, {
      method: 'POST',
      path: SIGNIN.path,
      headers: { 'content-type': JSON_TYPE, 'x-forwarded-for': from },
      body: '{}',
    })
  await Promise.all(Array.from({ length: 32 }, () => client(from, SIGNIN)))
  const refused = await signIn()
  expect([refused.status, Number(refused.headers['retry-after'])]).toEqual([429, 30])
  for (let passed = 0; passed < 6; passed++) second()
  expect((await signIn()).status).toBe(400)
})
