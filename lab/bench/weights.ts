import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Bundle } from '@petsetu/languages/catalogues.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import type { Chunk } from '../../server/src/site/pages/built-pages.ts'

const WEB = path.join(import.meta.dirname, '../../dist/web')

const manifest = JSON.parse(readFileSync(path.join(WEB, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>

/** Every file that `entry` needs to run, its texts aside; with `lazy`, also those loaded later. */
export function filesOf(entry: string, { lazy = false } = {}): string[] {
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
export function textsOf(bundle: Bundle, language: Language): string {
  return manifest[`../catalogue:${language}/${bundle}`]?.file ?? ''
}

/** Compressed bytes. */
export function gzippedSize(files: string[]): number {
  return files.reduce((sum, file) => sum + gzipSync(readFileSync(path.join(WEB, file)), { level: 9 }).length, 0)
}
