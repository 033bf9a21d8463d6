import type { PublicPet } from '@petsetu/contract/pets.ts'
import {
  PAGE_DATA_ID,
  type PublicPage,
  type RenderedPage,
  ROOT_ID,
  SITE_DATA_ID,
} from '@petsetu/contract/public-pages.ts'
import type { Site } from '@petsetu/contract/site.ts'
import type { BuiltPages } from './built-pages.ts'
import { byShape } from './by-shape.ts'

/** The beginning of a public page, which is the same for all it may show: its few styles stand inside. */
export function publicPageStart(built: BuiltPages, name: PublicPage['name']): string {
  const entry = built.public[name]
  return `${DOCUMENT_START}${ALL_AT_ONCE}<style>${entry.styles}</style>${scripts(entry, AFTER_THE_TEXT)}`
}

/** What follows that beginning: readable before any script has loaded, its data beside it for hydration. */
export function publicPageRest(built: BuiltPages, page: PublicPage, site: Site): string {
  return markup(built.render(page, site), site) + pageEnd(page)
}

/** The pages of pets: whole ones, as bytes. They differ in what their owners typed, and in little else. */
export function petPages(built: BuiltPages, site: Site): (pet: PublicPet) => Buffer {
  const { factsOf, render } = built.petPage
  const start = publicPageStart(built, 'pet-detail')
  const fill = byShape((facts) => start + markup(render(facts, site), site))
  return (pet) => fill(factsOf(pet, site), pageEnd({ name: 'pet-detail', tag: { kind: 'pet', pet } }))
}

function markup({ head, body }: RenderedPage, site: Site): string {
  return `${head}</head><body><div id="${ROOT_ID}">${body}</div>${dataScript(SITE_DATA_ID, site)}`
}

function pageEnd(page: PublicPage): string {
  return `${dataScript(PAGE_DATA_ID, page)}</body></html>`
}

/** The shell of every other page, the same text for everybody: something is seen at once, then the browser renders into it. */
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

// A public page is so small that it is worth waiting for its end: it is painted once, not its header first and then the pet.
const ALL_AT_ONCE = `<link rel="expect" href="#${PAGE_DATA_ID}" blocking="render">`

// The line is the heading font's first: a page that can be read already waits for its script.
const AFTER_THE_TEXT = ' fetchpriority="low"'

function scripts({ script, preloads }: { script: string; preloads: string[] }, attributes = ''): string {
  const links = preloads.map((href) => `<link rel="modulepreload" href="${href}"${attributes}>`).join('')
  return `<script type="module" src="${script}"${attributes}></script>${links}`
}

/** Values as JSON that no text in them can end: a `<` inside would otherwise let a pet's name close the element. */
function dataScript(id: string, value: unknown): string {
  return `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`
}
