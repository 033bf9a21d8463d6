import { hash } from 'node:crypto'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { today } from '@petsetu/contract/platform/dates.ts'
import { once } from '@petsetu/contract/platform/once.ts'
import {
  type AppShellHead,
  PAGE_DATA_ID,
  type PublicPage,
  ROOT_ID,
  SITE_DATA_ID,
} from '@petsetu/contract/site/public-pages.ts'
import { type AppSite, MANIFEST_PATH } from '@petsetu/contract/site/site.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Deps } from '../../deps.ts'
import type { FoundationDetails } from '../../office/settings/foundation-store.ts'
import { PAGE_CSP } from '../../platform/http/headers/security-headers.ts'
import { keepAskedLanguage, LANGUAGE_VARY, languageOf } from '../../platform/languages/request-language.ts'
import type { BuiltPages } from './built-pages.ts'

export const CACHE_BYTES_MAX = 32 * 1024 * 1024

export type RenderedPages = {
  /** The page in each encoding. Brotli would take twice as long as gzip and save only a tenth. */
  encoded: (page: PublicPage, language: Language) => Record<'gzip' | 'identity', () => Buffer>
  /** The same for a page that only one person may see, or with a `query` for the links to its other languages. It is not cached. */
  uncached: (page: PublicPage, language: Language, query?: string) => Record<'gzip' | 'identity', () => Buffer>
  /** The bytes in the cache, keys included. */
  cachedBytes: () => number
}

/** Caches finished pages by everything that they show; all are dropped when the site's facts change. */
export function renderedPages(built: BuiltPages, currentSite: () => AppSite): RenderedPages {
  const cache = new LRUCache<string, Buffer>({
    maxSize: CACHE_BYTES_MAX,
    // V8 stores a character in one or two bytes.
    sizeCalculation: (bytes, key) => bytes.length + 2 * key.length,
  })
  const latestSite = invalidatedOnChange(currentSite, () => cache.clear())

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
    uncached: (page, language, query) => {
      const html = publicPageHtml(built, page, { site: latestSite(), year: today().slice(0, 4), language, query })
      return { gzip: () => gzipSync(html), identity: () => Buffer.from(html) }
    },
    cachedBytes: () => cache.calculatedSize,
  }
}

/** The facts that every page shows; another object only after an admin has changed the settings. */
export function currentSite({
  config,
  foundation,
  provider,
}: Pick<Deps, 'config' | 'foundation' | 'provider'>): () => AppSite {
  let known: { details: FoundationDetails; site: AppSite } | null = null
  return () => {
    const details = foundation()
    if (known?.details === details) return known.site
    const { foundationName, marketingUrl, helplinePhone, legalName, legalAddress, contactEmail } = details
    const { emergencyNumbers, feeTexts, logo } = details
    const { developerCredit, hasServiceWorker, publicUrl } = config
    const site = {
      foundationName,
      marketingUrl,
      helplinePhone,
      legalName,
      legalAddress,
      contactEmail,
      developerCredit,
      hasServiceWorker,
      publicUrl,
      checkoutUrl: provider.checkoutUrl,
      donateUrl: details.donationLink || `${marketingUrl}/donate`,
      // The header has no room for more than four times the height: a wider one is shown smaller.
      logo: logo && { url: logo.url, width: Math.min(logo.width, 4 * logo.height), height: logo.height },
      emergencyNumbers,
      feeTexts,
      complaintDaysMax: Math.max(...Object.values(details.complaintDueDays)),
    }
    known = { details, site }
    return site
  }
}

/** The same as `read`, but calls `clear` first if the value has changed since the last time: for a cache of what was made from it. */
export function invalidatedOnChange<T>(read: () => T, clear: () => void): () => T {
  let last = read()
  return () => {
    const latest = read()
    if (latest !== last) clear()
    last = latest
    return latest
  }
}

type PageInputs = { site: AppSite; year: string; language: Language; query?: string | undefined }

/** A public page: readable before any script has loaded, with inline styles and with its data for hydration. */
export function publicPageHtml(
  built: BuiltPages,
  page: PublicPage,
  { site: allFacts, year, language, query }: PageInputs,
): string {
  // Public pages stay small: these facts are for other pages.
  const { emergencyNumbers: _, feeTexts: __, ...site } = allFacts
  const entry = built.public[page.name]
  const catalogue = preload([built.catalogues[language][page.name]], AFTER_THE_PICTURE)
  const { head, body, after } = built.render(page, site, year, language, query)
  return [
    `${documentStart(language)}${ALL_AT_ONCE}${head}<style>${entry.styles}</style></head>`,
    `<body><div id="${ROOT_ID}">${body}</div>${after}`,
    `${dataScript(SITE_DATA_ID, site)}<template>${scripts(entry, AFTER_THE_PICTURE)}${catalogue}</template>`,
    scripts(built.first, AFTER_THE_PICTURE),
    `${dataScript(PAGE_DATA_ID, page)}</body></html>`,
  ].join('')
}

