import { MANIFEST_PATH } from '@petsetu/contract/platform/service-worker.ts'
import {
  type AppShellHead,
  PAGE_DATA_ID,
  type PublicPage,
  ROOT_ID,
  SITE_DATA_ID,
} from '@petsetu/contract/site/public-pages.ts'
import type { AppSite } from '@petsetu/contract/site/site.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import type { BuiltPages } from './built-pages.ts'

/** A public page: readable before any script has loaded, with inline styles and with its data for hydration. */
export function publicPageHtml(
  built: BuiltPages,
  page: PublicPage,
  { site: allFacts, year, language }: { site: AppSite; year: string; language: Language },
): string {
  // Public pages stay small: these facts are for other pages.
  const { emergencyNumbers: _, feeTexts: __, ...site } = allFacts
  const entry = built.public[page.name]
  const catalogue = preload([built.catalogues[language][page.name]], AFTER_THE_TEXT)
  const { head, body } = built.render(page, site, year, language)
  return [
    `${documentStart(language)}${ALL_AT_ONCE}${head}<style>${entry.styles}</style></head>`,
    `<body><div id="${ROOT_ID}">${body}</div>`,
    `${dataScript(SITE_DATA_ID, site)}${scripts(entry, AFTER_THE_TEXT)}${catalogue}`,
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

// The page is readable without its script. At the end of the page, the browser's few connections load its picture and the
// heading's font first.
const AFTER_THE_TEXT = ' fetchpriority="low"'

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
