import http from 'node:http'
import { allCalls } from '@petsetu/contract/calls.ts'
import type { Call, Input } from '@petsetu/contract/platform/call.ts'
import { fillPath } from '@petsetu/contract/visitor-paths.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callSamples, nameOf, type Sample, sampleOf } from './call-samples.ts'
import { anAdmin, aUser } from './factories.ts'
import { payingAppWithoutClocks } from './paying-app.ts'
import { plainRequest } from './plain-request.ts'
import { storedText } from './stored.ts'

const app = await payingAppWithoutClocks()
const samples = callSamples(app)
await app.sandbox.injectFault({ webhooks: 'lost' })
const [owner, stranger, admin] = [await aUser(app.db), await aUser(app.db), await anAdmin(app.db)]

// A request that is refused uses nothing up, so one sample serves all tests of a call.
const calls = allCalls.filter((call: Call) => call.access !== 'anyone')
const sampled = new Map<Call, Sample>()
for (const call of calls) sampled.set(call, await sampleOf(samples, call, owner))

const agent = new http.Agent({ keepAlive: true })
afterAll(() => agent.destroy())

for (const [position, call] of calls.entries()) {
  // AUTH-10, V1.1.1, V8.2.1
  test(`no other notation of the address of ${nameOf(call)} opens it`, async () => {
    const { params = {}, query = {} } = sampled.get(call) ?? {}
    const search = new URLSearchParams(query).size > 0 ? `?${new URLSearchParams(query)}` : ''
    const writings = otherWritings(fillPath(call.path, params))
    const people = call.access === 'signed-in' ? [null] : [null, stranger]
    // Each notation comes with the methods that could open this call, and one with each further method. Who sends them changes from one
    // to the next, and begins with another at the next call.
    const attempts = writings.flatMap((path, index) => {
      const isTurn = index === position % writings.length
      const methods = [call.method, ...(call.method === 'GET' ? ['HEAD'] : []), ...(isTurn ? ['OPTIONS', 'TRACE'] : [])]
      const person = people[(index + position) % people.length] ?? null
      return methods.map((method) => ({ method, path, person }))
    })
    await Promise.all(
      attempts.map(async ({ method, path, person }) => {
        const headers = { accept: 'application/json', ...(person && { authorization: `Bearer ${person.token}` }) }
        const { status } = await plainRequest(app.url, { method, path: path + search, headers, agent })
        expect.soft(status, `${method} ${path} as ${person ? 'a user' : 'nobody'}`).toBeGreaterThanOrEqual(302)
        expect.soft(status, `${method} ${path}`).toBeLessThan(500)
      }),
    )
  })
}

describe('while sessions cannot be checked', () => {
  let before = ''
  beforeAll(async () => {
    before = await storedText(app.pool)
    // From now on no session can be read.
    await app.pool.query('alter table sessions rename column token_hash to hash')
  })

  for (const call of calls) {
    // AUTH-10, V16.5.3
    test(`${nameOf(call)} admits nobody while sessions cannot be checked`, async () => {
      const { headers, ...sample } = sampled.get(call) ?? {}
      const reply = await app.call(call, sample as Input<Call>, call.access === 'admin' ? admin : owner, headers)
      expect(reply.status).toBe(500)
      expect(reply.error).toEqual({
        status: 'error',
        code: 'unexpected',
        message: 'Something went wrong. Please try again.',
      })
    })
  }

  // CMP-18, V16.5.3
  test('an attachment is not served while sessions cannot be checked', async () => {
    const headers = { authorization: `Bearer ${admin.token}` }
    expect((await app.fetch(`/uploads/complaints/${'0'.repeat(32)}.pdf`, { headers })).status).toBe(500)
  })

  // AUTH-10, V16.5.3
  test('none of these calls has stored anything', async () => {
    expect(await storedText(app.pool)).toBe(before)
  })
})

function otherWritings(path: string): string[] {
  const [, first = '', ...rest] = path.split('/')
  return [
    `${path}/`,
    path.toUpperCase(),
    `/${path}`,
    path.replaceAll('/', '//'),
    `/%2e${path}`,
    `/.${path}`,
    `/pages/..${path}`,
    `/pages/%2e%2e${path}`,
    `/${[first, ...rest].map(withFirstLetterEncoded).join('/')}`,
    `/${[first, ...rest].map(withFirstLetterEncoded).join('/').replaceAll('%', '%25')}`,
    `/%2e%2e${path}`,
    `/pages/%252e%252e${path}`,
    `/${[first, ...rest].join('%2f')}`,
    `${path};jsessionid=1`,
    `${path}%00`,
    `${path}%20`,
    `${path}.json`,
    `/${[first, ...rest].join('\\')}`,
  ]
}

const withFirstLetterEncoded = (part: string) => `%${part.charCodeAt(0).toString(16)}${part.slice(1)}`
