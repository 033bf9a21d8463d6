import { PAGE_DATA_ID, type PublicPage, ROOT_ID, SITE_DATA_ID } from '@petsetu/contract/public-pages.ts'
import type { Site } from '@petsetu/contract/site.ts'
import type { BuiltPages } from './built-pages.ts'

/** A public page, whole: readable before any script has loaded, its few styles inside, its data beside it for hydration. */
export function publicPageHtml(built: BuiltPages, page: PublicPage, site: Site): string {
  const entry = built.public[page.name]
  const { head, body } = built.render(page, site)
  return documentHtml(
    `${head}<style>${entry.styles}</style>${scripts(entry)}`,
    `<div id="${ROOT_ID}">${body}</div>${dataScript(SITE_DATA_ID, site)}${dataScript(PAGE_DATA_ID, page)}`,
  )
}

/** The shell of every other page, the same text for everybody: something is seen at once, then the browser renders into it. */
export function appShellHtml(built: BuiltPages, site: Site): string {
  const { app, firstLoad } = built
  const { root, after } = built.renderAppShell(site)
  const sheets = app.styleSheets.filter((href) => !firstLoad.styleSheets.includes(href))
  const styleSheets = sheets.map((href) => `<link rel="stylesheet" href="${href}">`).join('')
  const hidden = `<noscript><style>#${ROOT_ID}{display:none}</style></noscript>`
  return documentHtml(
    `<title>PetSetu</title><style>${firstLoad.styles}</style>${styleSheets}${hidden}${scripts(app)}`,
    `<div id="${ROOT_ID}">${root}</div>${after}${dataScript(SITE_DATA_ID, site)}`,
  )
}

function documentHtml(head: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="/favicon.svg" type="image/svg+xml">${head}</head><body>${body}</body></html>`
}

function scripts({ script, preloads }: { script: string; preloads: string[] }): string {
  const links = preloads.map((href) => `<link rel="modulepreload" href="${href}">`).join('')
  return `<script type="module" src="${script}"></script>${links}`
}

/** Values as JSON that no text in them can end: a `<` inside would otherwise let a pet's name close the element. */
function dataScript(id: string, value: unknown): string {
  return `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`
}
