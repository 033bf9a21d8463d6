import { gzipSync } from 'node:zlib'
import { today } from '@petsetu/contract/platform/dates.ts'
import type { PublicPage } from '@petsetu/contract/site/public-pages.ts'
import type { AppSite } from '@petsetu/contract/site/site.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import { LRUCache } from 'lru-cache'
import type { BuiltPages } from './built-pages.ts'
import { invalidatedOnChange } from './current-site.ts'
import { publicPageHtml } from './shell.ts'

export const CACHE_BYTES_MAX = 32 * 1024 * 1024

export type RenderedPages = {
  /** The page in each encoding. Brotli would take twice as long as gzip and save only a tenth. */
  encoded: (page: PublicPage, language: Language) => Record<'gzip' | 'identity', () => Buffer>
  /** The same for a page that only one person may see. It is not cached. */
  uncached: (page: PublicPage, language: Language) => Record<'gzip' | 'identity', () => Buffer>
  /** The bytes in the cache, keys included. */
  cachedBytes: () => number
}

/**
 * Renders public pages and caches the finished bytes of the most recent ones. The key holds everything that a page shows beside
 * the site's own facts, and all are dropped when these change, so that a cached page is never outdated.
 */
export function renderedPages(built: BuiltPages, siteNow: () => AppSite): RenderedPages {
  const cache = new LRUCache<string, Buffer>({
    maxSize: CACHE_BYTES_MAX,
    // V8 stores a character in one or two bytes.
    sizeCalculation: (bytes, key) => bytes.length + 2 * key.length,
  })
  const latestSite = invalidatedOnChange(siteNow, () => cache.clear())

  function bytesOf(page: PublicPage, language: Language, encoding: 'gzip' | 'identity'): Buffer {
    const site = latestSite()
    const year = today().slice(0, 4)
    const key = JSON.stringify({ page, year, language, encoding })
    const cached = cache.get(key)
    if (cached) return cached
    const html = publicPageHtml(built, page, { site, year, language })
    // A copy, because zlib's result holds a buffer of 16 kB.
    const bytes = encoding === 'gzip' ? Buffer.copyBytesFrom(gzipSync(html)) : Buffer.from(html)
    cache.set(key, bytes)
    return bytes
  }

  return {
    encoded: (page, language) => ({
      gzip: () => bytesOf(page, language, 'gzip'),
      identity: () => bytesOf(page, language, 'identity'),
    }),
    uncached: (page, language) => {
      const html = publicPageHtml(built, page, { site: latestSite(), year: today().slice(0, 4), language })
      return { gzip: () => gzipSync(html), identity: () => Buffer.from(html) }
    },
    cachedBytes: () => cache.calculatedSize,
  }
}
