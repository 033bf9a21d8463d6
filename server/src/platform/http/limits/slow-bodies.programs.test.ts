import { once } from 'node:events'
import net from 'node:net'
import { expect, test } from 'vitest'
import { testApp } from '../../../../test/harness.ts'
import { plainRequest } from '../../../../test/plain-request.ts'

const app = await testApp()
const { hostname, port } = new URL(app.url)

// API-5, V1.4.3, V2.1.3
test('a body that is no form and comes too slowly ends with 408, long before others', async () => {
  const socket = net.connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.on('error', () => {})
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  const drip = setInterval(() => socket.writable && socket.write(' '), 500)
  socket.write(
    'POST /auth/signin HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{',
  )
  await once(socket, 'close')
  clearInterval(drip)
  expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
  expect(answer).toContain('"code":"request_too_slow"')
  expect((await plainRequest(app.url, { path: '/healthz' })).status).toBe(200)
})
