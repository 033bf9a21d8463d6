import { PAGE_DATA_ID, type PublicPage, ROOT_ID, SITE_DATA_ID } from '@petsetu/contract/public-pages.ts'
import type { Site } from '@petsetu/contract/site.ts'
import type { BuiltPages } from './built-pages.ts'

/** A public page: readable before any script has loaded, with inline styles and with its data for hydration. */
export function publicPageHtml(
  built: BuiltPages,
  page: PublicPage,
  { site, year }: { site: Site; year: string },
): string {
  const entry = built.public[page.name]
  const { head, body } = built.render(page, site, year)
  return [
    `${DOCUMENT_START}${ALL_AT_ONCE}${head}<style>${entry.styles}</style>${scripts(entry, AFTER_THE_TEXT)}</head>`,
    `<body><div id="${ROOT_ID}">${body}</div>`,
    `${dataScript(SITE_DATA_ID, site)}${dataScript(PAGE_DATA_ID, page)}</body></html>`,
  ].join('')
}

/** The shell of every other page, the same for everybody: it shows a frame at once, then the browser renders into it. */
export function appShellHtml(built: BuiltPages, site: Site): string {
  const { app, firstLoad } = built
  const { root, after } = built.renderAppShell(site)
  const sheets = app.styleSheets.filter((href) => !firstLoad.styleSheets.includes(href))
  const styleSheets = sheets.map((href) => `<link rel="stylesheet" href="${href}">`).join('')
  const hidden = `<noscript><style>#${ROOT_ID}{display:none}</style></noscript>`
  const head = `<title>PetSetu</title><style>${firstLoad.styles}</style>${styleSheets}${hidden}${scripts(app)}`
  return `${DOCUMENT_START}${head}</head><body><div id="${ROOT_ID}">${root}</div>${after}${dataScript(SITE_DATA_ID, site)}</body></html>`
}

const DOCUMENT_START =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="/favicon.svg" type="image/svg+xml">'

// Blocks rendering until the end of the page, which is small: it is painted once, instead of first the header and then the
// pet.
const ALL_AT_ONCE = `<link rel="expect" href="#${PAGE_DATA_ID}" blocking="render">`

// The bandwidth is left to the heading font first: the page is readable without its script.
const AFTER_THE_TEXT = ' fetchpriority="low"'

function scripts({ script, preloads }: { script: string; preloads: string[] }, attributes = ''): string {
  const links = preloads.map((href) => `<link rel="modulepreload" href="${href}"${attributes}>`).join('')
  return `<script type="module" src="${script}"${attributes}></script>${links}`
}

/** Escapes `<`, so that a pet's name cannot close the script element. */
function dataScript(id: string, value: unknown): string {
  return `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`
}
