import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { RENDERED_ENTRIES } from '@petsetu/contract/site/rendered-entries.ts'
import type { Bundle } from '@petsetu/languages/catalogues.ts'
import { LANGUAGES, type Language } from '@petsetu/languages/languages.ts'
import type { Chunk } from '../../../server/src/site/pages/built-pages.ts'
import { petIdOf } from '../data/ids.ts'
import { below, type Row } from '../row.ts'
import { startServer, withRunning } from '../server.ts'

const PAGES = [
  { path: '/', page: 'home' },
  { path: `/pet-detail/${petIdOf(1)}`, page: 'petDetail' },
] as const

/** Row 8: the weight of the two public pages. */
export const publicWeight: Row = async ({ databases: { small } }) =>
  withRunning([() => startServer(small)], async ({ port }) => {
    const lines = await Promise.all(
      PAGES.map(async ({ path, page }) => {
        const html = await (await fetch(`http://127.0.0.1:${port}${path}`)).text()
        const scripts = filesOf(RENDERED_ENTRIES[page], { lazy: true }).filter((file) => file.endsWith('.js'))
        const texts = LANGUAGES.map((language) => ({ language, size: gzippedSize([textsOf(page, language)]) }))
        const largest = Math.max(...texts.map(({ size }) => size))
        const name = path.startsWith('/pet') ? 'pet page' : path
        return [
          below(0, { path: `${name}: scripts before the text`, unit: '', value: blockingScripts(html) }),
          below(90, {
            path: '  script in all, with its texts, gzip',
            unit: 'kB',
            value: (gzippedSize(scripts) + largest) / 1e3,
          }),
          ...texts.map(({ language, size }) =>
            below(5, { path: `  its texts, ${language}, gzip`, unit: 'kB', value: size / 1e3 }),
          ),
          below(5, { path: '  critical CSS, in the page, gzip', unit: 'kB', value: criticalCss(html) / 1e3 }),
        ]
      }),
    )
    return lines.flat()
  })

const ENTRY = 'src/entry-app.tsx'

// Everything that one page of each area loads, the app, the area's frame and the page, and its limit in kB.
const APP_PAGES: [path: string, limit: number, entries: string[]][] = [
  ['/login', 120, ['src/people/auth/sign-in/login-entry.tsx']],
  ['/user', 230, [ENTRY, 'src/app/own-area.tsx', 'src/pets/own/my-pets-page.tsx']],
  ['/admin/dashboard', 300, [ENTRY, 'src/app/admin-layout.tsx', 'src/office/dashboard/dashboard-page.tsx']],
]

/** Row 10: the scripts and styles that a page loads before it shows. */
export const appWeight: Row = async () =>
  APP_PAGES.map(([path, limit, entries]) => {
    const value = gzippedSize([...new Set(entries.flatMap((entry) => filesOf(entry)))]) / 1e3
    return below(limit, { path: `${path}: first JS and CSS`, unit: 'kB', value })
  })

/** Scripts that block parsing; a module waits until parsing has ended. */
function blockingScripts(html: string): number {
  const running = [...html.matchAll(/<script\b([^>]*)>/g)].filter(
    ([, attributes = '']) => !/type="application\/json"/.test(attributes),
  )
  return running.filter(([, attributes = '']) => !/type="module"|\bdefer\b|\basync\b/.test(attributes)).length
}

/** Compressed bytes; an external style sheet counts as infinite because it blocks rendering. */
function criticalCss(html: string): number {
  if (/<link\b[^>]*rel="stylesheet"/.test(html)) return Number.POSITIVE_INFINITY
  const styles = [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, css = '']) => css)
  return gzipSync(styles.join('\n')).length
}

const WEB = path.join(import.meta.dirname, '../../../dist/web')

const manifest = JSON.parse(readFileSync(path.join(WEB, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>

/** Every file that `entry` needs to run, its texts aside; with `lazy`, also those loaded later. */
function filesOf(entry: string, { lazy = false } = {}): string[] {
  const seen = new Set<string>()
  const files = new Set<string>()
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || seen.has(key) || key.includes('catalogue:')) return
    seen.add(key)
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
    for (const next of [...(chunk.imports ?? []), ...(lazy ? (chunk.dynamicImports ?? []) : [])]) visit(next)
  }
  visit(entry)
  return [...files]
}

/** The file with the texts of a page in one language. */
function textsOf(bundle: Bundle, language: Language): string {
  return manifest[`../catalogue:${language}/${bundle}`]?.file ?? ''
}

/** Compressed bytes. */
function gzippedSize(files: string[]): number {
  return files.reduce((sum, file) => sum + gzipSync(readFileSync(path.join(WEB, file)), { level: 9 }).length, 0)
}
