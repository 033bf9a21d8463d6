import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { aPet, aUser } from '../../test/factories.ts'
import { testApp } from '../../test/harness.ts'
import { plainRequest } from '../../test/plain-request.ts'
import { WEB_DIR } from './built-pages.ts'

const app = await testApp()
const pet = await aPet(app.db, await aUser(app.db))

const KB = 1_000

type Chunk = { file: string; imports?: string[]; dynamicImports?: string[] }
const manifest = JSON.parse(await readFile(path.join(WEB_DIR, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>

const PAGES: [name: string, address: string, entry: string][] = [
  ['the home page', '/', 'src/home/home-entry.tsx'],
  ['a pet page', `/pet-detail/${pet.petId}`, 'src/pets/pet-detail-entry.tsx'],
]

for (const [name, address, entry] of PAGES) {
  test(`APP-1 PET-15 ${name} can be read before any script, and all of its script is small`, async () => {
    const { text: html } = await plainRequest(app.url, { path: address, headers: { accept: 'text/html' } })
    const scripts = [...html.matchAll(/<script\b([^>]*)>/g)].map(([, attributes = '']) => attributes)
    expect(scripts.filter((attributes) => !/type="(module|application\/json)"/.test(attributes))).toEqual([])
    expect(html).not.toContain('rel="stylesheet"')
    const styles = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, css = '']) => css).join('')
    expect(styles.length).toBeGreaterThan(1_000)
    expect(gzipSync(styles).length).toBeLessThan(5 * KB)
    expect(await gzippedScript(entry)).toBeLessThan(85 * KB)
  })
}

/** Of a page's script, and of all that it may load later. */
async function gzippedScript(entry: string): Promise<number> {
  const seen = new Set<string>()
  const visit = (key: string): Chunk[] => {
    const chunk = manifest[key]
    if (!chunk || seen.has(key)) return []
    seen.add(key)
    return [chunk, ...[...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])].flatMap(visit)]
  }
  const sizes = visit(entry).map(
    async ({ file }) => gzipSync(await readFile(path.join(WEB_DIR, file)), { level: 9 }).length,
  )
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}
