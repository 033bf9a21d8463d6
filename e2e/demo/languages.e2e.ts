import { type PageName, paths } from '@petsetu/contract/paths.ts'
import { readTexts } from '@petsetu/languages/catalogues.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import { LANGUAGES, languages } from '@petsetu/languages/languages.ts'
import { cutTexts, shownTexts } from '../../web/test/page-texts.ts'
import { expectAccessible, LANGUAGE_LOOKS } from '../helpers/axe.ts'
import { type Demo, type DemoPage, EVERY_PAGE, findDemo, openPage } from '../helpers/every-page.ts'
import { expect, type Site, test } from '../helpers/fixtures.ts'

// The pages that the server renders, and some of the others, in Hindi and in Marathi; every-page-languages.test.tsx opens all others.
// Every test fails for an error in the browser's console, such as a text that the page did not load, or a difference between what the
// server rendered and the browser.

let demo: Demo

test.beforeAll(async ({ site }) => {
  demo = await findDemo(site)
})

const ENGLISH = readTexts('en')
// A sentence or a label of several words: one word may be a name that somebody typed.
const isSentence = (text: string) => /\p{L} \p{L}/u.test(text) && !/[{<]/.test(text)

// One of each area, and the page with most data.
const SHELLS: PageName[] = ['login', 'complaint', 'myPets', 'admin', 'paymentReport']

for (const language of ['hi', 'mr'] as const) {
  const translated = readTexts(language)
  // Texts that are the same in both languages, such as names, are no English left over.
  const englishOnly = new Set(
    Object.entries(ENGLISH)
      .filter(([id, text]) => isSentence(text) && translated[id] !== text)
      .map(([, text]) => text),
  )

  for (const entry of EVERY_PAGE.filter(({ page }) => paths[page].rendered === 'whole' || SHELLS.includes(page))) {
    // LNG-1, LNG-3, LNG-6, LNG-7
    test(`${entry.name} in ${language} is in that language, accessible, and fits 320 px`, async ({
      page,
      context,
      site,
    }) => {
      await context.addCookies([{ name: 'lang', value: language, url: site.url }])
      const fonts: string[] = []
      page.on('request', (request) => request.resourceType() === 'font' && fonts.push(request.url()))
      await openPage(page, demo, entry)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      expect((await page.evaluate(shownTexts)).filter((text) => englishOnly.has(text))).toEqual([])
      expect(await page.title()).toBe(await titleSent(site, entry, language))
      await expectAccessible(page, LANGUAGE_LOOKS)
      expect(await page.evaluate(cutTexts), 'texts that are cut').toEqual([])
      expect(
        fonts.filter((url) => !/latin/.test(url)),
        'fonts that the system has',
      ).toEqual([])
    })
  }
}

// LNG-2
test('a language chosen before the scripts have come keeps the address', async ({ page }) => {
  await page.route(/\/assets\/(?!first-)[^/]*\.js$/, (route) => route.abort())
  await page.goto('/login?next=%2Fuser')
  await page.getByRole('link', { name: languages.hi.name }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
  expect(new URL(page.url()).searchParams.get('next')).toBe('/user')
})

// LNG-2
test('without JavaScript the header changes the language, and the next page keeps it', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'en-IN' })
  const page = await context.newPage()
  await page.goto(`${baseURL}/pet-detail/${demo.pet.petId}`)
  await expect(page.getByRole('link', { name: 'Call the owner' })).toBeVisible()
  await page.getByRole('link', { name: languages.hi.name }).click()
  await expect(page.getByRole('link', { name: 'मालिक को फ़ोन करें' })).toBeVisible()
  await page.goto(`${baseURL}/`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
  await page.getByRole('link', { name: languages.mr.name }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('एक स्कॅन, आणि हरवलेला पाळीव प्राणी घरी परत')
  await page.getByRole('link', { name: languages.en.name }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('One scan brings a lost pet home')
  await context.close()
})

// LIT-3
test('the languages are on top of every rendered page, also without JavaScript', async ({ browser, baseURL }) => {
  test.slow()
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })
  const page = await context.newPage()
  for (const { name, page: pageName, address } of EVERY_PAGE) {
    if (paths[pageName].rendered !== 'whole') continue
    await page.goto(`${baseURL}${address(demo)}`)
    for (const language of Object.values(languages).map(({ name }) => name)) {
      const link = page.getByRole('banner').getByRole('link', { name: language })
      const box = await link.boundingBox()
      expect((box?.y ?? 999) + (box?.height ?? 0), `${language} on ${name}`).toBeLessThanOrEqual(120)
    }
  }
  await context.close()
})

// LIT-1, LIT-5
test('every rendered page fits a phone of 320 px without JavaScript', async ({ browser, baseURL }) => {
  test.slow()
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } })
  const page = await context.newPage()
  for (const { name, page: pageName, address } of EVERY_PAGE) {
    if (paths[pageName].rendered !== 'whole') continue
    await page.goto(`${baseURL}${address(demo)}`)
    expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(320)
  }
  await context.close()
})

// LNG-5
test('money has Latin digits and Indian grouping in every language', async ({ page, context, baseURL }) => {
  for (const value of LANGUAGES) {
    await context.addCookies([{ name: 'lang', value, url: baseURL ?? '' }])
    await page.goto('/')
    await expect(page.getByRole('main')).toContainText(formatRupees(100))
    await expect(page.getByRole('main')).not.toContainText(/[\u0966-\u096f]/)
  }
})

/** The title in the HTML of a page, before any script ran. */
async function titleSent(site: Site, { address }: DemoPage, language: string): Promise<string | undefined> {
  const reply = await fetch(site.url + address(demo), {
    headers: { accept: 'text/html', cookie: `lang=${language}` },
  })
  const title = /<title>(.*?)<\/title>/.exec(await reply.text())?.[1]
  return title?.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}
