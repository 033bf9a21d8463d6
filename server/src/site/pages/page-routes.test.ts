import { paths } from '@petsetu/contract/paths.ts'
import { userCalls } from '@petsetu/contract/people/users.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { expect, test } from 'vitest'
import { anAdmin, aPet, aUser } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'
import { plainRequest } from '../../../test/plain-request.ts'

const app = await testApp()

// The headers that a browser sends when it navigates to an address.
const NAVIGATION = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }
const CALL = { accept: 'application/json' }
const JSON_TYPE = 'application/json; charset=utf-8'

const open = (path: string, headers: Record<string, string> = NAVIGATION) => plainRequest(app.url, { path, headers })

// APP-2
test('an unknown address redirects home, whatever the letter case or slashes', async () => {
  const addresses = [
    '/nothing',
    '/nothing/at/all',
    '/LOGIN',
    '/admin/nothing',
    '/user/nothing',
    '/pet-detail',
    '/index',
    '/user//pet-form',
  ]
  addresses.push('/generate-qr/1', '/nothing?x=1&y', `/${'x'.repeat(1_000)}`, `/${encodeURIComponent('नमस्ते')}`)
  for (const path of addresses) {
    for (const method of ['GET', 'HEAD']) {
      const reply = await plainRequest(app.url, { method, path, headers: NAVIGATION })
      expect.soft([reply.status, reply.headers.location], path).toEqual([302, '/'])
    }
  }
})

// LIT-2, LIT-3
test.each([
  ['/login/code', '/login'],
  ['/login/out', '/login'],
  ['/privacy/request/code', '/privacy/request'],
  ['/complaint/track/code', '/complaint/track'],
  ['/complaint/follow/secret-of-a-complaint/reopen', '/complaint/follow/secret-of-a-complaint'],
  ['/pet-detail/ABCDEFGHJKLM/seen', '/pet-detail/ABCDEFGHJKLM'],
])('the language switch of an answer at %s leads to %s', async (address, above) => {
  const { status, headers } = await open(`${address}?lang=hi`)
  expect([status, headers.location]).toEqual([303, `${above}?lang=hi`])
})

const MISSING_FILES_AND_CALLS = [
  '/nothing.js',
  '/foo.html',
  '/favicon.ico',
  '/api/nothing',
  '/api',
  '/auth/nothing',
  '/auth/signin',
  '/pets/1/toys',
  '/uploads/x',
  '/uploads/x.pdf',
  '/openapi.yaml',
  '/package.json',
  '/ssr/entry-server.js',
  '/.env',
  '/.git/config',
  '/.petsetu-built',
  '/.vite/manifest.json',
  '/user/.env',
  '/.well-known/x',
]

// APP-2
test('an unknown file or call redirects a browser home and gives others 404', async () => {
  for (const path of MISSING_FILES_AND_CALLS) {
    for (const method of ['GET', 'HEAD']) {
      const browser = await plainRequest(app.url, { method, path, headers: NAVIGATION })
      expect.soft([browser.status, browser.headers.location, browser.text], path).toEqual([302, '/', ''])
      expect.soft(browser.headers.vary?.toLowerCase(), path).toMatch(/\baccept\b(?!-)/)
    }
    for (const headers of [CALL, { accept: '*/*' }, { accept: 'image/avif,image/*;q=0.8,*/*;q=0.5' }]) {
      const reply = await open(path, headers)
      expect.soft([reply.status, reply.headers['content-type']], path).toEqual([404, JSON_TYPE])
      expect.soft(JSON.parse(reply.text)).toMatchObject({ status: 'error' })
      expect.soft(reply.headers.vary?.toLowerCase(), path).toMatch(/\baccept\b(?!-)/)
    }
  }
})

// APP-2
test('a POST to an unknown address gets 404, also from a browser', async () => {
  for (const path of ['/nothing', '/foo.html', '/api/nothing', '/pets/1/toys']) {
    const reply = await plainRequest(app.url, { method: 'POST', path, headers: NAVIGATION })
    expect.soft([reply.status, reply.headers['content-type']], path).toEqual([404, JSON_TYPE])
  }
})

