import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { expect, test } from 'vitest'
import { aUser } from '../../../../test/factories.ts'
import { testApp } from '../../../../test/harness.ts'
import { plainRequest } from '../../../../test/plain-request.ts'

const app = await testApp({ PUBLIC_URL: 'https://pets.example.org', TRUSTED_PROXIES: '127.0.0.1' })
const { token } = await aUser(app.db)

const PAGE = { accept: 'text/html' }
const CALL = { accept: 'application/json', authorization: `Bearer ${token}` }
const BY_HTTP = { 'x-forwarded-proto': 'http' }

const ask = (path: string, headers: Record<string, string>, from = '127.0.0.1', method = 'GET') =>
  plainRequest(app.url, { path, headers, from, method })

// V4.1.2
test('a page requested over http is redirected to https with its full address', async () => {
  for (const method of ['GET', 'HEAD']) {
    const reply = await ask('/login?next=%2Fuser', { ...PAGE, ...BY_HTTP }, '127.0.0.1', method)
    expect([reply.status, reply.headers.location]).toEqual([308, 'https://pets.example.org/login?next=%2Fuser'])
  }
  for (const path of ['@evil.example/', 'http://evil.example/']) {
    const reply = await ask(path, { ...PAGE, ...BY_HTTP })
    expect.soft(reply.status, path).toBeGreaterThanOrEqual(400)
    expect.soft(reply.headers.location, path).toBeUndefined()
  }
})

// V4.1.2
test('a call over http is rejected and not redirected, whatever its method', async () => {
  for (const method of ['GET', 'POST', 'DELETE']) {
    const reply = await ask(petCalls.listOwn.path, { ...CALL, ...BY_HTTP }, '127.0.0.1', method)
    expect(reply.status).toBe(403)
    expect(reply.headers.location).toBeUndefined()
    expect(JSON.parse(reply.text)).toEqual({
      status: 'error',
      code: 'https_required',
      message: 'Use https://pets.example.org.',
    })
  }
})

// V4.1.2, V4.1.3
test('requests over https are served, and only a trusted proxy says which are', async () => {
  for (const headers of [{ 'x-forwarded-proto': 'https' }, { 'x-forwarded-proto': 'http, https' }, {}]) {
    expect((await ask('/login', { ...PAGE, ...headers })).status).toBe(200)
    expect((await ask(petCalls.listOwn.path, { ...CALL, ...headers })).status).toBe(200)
  }
  expect((await ask('/login', { ...PAGE, ...BY_HTTP }, '127.0.0.2')).status).toBe(200)
  expect((await ask(petCalls.listOwn.path, { ...CALL, ...BY_HTTP }, '127.0.0.2')).status).toBe(200)
})
