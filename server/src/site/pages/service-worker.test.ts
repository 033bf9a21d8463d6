import { MANIFEST_PATH, SERVICE_WORKER_PATH } from '@petsetu/contract/site/site.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/harness.ts'
import { plainRequest } from '../../../test/plain-request.ts'

const app = await testApp()
const without = await testApp({ SERVICE_WORKER: 'off' })

const firstLine = async (url: string) => (await plainRequest(url, { path: SERVICE_WORKER_PATH })).text.split('\n')[0]

// OFF-1
test('the service worker is asked for anew, loads from this site alone and keeps files', async () => {
  const { status, headers } = await plainRequest(app.url, { path: SERVICE_WORKER_PATH })
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    'text/javascript; charset=utf-8',
    'no-cache',
  ])
  expect(headers['content-security-policy']).toBe("default-src 'none'; connect-src 'self'; frame-ancestors 'none'")
  const build = JSON.parse((await firstLine(app.url))?.replace('globalThis.BUILD = ', '') ?? '')
  expect(build).toMatchObject({ shell: '/complaint' })
  expect(build.files.length).toBeGreaterThan(5)
  for (const path of build.files) expect((await plainRequest(app.url, { path })).status, path).toBe(200)
})

// OFF-1
test('with SERVICE_WORKER=off it removes itself, and pages do not register it', async () => {
  expect(await firstLine(without.url)).toBe('globalThis.BUILD = null')
  const pageOf = async (url: string) =>
    (await plainRequest(url, { path: '/complaint', headers: { accept: 'text/html' } })).text
  expect(await pageOf(app.url)).toContain('"hasServiceWorker":true')
  expect(await pageOf(without.url)).toContain('"hasServiceWorker":false')
})

// OFF-1
test('the manifest names the foundation', async () => {
  const other = await testApp({ FOUNDATION_NAME: 'Daya Trust' })
  const { text, headers } = await plainRequest(other.url, { path: MANIFEST_PATH })
  expect(headers['content-type']).toMatch(/^application\/manifest\+json/)
  expect(JSON.parse(text)).toMatchObject({ name: 'PetSetu · Daya Trust', short_name: 'PetSetu' })
})
