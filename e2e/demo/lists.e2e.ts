import type { Page } from '@playwright/test'
import { type Demo, findDemo, openPage, pageNamed } from '../every-page.ts'
import { expect, test } from '../fixtures.ts'

const LAPTOPS = [1024, 1120, 1280, 1366]

let demo: Demo

test.beforeAll(async ({ site }) => {
  demo = await findDemo(site)
})

// Every list of the admin area that has rows in the demo; the pets as a table.
const LISTS: [name: string, search?: string][] = [
  ['users'],
  ['all-pets', '?view=table'],
  ['complaints'],
  ['membership-report'],
  ['payment-report'],
  ['donations'],
  ['generate-qr'],
  ['mails'],
  ['plans'],
  ['audit'],
  ['grievances'],
  ['settlements'],
  ['privacy-requests'],
  ['consents'],
  ['imports'],
  ['street-animals'],
  ['admin-camps'],
  ['breaches'],
  ['desk', '?view=all'],
  ['financial-years'],
]

for (const language of ['en', 'hi']) {
  for (const [name, search = ''] of LISTS) {
    // DSK-3
    test(`${name} in ${language} fits a laptop’s screen uncut, and its rows are low`, async ({
      page,
      context,
      site,
    }) => {
      await context.addCookies([{ name: 'lang', value: language, url: site.url }])
      const entry = pageNamed(name)
      await openPage(page, demo, { ...entry, address: (of) => entry.address(of) + search })
      for (const width of LAPTOPS) {
        await page.setViewportSize({ width, height: 800 })
        const at = `${name} at ${width} px`
        // The table behind a chart is closed.
        await expect(page.locator('tbody tr').filter({ visible: true }).first(), at).toBeVisible()
        // Texts have other widths until their font has come.
        await page.evaluate(() => document.fonts.ready.then(() => {}))
        expect(await page.evaluate(() => document.documentElement.scrollWidth), at).toBeLessThanOrEqual(width)
        expect(await cutTexts(page), `cut off in ${at}`).toEqual([])
        expect(await highRows(page), `high rows in ${at}`).toEqual([])
      }
    })
  }
}

/** The cells that are wider than their column or lie off the screen. */
function cutTexts(page: Page): Promise<(string | null)[]> {
  return page
    .locator('table :is(th, td)')
    .evaluateAll((cells) =>
      cells
        .filter((cell) => cell.scrollWidth > cell.clientWidth + 1 || cell.getBoundingClientRect().right > innerWidth)
        .map((cell) => cell.textContent),
    )
}

/** The rows higher than 44 px. */
function highRows(page: Page): Promise<(string | null)[]> {
  return page
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.filter((row) => row.getBoundingClientRect().height > 44.5).map((row) => row.textContent),
    )
}
