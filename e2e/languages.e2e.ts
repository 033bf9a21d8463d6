import { readTexts } from '@petsetu/languages/catalogues.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import { LANGUAGE_NAMES } from '@petsetu/languages/languages.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { type Demo, EVERY_PAGE, findDemo, openPage } from './every-page.ts'
import { expect, test } from './fixtures.ts'

// Every page in Hindi and in Marathi. Every test fails for an error in the browser's console, such as a text that the page did not
// load, or a difference between what the server rendered and the browser.

test.use({ ownProgram: 'demo', isDemo: true, reuseContext: true })

let demo: Demo

test.beforeAll(async ({ site }) => {
  demo = await findDemo(site)
})

const ENGLISH = readTexts('en')
// A sentence or a label of several words: one word may be a name that somebody typed.
const isSentence = (text: string) => /\p{L} \p{L}/u.test(text) && !/[{<]/.test(text)

for (const language of ['hi', 'mr'] as const) {
  const translated = readTexts(language)
  // Texts that are the same in both languages, such as names, are no English left over.
  const englishOnly = new Set(
    Object.entries(ENGLISH)
      .filter(([id, text]) => isSentence(text) && translated[id] !== text)
      .map(([, text]) => text),
  )

  for (const entry of EVERY_PAGE) {
    test(`LNG-1 LNG-3 LNG-6 LNG-7 ${entry.name} in ${language} is in that language, accessible, and fits 320 px`, async ({
      page,
      context,
      baseURL,
    }) => {
      await context.addCookies([{ name: 'lang', value: language, url: baseURL ?? '' }])
      const fonts: string[] = []
      page.on('request', (request) => request.resourceType() === 'font' && fonts.push(request.url()))
      await openPage(page, demo, entry)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      expect((await shownTexts(page)).filter((text) => englishOnly.has(text))).toEqual([])
      await expectAccessible(page, [{ width: 320, colorScheme: 'light' }])
      expect(await cutTexts(page), 'texts that are cut').toEqual([])
      expect(
        fonts.filter((url) => !/latin/.test(url)),
        'fonts that the system has',
      ).toEqual([])
    })
  }
}

test('LNG-2 without JavaScript the switch in the footer changes the language, and the next page keeps it', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'en-IN' })
  const page = await context.newPage()
  await page.goto(`${baseURL}/pet-detail/${demo.pet.petId}`)
  await expect(page.getByRole('link', { name: 'Call the owner' })).toBeVisible()
  await page.getByRole('link', { name: LANGUAGE_NAMES.hi }).click()
  await expect(page.getByRole('link', { name: 'मालिक को फ़ोन करें' })).toBeVisible()
  await page.goto(`${baseURL}/`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
  await page.getByRole('link', { name: LANGUAGE_NAMES.mr }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('एक स्कॅन, आणि हरवलेला पाळीव प्राणी घरी परत')
  await page.getByRole('link', { name: LANGUAGE_NAMES.en }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('One scan brings a lost pet home')
  await context.close()
})

test('LNG-2 a browser that asks for Marathi gets it; the switch keeps the page’s own filters', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ locale: 'mr-IN' })
  const page = await context.newPage()
  await page.goto(`${baseURL}/login?next=%2Fuser`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'mr')
  await page.getByRole('link', { name: LANGUAGE_NAMES.hi }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
  expect(new URL(page.url()).searchParams.get('next')).toBe('/user')
  await context.close()
})

test('LNG-5 money has Latin digits and Indian grouping in every language', async ({ page, context, baseURL }) => {
  for (const value of ['en', 'hi', 'mr']) {
    await context.addCookies([{ name: 'lang', value, url: baseURL ?? '' }])
    await page.goto('/')
    await expect(page.getByRole('main')).toContainText(formatRupees(100))
    await expect(page.getByRole('main')).not.toContainText(/[\u0966-\u096f]/)
  }
})

/** What people and screen readers read on the page. */
function shownTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts = [document.title]
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const isForeign = node.parentElement?.closest<HTMLElement>('[lang]')?.lang !== document.documentElement.lang
      if (!isForeign && !node.parentElement?.closest('script, style, noscript')) texts.push(node.textContent ?? '')
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')) {
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) texts.push(element.getAttribute(name) ?? '')
    }
    return texts.map((text) => text.replace(/\s+/g, ' ').trim()).filter(Boolean)
  })
}

/** Buttons, links, labels and headings whose text is wider or higher than they are, and is not shown. */
function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const elements = document.querySelectorAll<HTMLElement>('button, a, label, h1, h2, h3, th')
    return [...elements]
      .filter((element) => {
        const { overflowX, overflowY, clipPath } = getComputedStyle(element)
        const isHidden = element.clientWidth <= 1 || clipPath !== 'none'
        const isCutAcross = overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1
        const isCutDown = overflowY !== 'visible' && element.scrollHeight > element.clientHeight + 2
        return !isHidden && (isCutAcross || isCutDown)
      })
      .map((element) => element.textContent ?? '')
  })
}
