import { PREVIEW } from '@petsetu/contract/pets/pet-pictures.ts'
import { escapeHtml } from '@petsetu/contract/platform/text.ts'
import type { Site } from '@petsetu/contract/site/site.ts'
import { LANGUAGE_KEY, LANGUAGES } from '@petsetu/languages/languages.ts'

/** The title, description and preview tags of a page. */
export type PageHead = {
  title: string
  description: string | null
  /** Null if the address holds a secret or is one of many. */
  path: string | null
  isIndexed: boolean
  /** Its forms say where they come from, also in browsers without `Sec-Fetch-Site`. Other sites still learn nothing. */
  sendsOrigin?: boolean
  /** The picture of the preview: its path, and what it shows. */
  image?: { path: string; alt: string } | null
}

/** The title of a page, its address in each language, and what search engines and other sites show of it. */
export function headHtml(
  { title, description, path, isIndexed, sendsOrigin, image = null }: PageHead,
  site: Site,
): string {
  const fullTitle = escapeHtml(`${title} · PetSetu`)
  const url = path === null ? '' : escapeHtml(site.publicUrl + path)
  return [
    `<title>${fullTitle}</title>`,
    isIndexed ? '' : '<meta name="robots" content="noindex">',
    sendsOrigin ? '<meta name="referrer" content="same-origin">' : '',
    url && `<link rel="canonical" href="${url}">`,
    ...LANGUAGES.map((other) => `<link rel="alternate" hreflang="${other}" href="${url}?${LANGUAGE_KEY}=${other}">`),
    description === null ? '' : previewTags(fullTitle, escapeHtml(description), url, site, image),
    '<meta name="theme-color" content="#fffbf4" media="(prefers-color-scheme: light)">',
    '<meta name="theme-color" content="#14191b" media="(prefers-color-scheme: dark)">',
  ].join('')
}

function previewTags(title: string, description: string, url: string, site: Site, image: PageHead['image']): string {
  return [
    `<meta name="description" content="${description}">`,
    `<meta property="og:title" content="${title}">`,
    `<meta property="og:description" content="${description}">`,
    url && `<meta property="og:url" content="${url}">`,
    '<meta property="og:type" content="website">',
    `<meta property="og:site_name" content="${escapeHtml(site.foundationName)}">`,
    image ? imageTags(site.publicUrl + image.path, image.alt) : '<meta name="twitter:card" content="summary">',
  ].join('')
}

function imageTags(url: string, alt: string): string {
  return [
    `<meta property="og:image" content="${escapeHtml(url)}">`,
    '<meta property="og:image:type" content="image/jpeg">',
    `<meta property="og:image:width" content="${PREVIEW.width}">`,
    `<meta property="og:image:height" content="${PREVIEW.height}">`,
    `<meta property="og:image:alt" content="${escapeHtml(alt)}">`,
    '<meta name="twitter:card" content="summary_large_image">',
  ].join('')
}
