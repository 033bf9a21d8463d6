import { once } from 'node:events'
import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { cutSlowReaders } from './connection-limits.ts'

const MIB = 1024 * 1024
// Far more than the socket buffers hold.
const ANSWER_BYTES = 48 * MIB
const PIECE = Buffer.alloc(64 * 1024)
const STALL_MS_MAX = 6_000

const broken: string[] = []
const server = http.createServer((request, response) => {
  const pieces = Array.from({ length: ANSWER_BYTES / PIECE.length }, () => PIECE)
  response.writeHead(200, { 'content-length': ANSWER_BYTES })
  Readable.from(pieces).pipe(response)
  response.once('close', () => response.writableFinished || broken.push(request.url ?? ''))
})
cutSlowReaders(server, STALL_MS_MAX)
server.listen(0, '127.0.0.1')
await once(server, 'listening')
afterAll(() => {
  server.close()
  server.closeAllConnections()
})

/** Requests the answer without reading it. */
async function reader(path: string): Promise<net.Socket> {
  const socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1').pause()
  await once(socket, 'connect')
  socket.on('error', () => {})
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
  return socket
}

// API-5, V1.4.3
test('a client that reads nothing, or only a little now and then, is cut off', async () => {
  const still = await reader('/still')
  const trickling = await reader('/trickling')
  const trickle = setInterval(() => trickling.read(100), 50)
  await expect.poll(() => broken.toSorted(), { timeout: 120_000 }).toEqual(['/still', '/trickling'])
  clearInterval(trickle)
  for (const socket of [still, trickling]) socket.destroy()
})

// API-5
test('a slow but steady client gets everything, even past the stall limit', async () => {
  const socket = await reader('/slow')
  const ended = once(socket, 'end')
  const start = performance.now()
  let taken = 0
  let wanted = 0
  socket.on('data', (piece) => {
    taken += piece.length
    if (taken >= wanted) socket.pause()
  })
  while (performance.now() - start < 2 * STALL_MS_MAX) {
    wanted += 5 * MIB
    socket.resume()
    await pause(STALL_MS_MAX / 8)
  }
  wanted = Number.POSITIVE_INFINITY
  socket.resume()
  await ended
  expect(taken).toBeGreaterThan(ANSWER_BYTES)
  expect(broken).not.toContain('/slow')
})
