import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { PublicPage } from '@petsetu/contract/site/public-pages.ts'
import { RENDERED_ENTRIES, RENDERED_NAMES } from '@petsetu/contract/site/rendered-entries.ts'
import { membershipCalls } from '@petsetu/contract/supporters/memberships.ts'
import { LANGUAGES } from '@petsetu/languages/languages.ts'
import { expect, test } from 'vitest'
import { aPet, aUser } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'
import { aMembership } from '../../../test/memberships.ts'
import { plainRequest } from '../../../test/plain-request.ts'
import { type Chunk, WEB_DIR } from './built-pages.ts'

const app = await testApp()
const owner = await aUser(app.db)
const pet = await aPet(app.db, owner)
await aMembership(app.db, owner)
const memberPath = (await app.call(membershipCalls.card, {}, owner)).body.data?.path ?? ''

const KB = 1_000

const manifest = JSON.parse(await readFile(path.join(WEB_DIR, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>

const PAGES: [name: string, address: string, page: PublicPage['name']][] = [
  ['the home page', '/', 'home'],
  ['a pet page', `/pet-detail/${pet.petId}`, 'petDetail'],
  ['the page behind a member’s card', memberPath, 'member'],
]

for (const [name, address, page] of PAGES) {
  // APP-1, PET-15, LNG-6
  test(`${name} can be read before any script, and its script is small in each language`, async () => {
    const { text: html } = await plainRequest(app.url, { path: address, headers: { accept: 'text/html' } })
    const scripts = [...html.matchAll(/<script\b([^>]*)>/g)].map(([, attributes = '']) => attributes)
    expect(scripts.filter((attributes) => !/type="(module|application\/json)"/.test(attributes))).toEqual([])
    expect(html).not.toContain('rel="stylesheet"')
    const styles = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, css = '']) => css).join('')
    expect(styles.length).toBeGreaterThan(1_000)
    expect(gzipSync(styles).length).toBeLessThan(5 * KB)
    const chunks = chunksOf([RENDERED_ENTRIES[page]], ({ imports = [], dynamicImports = [] }) => {
      return [...imports, ...dynamicImports].filter((key) => !isCatalogue(key))
    })
    const weights = LANGUAGES.map((language) => {
      const texts = chunksOf([`../catalogue:${language}/${page}`], () => [])
      return gzippedSize([...chunks, ...texts].map(({ file }) => file))
    })
    expect(Math.max(...(await Promise.all(weights)))).toBeLessThan(90 * KB)
  })

  // APP-1, PET-15
  test(`${name} is painted once, when all of its text is there`, async () => {
    const { text: html } = await plainRequest(app.url, { path: address, headers: { accept: 'text/html' } })
    const [head = '', body = ''] = html.split('</head>')
    const [, awaited = ''] = /<link rel="expect" href="#(.+?)" blocking="render">/.exec(head) ?? []
    // Browsers block rendering until this element: nothing visible may follow it.
    const [before = '', after = ''] = body.split(` id="${awaited}"`)
    expect(before).toContain('</footer>')
    expect(after.replace(/>.*?<\/script>/s, '')).toBe('</body></html>')
  })
}

// APP-1, PET-15
test('a pet page’s later loading brings no style sheet: all its styles are in the page', () => {
  const later = manifest[RENDERED_ENTRIES.petDetail]?.dynamicImports?.filter((key) => !isCatalogue(key))
  expect(later).toEqual(['src/shared/qr-canvas.tsx', 'src/shared/save-canvas.ts'])
  const chunks = chunksOf(later ?? [], ({ imports = [] }) => imports)
  expect(chunks.flatMap(({ css = [] }) => css)).toEqual([])
})

// APP-1, PET-15
test('the store of drafts and its library are not among the public pages’ scripts', async () => {
  const all = ({ imports = [], dynamicImports = [] }: Chunk) => [...imports, ...dynamicImports]
  const scripts = async (entry: string) => {
    const files = chunksOf([entry], all).map(({ file }) => readFile(path.join(WEB_DIR, file), 'utf8'))
    return (await Promise.all(files)).join('\n')
  }
  // A text of drafts.ts. Finding it in the app's scripts proves that the search works.
  const mark = 'No store of drafts'
  expect(await scripts('src/entry-app.tsx')).toContain(mark)
  for (const [, , page] of PAGES) expect(await scripts(RENDERED_ENTRIES[page])).not.toContain(mark)
})

