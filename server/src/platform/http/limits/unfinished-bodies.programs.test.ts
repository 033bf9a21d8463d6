import { once } from 'node:events'
import net from 'node:net'
import { paymentCalls } from '@petsetu/contract/payments/payments.ts'
import { afterAll, expect, test } from 'vitest'
import { MIB } from '../../../../test/attachments.ts'
import { testDatabase } from '../../../../test/harness.ts'
import { plainPost, plainRequest } from '../../../../test/plain-request.ts'
import { serverProcess } from '../../../../test/server-process.ts'

const database = await testDatabase()
afterAll(() => database.drop())
const server = await serverProcess(database.url, 'http://127.0.0.1:9')
const { hostname, port } = new URL(server.url)

const CONNECTIONS = 1_500
const HEAD = `POST ${paymentCalls.webhook.path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 250000\r\nX-Razorpay-Signature: ${'0'.repeat(64)}\r\n\r\n`

// 1,500 bodies of 240 KB that do not end would hold 350 MiB of memory.
// API-5, V15.2.2
test('anonymous bodies that do not end take little memory, and others are answered', async () => {
  const before = await server.memory()
  const sockets: net.Socket[] = []
  for (let opened = 0; opened < CONNECTIONS; opened++) {
    const socket = net.connect(Number(port), hostname).on('error', () => {})
    sockets.push(socket)
    await once(socket, 'connect')
    socket.resume().write(HEAD + 'x'.repeat(240_000))
  }
  await expect.poll(async () => (await plainRequest(server.url, { path: '/' })).status).toBe(200)
  expect((await plainPost(server.url, '/auth/signin', {})).status).toBe(400)
  expect(((await server.memory()) - before) / MIB, 'MiB more than before').toBeLessThan(150)
  expect(server.exitCode()).toBeNull()
  for (const socket of sockets) socket.destroy()
})
