import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { type PageName, paths } from '@petsetu/contract/paths.ts'
import type { Page } from '@playwright/test'
import { type Demo, EVERY_PAGE, findDemo, openPage } from './every-page.ts'
import { expect, test } from './fixtures.ts'
import { holdStill, prepareStillness } from './stable-picture.ts'

// Screenshots of every page, stored in pictures/: a visual change makes the test fail. If it is intended, `npm run pictures` retakes
// them, including docs/pictures/.

test.use({ ownProgram: 'pictures', isDemo: true, reuseContext: true })

// In light mode, long pages are cut where they repeat themselves. In dark mode only the first screen is taken, because only colours differ.
const LOOKS = [
  { width: 360, height: 740, colorScheme: 'light', depth: 1_800 },
  { width: 360, height: 740, colorScheme: 'dark', depth: 740 },
  { width: 1280, height: 800, colorScheme: 'light', depth: 1_500 },
  { width: 1280, height: 800, colorScheme: 'dark', depth: 800 },
] as const

const DOCS = path.join(import.meta.dirname, '../docs/pictures')

let demo: Demo

test.beforeAll(async ({ site }) => {
  demo = await findDemo(site)
})

for (const entry of EVERY_PAGE) {
  test(`APP-14 ${entry.name} looks as in its pictures`, async ({ page }, { config }) => {
    await prepareStillness(page)
    await openPage(page, demo, entry)
    for (const { width, height, colorScheme, depth } of LOOKS) {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme })
      await holdStill(page)
      await expect.soft(page).toHaveScreenshot(`${entry.name}-${width}-${colorScheme}.png`, {
        fullPage: true,
        clip: { x: 0, y: 0, width, height: Math.min(depth, await heightOf(page)) },
      })
    }
    if (config.updateSnapshots === 'all') await takeForDocs(page, entry)
  })
}

// The pages that most people see, so that Devanagari is looked at, too.
const IN_HINDI = ['home', 'pet', 'login', 'complaint', 'regular-membership', 'my-pets', 'dashboard', 'complaints']

for (const entry of EVERY_PAGE.filter(({ name }) => IN_HINDI.includes(name))) {
  test(`LNG-7 ${entry.name} in Hindi looks as in its pictures`, async ({ page, context, baseURL }) => {
    await context.addCookies([{ name: 'lang', value: 'hi', url: baseURL ?? '' }])
    await prepareStillness(page)
    await openPage(page, demo, entry)
    for (const { width, height, depth } of LOOKS.filter(({ colorScheme }) => colorScheme === 'light')) {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme: 'light' })
      await holdStill(page)
      await expect.soft(page).toHaveScreenshot(`${entry.name}-hi-${width}-light.png`, {
        fullPage: true,
        clip: { x: 0, y: 0, width, height: Math.min(depth, await heightOf(page)) },
      })
    }
  })
}

test('APP-1 there are pictures of every page', () => {
  const pictured = new Set(EVERY_PAGE.map(({ page }) => page))
  const names = (Object.keys(paths) as PageName[]).filter((name) => paths[name].area)
  expect([...pictured].sort()).toEqual(names.sort())
})

async function heightOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollHeight)
}

/** Pages for the public on a phone, the others on a laptop. */
async function takeForDocs(page: Page, { name, person }: (typeof EVERY_PAGE)[number]): Promise<void> {
  await page.setViewportSize(person === 'visitor' ? { width: 360, height: 740 } : { width: 1120, height: 700 })
  await page.emulateMedia({ colorScheme: 'light' })
  await holdStill(page)
  await mkdir(DOCS, { recursive: true })
  await page.screenshot({ path: path.join(DOCS, `${name}.png`), animations: 'disabled' })
}
