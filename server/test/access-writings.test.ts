import http from 'node:http'
import { allCalls } from '@petsetu/contract/calls.ts'
import { fillPath } from '@petsetu/contract/visitor-paths.ts'
import { afterAll, expect, test } from 'vitest'
import { callSamples, nameOf, sampleOf } from './call-samples.ts'
import { aUser } from './factories.ts'
import { payingApp } from './paying-app.ts'
import { plainRequest } from './plain-request.ts'

const app = await payingApp()
const samples = callSamples(app)

const agent = new http.Agent({ keepAlive: true })
afterAll(() => agent.destroy())

const calls = allCalls.filter((call) => call.access !== 'anyone')

for (const [position, call] of calls.entries()) {
  // AUTH-10, V1.1.1, V8.2.1
  test(`no other notation of the address of ${nameOf(call)} opens it`, async () => {
    const owner = await aUser(app.db)
    const stranger = await aUser(app.db)
    const { params = {}, query = {} } = await sampleOf(samples, call, owner)
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
