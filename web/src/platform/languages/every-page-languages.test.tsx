import adminCatalogues from 'catalogues:admin'
import appCatalogues from 'catalogues:app'
import { paths, type ShellPage } from '@petsetu/contract/paths.ts'
import type { Catalogue } from '@petsetu/languages/translator.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openPage } from '../../../test/open-page.tsx'
import { expectAccessible, shownCompletely } from '../../../test/page-checks.ts'
import { cutTexts, shownTexts } from '../../../test/page-texts.ts'
import { SHELL_PAGES, sampleAddress, serverOfSamples, viewerOf } from '../../../test/sample-replies.ts'
import { pageText } from './page-text.ts'

// Every page that the browser renders, filled with samples, in Hindi and in Marathi. Every test fails for an error in the console,
// such as a text that the page did not load.

// The page's own words, without those that people entered.
const LABELS = 'main :is(h1, h2, h3, th, dt, caption, label, legend, button, small)'
const DEVANAGARI = /\p{Script=Devanagari}/u
// Names of numbers that have no other word.
const SAME_EVERYWHERE = ['ID', 'PAN', 'UTR', 'English']
// Their titles also say of which record they are.
const NAMED: ShellPage[] = [
  ...([
    'adminCamp',
    'breach',
    'camp',
    'communityAnimal',
    'complaintDetail',
    'correction',
    'grievance',
    'importDetail',
  ] as const),
  ...(['foundThread', 'privacyCase', 'user'] as const),
]

async function sentencesOf(language: 'en' | 'hi' | 'mr'): Promise<Map<string, string>> {
  const [app, admin] = await Promise.all([appCatalogues[language](), adminCatalogues[language]()])
  const texts: Catalogue = { ...app.default, ...admin.default }
  return new Map(
    Object.entries(texts).flatMap(([id, [text, ...more]]) =>
      // A sentence or a label of several words: one word may be a name that somebody typed.
      typeof text === 'string' && more.length === 0 && /\p{L} \p{L}/u.test(text) && !text.includes('<')
        ? [[id, text]]
        : [],
    ),
  )
}

/** The fonts that the page has fetched; Latin letters are the only ones that come from the site. */
function fetchedFonts(): string[] {
  return performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => /\.woff2?(\?|$)/.test(name))
}

/** The page's own words, without names that are the same in every language. */
function labelsOf(): string[] {
  return [...document.querySelectorAll(LABELS)]
    .filter((element) => !element.closest('[lang]:not(html)') && !element.querySelector('[lang]'))
    .map(({ textContent }) => textContent.trim())
    .filter((label) => /\p{L}/u.test(label) && !SAME_EVERYWHERE.includes(label))
}

beforeAll(async () => {
  performance.setResourceTimingBufferSize(10_000)
  await page.viewport(320, 800)
})
afterAll(() => page.viewport(1280, 800))

for (const language of ['hi', 'mr'] as const) {
  for (const name of SHELL_PAGES) {
    // LNG-1, LNG-3, LNG-6, LNG-7
    test(`${name} in ${language} is in that language, accessible, and fits 320 px`, async () => {
      const [english, translated] = await Promise.all([sentencesOf('en'), sentencesOf(language)])
      // Texts that are the same in both languages, such as names, are no English left over.
      const englishOnly = new Set(
        [...english].filter(([id, text]) => translated.get(id) !== text).map(([, text]) => text),
      )
      await openPage(sampleAddress(name), { ...viewerOf(name), language, server: serverOfSamples() })
      await shownCompletely()
      expect(shownTexts().filter((text) => englishOnly.has(text))).toEqual([])
      expect(cutTexts(), 'texts that are cut').toEqual([])
      // The rest is the same in both languages.
      await expectAccessible(language === 'hi' ? 'all' : 'of words')
      expect(fetchedFonts().filter((font) => !font.includes('latin'))).toEqual([])
      if (paths[name].area === 'admin') {
        expect(labelsOf().length).toBeGreaterThan(2)
        expect(labelsOf().filter((label) => !DEVANAGARI.test(label))).toEqual([])
      }
      // The title that the server has sent the page with.
      if (!NAMED.includes(name)) expect(document.title).toBe(`${pageText(`titles.${name}`)} · PetSetu`)
    })
  }
}
