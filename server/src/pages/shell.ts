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
import { byShape, type FilledPage } from './by-shape.ts'
import { scriptJson } from './script-json.ts'

/** The beginning of a public page, which is the same for all it may show: its few styles stand inside. */
export function publicPageStart(built: BuiltPages, name: PublicPage['name'], site: Site): string {
  const entry = built.public[name]
  const head = `${built.renderCommonHead(site)}<style>${entry.styles}</style>${scripts(entry, AFTER_THE_TEXT)}`
  return `${DOCUMENT_START}${ALL_AT_ONCE}${head}${dataScript(SITE_DATA_ID, site)}`
}

/** What follows that beginning: readable before any script has loaded, its data beside it for hydration. */
export function publicPageRest(built: BuiltPages, page: PublicPage, site: Site): string {
  return rest(built.render(page, site), page)
}

/** The pages of pets, whole ones. They differ in what their owners typed, and in little else. */
export function petPages(built: BuiltPages, site: Site): (pet: PublicPet) => FilledPage {
  const { factsOf, render } = built.petPage
  const start = publicPageStart(built, 'pet-detail', site)
  const fill = byShape((shown, pet: PublicPet) => {
    return start + rest(render(shown, site), { name: 'pet-detail', tag: { kind: 'pet', pet } })
  })
  return (pet) => fill(factsOf(pet, site), pet)
}

function rest({ head, body }: RenderedPage, page: PublicPage): string {
  return `${head}</head><body><div id="${ROOT_ID}">${body}</div>${dataScript(PAGE_DATA_ID, page)}</body></html>`
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

function dataScript(id: string, value: unknown): string {
  return `<script type="application/json" id="${id}">${scriptJson(value)}</script>`
}
