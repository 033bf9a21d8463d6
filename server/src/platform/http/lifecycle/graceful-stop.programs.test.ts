import http from 'node:http'
import net from 'node:net'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { expect, test } from 'vitest'
import { breakableDatabase } from '../../../../test/breakable-database.ts'
import { aUser } from '../../../../test/factories.ts'
import { plainRequest } from '../../../../test/plain-request.ts'
import { serverProcess } from '../../../../test/server-process.ts'

const NOBODY = 'http://127.0.0.1:9'

const database = await breakableDatabase()
const user = await aUser(database.db)
const aNode = (env: Record<string, string> = {}) => serverProcess(database.url, NOBODY, env)

/** Sends a request through the agent's keep-alive connection. */
function askOver(agent: http.Agent, origin: string, path: string): Promise<{ status: number; connection: string }> {
  return new Promise((resolve, reject) => {
    http
      .get(origin + path, { agent, headers: { authorization: `Bearer ${user.token}` } }, (reply) => {
        reply.resume()
        reply.on('end', () => resolve({ status: reply.statusCode ?? 0, connection: String(reply.headers.connection) }))
      })
      .on('error', reject)
  })
}

const statusOf = (origin: string, path: string) =>
  plainRequest(origin, { path }).then(
    (reply) => reply.status,
    (error: NodeJS.ErrnoException) => error.code,
  )

// API-5
test('after a stop signal it is not ready, and closes each connection with its reply', async () => {
  const node = await aNode({ DRAIN_SECONDS: '15' })
  const kept = new http.Agent({ keepAlive: true, maxSockets: 1 })
  expect(await askOver(kept, node.url, '/pets')).toEqual({ status: 200, connection: 'keep-alive' })

  const stopped = node.stop()
  await expect.poll(() => statusOf(node.url, '/readyz')).toBe(503)
  expect(await askOver(kept, node.url, '/pets')).toEqual({ status: 200, connection: 'close' })
  expect(await statusOf(node.url, '/')).toBe(200)
  expect(await statusOf(node.url, '/healthz')).toBe(200)

  expect(await stopped).toBe(0)
  expect(await statusOf(node.url, '/readyz')).toBe('ECONNREFUSED')
})

// API-5
test('after a stop signal it finishes requests in progress and exits with 0', async () => {
  const node = await aNode()
  const isSent = database.holdAnswerTo(`from "pets" where pet_kind = 'owned' and user_id`)
  const underWay = askOver(new http.Agent({ keepAlive: true }), node.url, petCalls.listOwn.path)
  const answer = await isSent

  const stopped = node.stop()
  await expect.poll(() => statusOf(node.url, '/healthz')).toBe('ECONNREFUSED')
  answer.release()

  expect(await underWay).toEqual({ status: 200, connection: 'close' })
  expect(await stopped).toBe(0)
})

// API-5
test('after a stop signal it still answers a request on a connection made before', async () => {
  const node = await aNode()
  const { hostname, port } = new URL(node.url)
  const visitor = net.connect(Number(port), hostname).setEncoding('utf8')
  expect(await statusOf(node.url, '/healthz')).toBe(200)
  const stopped = node.stop()
  await expect.poll(() => statusOf(node.url, '/healthz'), { interval: 10 }).toBe('ECONNREFUSED')
  visitor.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
  let answer = ''
  for await (const text of visitor) answer += text
  expect(answer).toMatch(/^HTTP\/1.1 200 OK\r\n(.*\r\n)*connection: close\r\n/i)
  expect(await stopped).toBe(0)
})

// API-5
test('neither an endless sender nor an unavailable database prevents the stop', async () => {
  const node = await aNode()
  const { hostname, port } = new URL(node.url)
  const sender = net.connect(Number(port), hostname)
  sender.on('error', () => {})
  sender.write(
    'POST /auth/signin HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
  )
  expect(await statusOf(node.url, '/healthz')).toBe(200)
  await database.cut()
  expect(await node.stop()).toBe(0)
  await database.mend()
})