// APP-2, V13.4.1
test('a missing asset gets 404 and never a page, also for a browser', async () => {
  const addresses = [
    '/assets/nothing.js',
    '/assets/',
    '/assets',
    '/assets/../../package.json',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/assets/%2e%2e/.vite/manifest.json',
    '/assets/.vite',
  ]
  for (const address of addresses) {
    for (const headers of [NAVIGATION, CALL]) {
      const reply = await open(address, headers)
      expect.soft(reply.status, address).toBe(404)
      expect.soft(reply.headers['content-type'], address).toBe(JSON_TYPE)
      expect.soft(JSON.parse(reply.text)).toMatchObject({ status: 'error' })
    }
  }
})

// APP-1, APP-5
test('every page answers a browser with HTML that is revalidated before reuse', async () => {
  const addresses = Object.values(paths)
    // There is no pet, no thread with a finder, no link to a complaint or to reminders, no card of a member and no receipt.
    .filter(
      (page) =>
        !(
          [
            'petDetail',
            'foundForm',
            'finderThread',
            'followComplaint',
            'member',
            'receipt',
            'pay',
            'mailPreferences',
          ] as const
        ).some((name) => paths[name] === page),
    )
    .map((page) => page.pattern.replace(/\{\w+\}/g, '1'))
  for (const address of addresses) {
    for (const method of ['GET', 'HEAD']) {
      const reply = await plainRequest(app.url, { method, path: address, headers: NAVIGATION })
      expect.soft(reply.status, address).toBe(200)
      expect.soft(reply.headers['content-type'], address).toBe('text/html; charset=utf-8')
      // The home page holds no personal data and may be cached if it is revalidated.
      expect.soft(reply.headers['cache-control'], address).toBe(address === '/' ? 'no-cache' : 'no-store')
      expect.soft(reply.text.startsWith('<!doctype html>'), address).toBe(method === 'GET')
    }
  }
  expect(addresses).toEqual(
    expect.arrayContaining(['/', '/login', '/register', '/regular-membership', '/premium-membership', '/complaint']),
  )
})

// API-3, V3.4.3
test('the payment provider’s script may run only on the pages where somebody pays', async () => {
  const provider = 'http://127.0.0.1:9'
  const paying: string[] = []
  for (const { pattern } of Object.values(paths)) {
    const { headers } = await open(pattern.replace(/\{\w+\}/g, '1'))
    const policy = String(headers['content-security-policy'])
    expect.soft(policy, pattern).toContain("script-src 'self'")
    if (policy.includes(provider)) paying.push(pattern)
  }
  expect(new Set(paying)).toEqual(
    new Set(['/complaint', '/complaint/pay', '/regular-membership', '/premium-membership', '/donate', '/pay/{token}']),
  )
})

// APP-1
test('crawlers are asked to stay away from every page behind a sign-in, and no other', async () => {
  const { text, headers } = await open('/robots.txt')
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(headers['cache-control']).toBe('public, max-age=86400')
  const closed = text.split('\n').flatMap((line) => (line.startsWith('Disallow: ') ? [line.slice(10)] : []))
  expect(text.startsWith('User-agent: *\n')).toBe(true)
  expect(closed.sort()).toEqual(['/account', '/admin', '/generate-qr', '/user'])
  for (const { pattern, who } of Object.values(paths))
    expect
      .soft(
        closed.some((prefix) => pattern.startsWith(prefix)),
        pattern,
      )
      .toBe(who !== 'anyone')
})

// APP-1
test('a cached home page in any encoding gets no body again; after a change it does', async () => {
  const ask = (headers: Record<string, string>) =>
    plainRequest(app.url, { path: '/', headers: { ...NAVIGATION, ...headers } })
  const first = await ask({ 'accept-encoding': 'br' })
  const tag = first.headers.etag ?? 'none'
  expect(tag).toMatch(/^W\/"[\w-]{22}"$/)
  for (const known of [tag, `"another", ${tag}`]) {
    const again = await ask({ 'accept-encoding': 'gzip', 'if-none-match': known })
    expect([again.status, again.text]).toEqual([304, ''])
    expect(again.headers).toMatchObject({ etag: tag, 'cache-control': 'no-cache', vary: first.headers.vary })
    expect(again.headers['content-encoding']).toBeUndefined()
  }
  const changed = await ask({ 'if-none-match': 'W/"as-it-was-before-the-change"' })
  expect([changed.status, changed.text.startsWith('<!doctype html>')]).toEqual([200, true])
})

// APP-1
test('a page is served with a trailing slash and with any query', async () => {
  for (const address of ['/login/', '/login?next=%2Fuser', '/user/pet-form?id=7', '/admin/pets/add/'])
    expect.soft((await open(address)).status, address).toBe(200)
})

