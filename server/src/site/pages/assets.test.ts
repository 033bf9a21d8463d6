import { expect, test } from 'vitest'
import { aBlankTag, aPet, aUser } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'
import { plainRequest } from '../../../test/plain-request.ts'

const app = await testApp()
const pages = [
  '/',
  '/user',
  `/pet-detail/${(await aPet(app.db, await aUser(app.db))).petId}`,
  `/pet-detail/${await aBlankTag(app.db)}`,
]

const inEncoding = (path: string, encoding: string) =>
  app.fetch(path, { headers: { accept: 'text/html', 'accept-encoding': encoding } })

const addressesIn = (html: string) =>
  [...html.matchAll(/(?:src|href)="(\/[^"?#]*\.\w+)"/g)].map(([, address = '']) => address)

// APP-1
test('every script, style and picture of a page can be loaded with the right type', async () => {
  const types: Record<string, RegExp> = {
    js: /^(text|application)\/javascript/,
    css: /^text\/css/,
    svg: /^image\/svg/,
    woff2: /^font\/woff2/,
    png: /^image\/png/,
    webmanifest: /^application\/manifest\+json/,
  }
  for (const page of pages) {
    const addresses = addressesIn(await (await inEncoding(page, 'identity')).text())
    expect(addresses.length).toBeGreaterThan(1)
    for (const address of new Set(addresses)) {
      const reply = await app.fetch(address)
      expect.soft(reply.status, address).toBe(200)
      expect.soft(reply.headers.get('content-type')).toMatch(types[address.split('.').at(-1) ?? ''] ?? /never/)
      await reply.arrayBuffer()
    }
  }
})

// APP-1, V1.3.2, V3.4.3
test('no page has an inline script, an inline handler or anything from another origin', async () => {
  for (const page of pages) {
    const html = await (await inEncoding(page, 'identity')).text()
    for (const [, attributes = '', inline = ''] of html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g))
      expect(attributes.includes('application/json') || inline === '').toBe(true)
    expect(html).not.toMatch(/<[^>]+\son\w+=/)
    // The page's own address, and the same page in another language, are not loaded.
    const loaded = html.replaceAll(/<link rel="(alternate|canonical)"[^>]*>/g, '')
    expect(loaded).not.toMatch(/<(?:script|link|img|iframe)[^>]+(?:src|href)="(?:https?:)?\/\//)
    expect(html).not.toContain('javascript:')
  }
})

// APP-1
test('the HTML of a page has one main part, with and without a script', async () => {
  for (const page of pages) {
    const html = await (await inEncoding(page, 'identity')).text()
    expect.soft(html.match(/<main\b/g), page).toHaveLength(1)
  }
})

// APP-1
test('assets carry a hash, are cached for ever and compressed as the browser accepts', async () => {
  const html = await (await inEncoding('/user', 'identity')).text()
  const assets = addressesIn(html).filter((address) => /\.(js|css)$/.test(address))
  let compressed = 0
  for (const address of assets) {
    expect.soft(address).toMatch(/^\/assets\/.+-[\w-]{8}\.(js|css)$/)
    const plain = await inEncoding(address, 'identity')
    expect.soft(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect.soft(plain.headers.get('vary')?.toLowerCase()).toContain('accept-encoding')
    const size = (await plain.arrayBuffer()).byteLength
    for (const encoding of ['br', 'gzip']) {
      const reply = await inEncoding(address, encoding)
      const coding = reply.headers.get('content-encoding')
      expect.soft([encoding, null]).toContain(coding)
      if (size > 1_000) expect.soft(coding, `${address} ${size}`).toBe(encoding)
      if (coding) expect.soft(Number(reply.headers.get('content-length'))).toBeLessThan(size)
      if (coding) compressed++
      await reply.arrayBuffer()
    }
  }
  expect(compressed).toBeGreaterThan(2)
})

// Replies are compressed on the fly with gzip only, which every browser accepts.
const ENCODINGS = [
  ['br', 'br'],
  ['gzip', 'gzip'],
  ['gzip, deflate', 'gzip'],
] as const

// APP-1
test('pages are compressed as the browser accepts, with the same content each way', async () => {
  for (const page of pages) {
    const plain = await plainRequest(app.url, { path: page, headers: { accept: 'text/html' } })
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(plain.headers.vary).toContain('accept-encoding')
    for (const [accepted, sent] of ENCODINGS) {
      const reply = await inEncoding(page, accepted)
      const isMadeAnew = page.startsWith('/pet-detail')
      expect(reply.headers.get('content-encoding')).toBe(isMadeAnew && accepted === 'br' ? null : sent)
      expect(await reply.text()).toBe(plain.text)
    }
    expect((await inEncoding(page, 'br;q=0, gzip;q=0')).headers.get('content-encoding')).toBeNull()
  }
})

// APP-1
test('repeated requests for a page get the same compressed bytes', async () => {
  for (const page of pages) {
    const plain = await plainRequest(app.url, { path: page, headers: { accept: 'text/html' } })
    for (let time = 0; time < 40; time++) {
      const reply = await inEncoding(page, 'gzip')
      expect(reply.headers.get('content-encoding')).toBe('gzip')
      expect(await reply.text()).toBe(plain.text)
    }
  }
})
