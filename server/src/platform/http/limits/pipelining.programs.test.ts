import { once } from 'node:events'
import net from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/harness.ts'
import { serverProcess } from '../../../../test/server-process.ts'

const database = await testDatabase()
afterAll(() => database.drop())
const server = await serverProcess(database.url, 'http://127.0.0.1:9')
const { hostname, port } = new URL(server.url)

/** Sends these requests on one connection at once, whose answers are not read yet. */
function pipelined(requests: string[]): net.Socket {
  const socket = net.connect(Number(port), hostname).setEncoding('utf8').pause()
  socket.on('error', () => {})
  socket.write(requests.join(''))
  return socket
}

async function answersOn(socket: net.Socket): Promise<string> {
  const texts: string[] = []
  socket.on('data', (text: string) => texts.push(text))
  await once(socket.resume(), 'close')
  return texts.join('')
}

const get = (path: string, header = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${header}\r\n`
const LAST = get('/openapi.json', 'Connection: close\r\n')

const answered = (answers: string) => answers.split('HTTP/1.1 200 OK').length - 1

// API-5
test('any number of requests on a connection are answered in order', async () => {
  const requests = Array.from({ length: 300 }, (_, index) => get(index % 2 ? '/healthz' : '/readyz'))
  const answers = await answersOn(pipelined([...requests, LAST]))
  expect(answered(answers)).toBe(301)
  const bodies = [...answers.matchAll(/\r\n\r\n(.*?)(?=HTTP\/1\.1|$)/gs)].map(([, body]) => body)
  expect(new Set(bodies.filter((_, index) => index < 300 && index % 2)).size).toBe(1)
  expect(bodies[300]).toContain('"openapi":"3.1.0"')
})

// Forty kilobytes of requests on each ask for 300 MB of answers, which ended the program.
// API-5, V15.2.2
test('unread requests on one connection wait without answers, and others are served', async () => {
  const before = await server.memory()
  const unread = [1, 2].map(() => pipelined(Array(900).fill(get('/docs/json'))))
  for (let time = 0; time < 20; time++) expect((await server.fetch('/openapi.json')).status).toBe(200)
  expect(((await server.memory()) - before) / 1024 / 1024, 'MiB more than before').toBeLessThan(150)
  expect(server.exitCode()).toBeNull()
  for (const socket of unread) socket.destroy()
})

// API-5, V15.2.2
test('if thousands of requests wait, further connections with many at once are ended', async () => {
  const unread = [1, 2].map(() => pipelined(Array(900).fill(get('/docs/json'))))
  // Read, so that its end is noticed.
  await answersOn(pipelined(Array(900).fill(get('/docs/json'))))
  expect((await server.fetch('/healthz')).status).toBe(200)
  for (const socket of unread) socket.destroy()
  await expect
    .poll(async () => answered(await answersOn(pipelined([...Array(600).fill(get('/healthz')), LAST]))))
    .toBe(601)
})