const PAYING = ['complaint', 'payComplaint', 'membership', 'donate'] satisfies PublicPage['name'][]
const SHOWING = RENDERED_NAMES.filter((name) => !PAYING.some((paying) => paying === name))

for (const name of SHOWING) {
  // LIT-4
  test(`the page ${name} opens with little script, its texts included`, async () => {
    expect(await openingWeight(name)).toBeLessThan(90 * KB)
  })
}

for (const name of PAYING) {
  // LIT-4
  test(`the page ${name} opens with at most 120 kB of script and no library of parts`, async () => {
    expect(await openingWeight(name)).toBeLessThan(120 * KB)
    const later = chunksOf([RENDERED_ENTRIES[name]], ({ imports = [], dynamicImports = [] }) =>
      [...imports, ...dynamicImports].filter((key) => !isCatalogue(key)),
    )
    const scripts = await Promise.all(later.map(({ file }) => readFile(path.join(WEB_DIR, file), 'utf8')))
    expect(scripts.filter((script) => script.includes('mantine'))).toEqual([])
  })
}

const APP_PAGES: [address: string, limit: number, ...parts: string[]][] = [
  ['/user', 230, 'src/app/own-area.tsx', 'src/pets/own/my-pets-page.tsx'],
  ['/admin/dashboard', 300, 'src/app/admin-layout.tsx', 'src/office/dashboard/dashboard-page.tsx'],
]

for (const [address, limit, ...parts] of APP_PAGES) {
  // APP-1
  test(`${address} opens with at most ${limit} kB, without its form checks`, async () => {
    const chunks = chunksOf(['src/entry-app.tsx', ...parts], ({ imports = [] }) => imports)
    const files = new Set(chunks.flatMap(({ file, css = [] }) => [file, ...css]))
    expect(files.size).toBeGreaterThan(10)
    expect(await gzippedSize([...files])).toBeLessThan(limit * KB)
  })
}

// A page loads these once somebody touches it, or comes to its end: the checks of forms with the library for schemas, the draft of what was
// typed, what a sign-in brings, photos that are made smaller, what waits to be sent, and what follows a payment.
const AT_A_TOUCH =
  /(-checks|\/(drafts|draft-changes|schema-errors|redirect-after-login|language-cookie|passkey-sign-in|password-strength|shrink-document|unsent-complaints|case-notices|pay-panels|card-sheet|save-canvas))\.tsx?$|common-passwords$/

/**
 * The scripts that a page loads by itself, at once or after it has opened, with its texts in the language where these are largest. What
 * AT_A_TOUCH does not name counts; `light-pages.e2e.ts` measures the same in a browser.
 */
async function openingWeight(name: PublicPage['name']): Promise<number> {
  const chunks = chunksOf(['src/entry-first.ts', RENDERED_ENTRIES[name]], ({ imports = [], dynamicImports = [] }) => [
    ...imports,
    ...dynamicImports.filter((key) => !isCatalogue(key) && !AT_A_TOUCH.test(key)),
  ])
  expect(chunks.length).toBeGreaterThan(5)
  const weights = LANGUAGES.map((language) => {
    const texts = chunksOf([`../catalogue:${language}/${name}`], () => [])
    return gzippedSize([...chunks, ...texts].map(({ file }) => file))
  })
  return Math.max(...(await Promise.all(weights)))
}

function isCatalogue(key: string): boolean {
  return key.includes('catalogue:')
}

/** The entries and all chunks that `next` leads to, each once. */
function chunksOf(entries: string[], next: (chunk: Chunk) => string[]): Chunk[] {
  const seen = new Set<string>()
  const visit = (key: string): Chunk[] => {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`The build does not hold ${key}`)
    if (seen.has(key)) return []
    seen.add(key)
    return [chunk, ...next(chunk).flatMap(visit)]
  }
  return entries.flatMap(visit)
}

async function gzippedSize(files: string[]): Promise<number> {
  const sizes = files.map(async (file) => gzipSync(await readFile(path.join(WEB_DIR, file)), { level: 9 }).length)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}
