import { escapeHtml } from '@petsetu/contract/escape-html.ts'
import { PREVIEW } from '@petsetu/contract/photo-sizes.ts'
import type { Site } from '@petsetu/contract/site.ts'

/** The title, description and preview tags of a page. */
export type PageHead = {
  title: string
  description: string
  path: string | null
  isIndexed: boolean
  /** The picture of the preview: its path, and what it shows. */
  image?: { path: string; alt: string } | null
}

export function headHtml({ title, description, path, isIndexed, image = null }: PageHead, site: Site): string {
  const fullTitle = escapeHtml(`${title} · PetSetu`)
  const about = escapeHtml(description)
  return [
    `<title>${fullTitle}</title>`,
    `<meta name="description" content="${about}">`,
    isIndexed ? '' : '<meta name="robots" content="noindex">',
    `<meta property="og:title" content="${fullTitle}">`,
    `<meta property="og:description" content="${about}">`,
    path === null ? '' : `<meta property="og:url" content="${escapeHtml(site.publicUrl + path)}">`,
    '<meta property="og:type" content="website">',
    `<meta property="og:site_name" content="${escapeHtml(site.foundationName)}">`,
    image ? imageTags(site.publicUrl + image.path, image.alt) : '<meta name="twitter:card" content="summary">',
    '<meta name="theme-color" content="#fffbf4" media="(prefers-color-scheme: light)">',
    '<meta name="theme-color" content="#14191b" media="(prefers-color-scheme: dark)">',
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