/** The shell of every other page, the same for everybody: it shows a frame at once, then the browser renders into it. */
export function appShellHtml(
  built: BuiltPages,
  site: AppSite,
  { page, language, further }: { page: AppShellHead; language: Language; further: string[] },
): string {
  const { app, firstLoad } = built
  const { head, body, after } = built.renderAppShell(page, site, language)
  const sheets = app.styleSheets.filter((href) => !firstLoad.styleSheets.includes(href))
  const styleSheets = sheets.map((href) => `<link rel="stylesheet" href="${href}">`).join('')
  const hidden = `<noscript><style>#${ROOT_ID}{display:none}</style></noscript>`
  const later = preload([built.catalogues[language].app, ...further])
  const loads = `<style>${firstLoad.styles}</style>${styleSheets}${hidden}${scripts(app)}${later}`
  return `${documentStart(language)}${head}${loads}</head><body><div id="${ROOT_ID}">${body}</div>${after}${dataScript(SITE_DATA_ID, site)}</body></html>`
}

function documentStart(language: Language): string {
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="apple-touch-icon" href="/icon-touch.png"><link rel="manifest" href="${MANIFEST_PATH}">`
}

// Blocks rendering until the end of the page, which is small: it is painted once, instead of first the header and then the
// pet.
const ALL_AT_ONCE = `<link rel="expect" href="#${PAGE_DATA_ID}" blocking="render">`

// The page is readable without its script. The browser's few connections load its picture and the heading's font first.
const AFTER_THE_PICTURE = ' fetchpriority="low"'

function scripts({ script, preloads }: { script: string; preloads: string[] }, attributes = ''): string {
  return `<script type="module" src="${script}"${attributes}></script>${preload(preloads, attributes)}`
}

function preload(files: string[], attributes = ''): string {
  return files.map((href) => `<link rel="modulepreload" href="${href}"${attributes}>`).join('')
}

/** Escapes `<`, so that a pet's name cannot close the script element. */
function dataScript(id: string, value: unknown): string {
  return `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`
}

const ENCODINGS = ['br', 'gzip', 'identity'] as const
type Encoding = (typeof ENCODINGS)[number]

/** The bytes of a page in each available encoding. */
export type EncodedHtml = Partial<Record<Encoding, () => Buffer>>

/** A page that never changes; each encoding is compressed on first use. */
export function encodeOnce(html: string): EncodedHtml {
  return {
    br: once(() => brotliCompressSync(html)),
    gzip: once(() => gzipSync(html)),
    identity: once(() => Buffer.from(html)),
  }
}

export type HtmlWithEtag = { html: EncodedHtml; etag: string }

export function withEtag(html: string): HtmlWithEtag {
  // A weak one, since the same page is sent in several encodings.
  return { html: encodeOnce(html), etag: `W/"${hash('sha256', html, 'base64url').slice(0, 22)}"` }
}

/** Sends a page that is the same for everybody: browsers revalidate it at each visit. */
export function sendHtmlWithEtag(
  request: FastifyRequest,
  reply: FastifyReply,
  { html, etag }: HtmlWithEtag,
): FastifyReply {
  reply.header('etag', etag)
  const isKnown = request.headers['if-none-match']?.split(',').some((known) => known.trim() === etag)
  return sendHtml(request, reply.code(isKnown ? 304 : 200), isKnown ? {} : html, { cacheControl: 'no-cache' })
}

/** Sends a page, written in the language of the request, in an encoding that the browser accepts. By default it must not be cached. */
export function sendHtml(
  request: FastifyRequest,
  reply: FastifyReply,
  html: EncodedHtml,
  { policy = PAGE_CSP, cacheControl = 'no-store' } = {},
): FastifyReply {
  const encoding = ENCODINGS.find((name) => accepts(request, name) && html[name]) ?? 'identity'
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  keepAskedLanguage(request, reply)
  return reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .header('cache-control', cacheControl)
    .header('content-language', languageOf(request))
    .header('vary', `accept, accept-encoding, ${LANGUAGE_VARY}`)
    .send(html[encoding]?.())
}

// `br;q=0` means not accepted.
const ACCEPTED = {
  br: /\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/,
  gzip: /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/,
}

function accepts(request: FastifyRequest, encoding: Encoding): boolean {
  if (encoding === 'identity') return true
  return ACCEPTED[encoding].test(request.headers['accept-encoding']?.toString() ?? '')
}
