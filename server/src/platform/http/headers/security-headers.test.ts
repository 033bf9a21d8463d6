import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { expect, test } from 'vitest'
import { aPet, aUser } from '../../../../test/factories.ts'
import { testApp } from '../../../../test/harness.ts'
import { plainPost, plainRequest } from '../../../../test/plain-request.ts'
import { expectSafeHeaders } from '../../../../test/safe-headers.ts'

const app = await testApp()
const secure = await testApp({ PUBLIC_URL: 'https://pets.example.org' })
const owner = await aUser(app.db)
const pet = await aPet(app.db, owner)

const html = { accept: 'text/html', origin: 'https://evil.example' }
const json = { accept: 'application/json', origin: 'https://evil.example' }
const mine = { ...json, authorization: `Bearer ${owner.token}` }
const script = /src="(\/assets\/[^"]+)"/.exec((await plainRequest(app.url, { path: '/' })).text)?.[1] ?? 'no script'

const ANSWERS: [what: string, status: number, ask: (origin: string) => ReturnType<typeof plainRequest>][] = [
  ['a page', 200, (at) => plainRequest(at, { path: '/', headers: html })],
  ['the shell', 200, (at) => plainRequest(at, { path: '/login', headers: html })],
  ['a shared page', 200, (at) => plainRequest(at, { path: '/admin/pets', headers: html })],
  ['a page that is not there', 404, (at) => plainRequest(at, { path: '/pet-detail/x', headers: html })],
  ['an asset', 200, (at) => plainRequest(at, { path: script, headers: html })],
  ['a plain file', 200, (at) => plainRequest(at, { path: '/robots.txt', headers: html })],
  ['an asset that is not there', 404, (at) => plainRequest(at, { path: '/assets/x.js', headers: html })],
  ['a redirect', 302, (at) => plainRequest(at, { path: '/nothing', headers: html })],
  ['a call that is not there', 404, (at) => plainRequest(at, { path: '/api/nothing', headers: json })],
  ['a call without access', 401, (at) => plainRequest(at, { path: '/pets', headers: json })],
  ['a bad encoding', 400, (at) => plainRequest(at, { path: '/%', headers: json })],
  ['the docs', 200, (at) => plainRequest(at, { path: '/docs', headers: html })],
  ['the description', 200, (at) => plainRequest(at, { path: '/openapi.json', headers: json })],
  ['the health', 200, (at) => plainRequest(at, { path: '/healthz', headers: json })],
  ['an OPTIONS', 404, (at) => plainRequest(at, { method: 'OPTIONS', path: '/pets', headers: json })],
  ['a refused sign-in', 401, (at) => plainPost(at, '/auth/signin', { username: 'x', password: 'x' })],
]

for (const [what, status, ask] of ANSWERS) {
  // API-3, V3.2.1, V3.3.1, V3.4.2, V3.4.3, V3.4.4, V3.4.5, V3.4.6, V4.1.1, V13.4.2
  test(`${what} carries the security headers, no cookie and nothing for other origins`, async () => {
    const reply = await ask(app.url)
    expect(reply.status).toBe(status)
    expectSafeHeaders(what, reply.headers)
    expect(reply.headers['x-request-id']).toMatch(/^[\w-]{20,}$/)
  })
}

// API-3, V14.3.2, V3.4.2
test('replies to a signed-in person have the same headers and are not cached', async () => {
  const answers = [
    await plainRequest(app.url, { path: '/pets', headers: mine }),
    await plainRequest(app.url, { path: `/pets/${pet.petId}`, headers: json }),
    await plainRequest(app.url, { path: '/admin/users', headers: mine }),
    await plainRequest(app.url, {
      method: 'POST',
      path: '/pets',
      headers: { ...mine, 'content-type': 'application/json' },
      body: 'x'.repeat(70_000),
    }),
  ]
  expect(answers.map((reply) => reply.status)).toEqual([200, 200, 403, 413])
  for (const { headers } of answers) {
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    expect(headers['access-control-allow-origin']).toBeUndefined()
  }
})

// API-3, V3.4.1
test('HSTS for a year is sent if the site is reached over https, and only then', async () => {
  for (const path of ['/', '/login', '/healthz', '/api/nothing', '/nothing', '/%', `/pets/${'x'.repeat(300)}`]) {
    const held = await plainRequest(secure.url, { path })
    expect.soft(held.headers['strict-transport-security'], path).toBe('max-age=31536000; includeSubDomains')
    const free = await plainRequest(app.url, { path })
    expect.soft(free.headers['strict-transport-security'], path).toBeUndefined()
  }
})

// API-3, V3.5.1
test('a call without a bearer header is anonymous, whatever else it sends', async () => {
  const headers = { ...json, cookie: `token=${owner.token}; accessToken=${owner.token}`, 'x-access-token': owner.token }
  expect((await plainRequest(app.url, { path: '/pets', headers })).status).toBe(401)
  expect((await app.call(petCalls.listOwn, { query: {} }, owner)).status).toBe(200)
})
