import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { once } from '@petsetu/contract/platform/once.ts'
import type { PublicPage, Renderer } from '@petsetu/contract/site/public-pages.ts'
import { RENDERED_ENTRIES, RENDERED_NAMES } from '@petsetu/contract/site/rendered-entries.ts'
import type { Bundle } from '@petsetu/languages/catalogues.ts'
import { LANGUAGES, type Language } from '@petsetu/languages/languages.ts'

const PAGE_BUNDLES = [...RENDERED_NAMES, 'app'] as const satisfies Bundle[]

const DIST = path.join(import.meta.dirname, '../../../../dist')

export const WEB_DIR = path.join(DIST, 'web')
export const ASSETS_DIR = path.join(WEB_DIR, 'assets')

/** The files that a page loads: the URL of its script, and its styles, as URLs or inline. */
type Entry = { script: string; preloads: string[]; styleSheets: string[]; styles: string }

export type BuiltPages = Renderer & {
  app: Entry
  /** The list of the pages of the admin area, which the app's first script does not hold. */
  adminPages: Entry
  /** The app's page before its script has loaded: its styles are inline. */
  firstLoad: Entry
  /** The script that loads the others of a public page. */
  first: Entry
  public: Record<PublicPage['name'], Entry>
  /** The URL of the texts that a page starts with. */
  catalogues: Record<Language, Record<(typeof PAGE_BUNDLES)[number], string>>
}

/** An entry of the manifest that the web build writes. */
export type Chunk = { file: string; css?: string[]; imports?: string[]; dynamicImports?: string[] }
type Manifest = Record<string, Chunk>

/** Reads the output of the web build, once for each process. Rejects if there is none. */
export const readBuiltPages = once(async (): Promise<BuiltPages> => {
  const manifest = await readManifest()
  const renderer = (await import(pathToFileURL(path.join(DIST, 'ssr/entry-server.js')).href)) as Renderer
  const rendered = RENDERED_NAMES.map(async (name) => [name, await entryOf(manifest, RENDERED_ENTRIES[name])] as const)
  return {
    ...renderer,
    app: await entryOf(manifest, 'src/entry-app.tsx'),
    adminPages: await entryOf(manifest, 'src/app/routes/admin-pages.ts'),
    firstLoad: await entryOf(manifest, 'src/app/first-load.tsx'),
    first: await entryOf(manifest, FIRST_SCRIPT),
    public: Object.fromEntries(await Promise.all(rendered)) as BuiltPages['public'],
    catalogues: cataloguesOf(manifest),
  }
})

function cataloguesOf(manifest: Manifest): BuiltPages['catalogues'] {
  const urlOf = (language: Language, bundle: Bundle) => {
    const chunk = manifest[`../catalogue:${language}/${bundle}`]
    if (!chunk) throw new Error(`The build does not hold the texts of ${bundle} in ${language}`)
    return [bundle, `/${chunk.file}`]
  }
  const entries = LANGUAGES.map((language) => [
    language,
    Object.fromEntries(PAGE_BUNDLES.map((bundle) => urlOf(language, bundle))),
  ])
  return Object.fromEntries(entries) as BuiltPages['catalogues']
}

const FIRST_SCRIPT = 'src/entry-first.ts'

// A helper of a camp, who may be an admin, needs these without a connection.
const CAMP_PARTS = [
  'src/app/own-area.tsx',
  'src/app/admin-layout.tsx',
  'src/app/query-provider.tsx',
  'src/pets/camps/camps-page.tsx',
  'src/pets/camps/camp-page.tsx',
  'src/pets/camps/scanner.tsx',
]
const FURTHER_PAGES = 'src/app/routes/admin-pages.ts'
const CAMP_TEXTS = /catalogue:\w+\/(camps|admin)$/

/** The service worker, and what the complaint form and camps load beside the texts that their page names. */
export const readServiceWorker = once(async (): Promise<{ script: string; files: string[]; campFiles: string[] }> => {
  const manifest = await readManifest()
  const worker = await entryOf(manifest, 'src/platform/service-worker/service-worker.ts')
  const texts = Object.keys(manifest).filter((key) => CAMP_TEXTS.test(key))
  return {
    script: await readFile(path.join(WEB_DIR, worker.script), 'utf8'),
    files: await filesOf(manifest, [FIRST_SCRIPT, RENDERED_ENTRIES.complaint]),
    campFiles: await filesOf(manifest, [...CAMP_PARTS, ...texts], [FURTHER_PAGES]),
  }
})

/** The files of these parts and of what they load later, apart from texts, and of the `lists`, which load every page; each once. */
async function filesOf(manifest: Manifest, parts: string[], lists: string[] = []): Promise<string[]> {
  const later = parts.flatMap((part) => [...withImports(manifest, part)].flatMap((chunk) => chunk.dynamicImports ?? []))
  const all = [...parts, ...lists, ...later.filter((key) => !key.includes('catalogue:') && !lists.includes(key))]
  const entries = await Promise.all(all.map((source) => entryOf(manifest, source)))
  const files = entries.flatMap(({ script, preloads, styleSheets }) => [script, ...preloads, ...styleSheets])
  return [...new Set(files)]
}

async function readManifest(): Promise<Manifest> {
  const text = await readFile(path.join(WEB_DIR, '.vite/manifest.json'), 'utf8').catch((cause) => {
    throw new Error('The pages are not built yet. Run: npm run build', { cause })
  })
  return JSON.parse(text) as Manifest
}

async function entryOf(manifest: Manifest, source: string): Promise<Entry> {
  const chunks = [...withImports(manifest, source)]
  const [entry, ...others] = chunks
  if (!entry) throw new Error(`The build does not hold ${source}`)
  const styleFiles = [...new Set(chunks.toReversed().flatMap((chunk) => chunk.css ?? []))]
  const styles = await Promise.all(styleFiles.map((file) => readFile(path.join(WEB_DIR, file), 'utf8')))
  return {
    script: `/${entry.file}`,
    preloads: others.map((chunk) => `/${chunk.file}`),
    styleSheets: styleFiles.map((file) => `/${file}`),
    styles: styles.join('\n').trim(),
  }
}

/** A chunk and everything that it imports statically, each once. */
function withImports(manifest: Manifest, key: string, seen = new Set<Chunk>()): Set<Chunk> {
  const chunk = manifest[key]
  if (!chunk || seen.has(chunk)) return seen
  seen.add(chunk)
  for (const next of chunk.imports ?? []) withImports(manifest, next, seen)
  return seen
}