// API-1
test('at /admin/pets and /admin/users a browser gets the page, others the call', async () => {
  const admin = await anAdmin(app.db)
  await aPet(app.db, await aUser(app.db))
  const authorization = `Bearer ${admin.token}`
  for (const address of [petCalls.listAll.path, userCalls.listAll.path]) {
    for (const headers of [NAVIGATION, { ...NAVIGATION, authorization }, { accept: 'text/html' }]) {
      const page = await open(address, headers)
      expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
      expect(page.headers.vary?.toLowerCase()).toMatch(/\baccept\b(?!-)/)
    }
    for (const accept of ['application/json', '*/*', undefined]) {
      const headers: Record<string, string> = { authorization, ...(accept && { accept }) }
      const reply = await open(address, headers)
      expect([reply.status, reply.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
      expect(JSON.parse(reply.text)).toBeInstanceOf(Array)
      expect(reply.headers.vary?.toLowerCase()).toMatch(/\baccept\b(?!-)/)
      const { authorization: _, ...nobody } = headers
      const refused = await open(address, nobody)
      expect([refused.status, refused.headers['content-type']]).toEqual([401, 'application/json; charset=utf-8'])
      expect(refused.headers.vary?.toLowerCase()).toMatch(/\baccept\b(?!-)/)
    }
  }
})

// APP-2, API-1
test('a call’s address redirects a browser home and stays a call for others', async () => {
  const admin = await anAdmin(app.db)
  const pet = await aPet(app.db, await aUser(app.db))
  const authorization = `Bearer ${admin.token}`
  const calls = ['/pets', '/pets/', `/pets/${pet.petId}`, '/api/admin/dashboard', '/admin/users.csv']
  calls.push('/api/memberships/plans/regular', '/admin/generate-pet-id?numberOfIds=1', '/api/admin/complaints/1')
  const tags = () => app.db.selectFrom('tags').select('pet_id').execute()
  const tagsBefore = await tags()
  for (const address of calls) {
    for (const headers of [NAVIGATION, { ...NAVIGATION, authorization }]) {
      const browser = await open(address, headers)
      expect.soft([browser.status, browser.headers.location, browser.text], address).toEqual([302, '/', ''])
      expect.soft(browser.headers.vary?.toLowerCase(), address).toMatch(/\baccept\b(?!-)/)
    }
    for (const accept of ['application/json, text/plain, */*', '*/*']) {
      const isPublic = address === `/pets/${pet.petId}` || address === '/api/memberships/plans/regular'
      const reply = await open(address, { accept })
      expect.soft([reply.status, reply.headers['content-type']], address).toEqual([isPublic ? 200 : 401, JSON_TYPE])
      expect.soft(reply.headers.vary?.toLowerCase(), address).toMatch(/\baccept\b(?!-)/)
    }
  }
  expect(await tags()).toEqual(tagsBefore)
})

// APP-8
test('a typed tag ID leads to the page of that tag and nowhere else', async () => {
  const find = async (typed: string) => {
    const reply = await open(`/find-tag?id=${typed}`)
    expect.soft(reply.status, typed).toBe(303)
    return reply.headers.location
  }
  expect(await find('abcd-efgh-jklm')).toBe('/pet-detail/ABCDEFGHJKLM')
  expect(await find('ABCD%20efgh%20JKLM')).toBe('/pet-detail/ABCDEFGHJKLM')
  expect(await find('')).toBe('/')
  expect(await find('%20%20')).toBe('/')
  expect((await open('/find-tag')).headers.location).toBe('/')
  expect((await open('/find-tag?id=a&id=b')).headers.location).toBe('/')
  const elsewhere = [
    '//evil.example',
    'https://evil.example',
    '%2F%2Fevil.example',
    '%5C%5Cevil.example',
    '..%2F..%2Fadmin',
    '%0d%0aSet-Cookie:a=b',
  ]
  for (const typed of elsewhere) {
    const location = (await find(typed)) ?? ''
    expect.soft(location).toMatch(/^\/pet-detail\/[^/\\]*$/)
    expect.soft(new URL(location, app.url).origin).toBe(app.url)
  }
})

// APP-8
test('a typed tag ID that is cut within a character is still looked up', async () => {
  const reply = await open(`/find-tag?id=${'a'.repeat(39)}${encodeURIComponent('🐕')}`)
  expect(reply.status).toBe(303)
  expect((await open(reply.headers.location ?? '')).status).toBe(404)
})
