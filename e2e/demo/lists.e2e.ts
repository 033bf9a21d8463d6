import { today } from '@petsetu/contract/platform/dates.ts'
import type { Page } from '@playwright/test'
import { type Demo, type DemoPage, findDemo, openPage, pageNamed } from '../helpers/every-page.ts'
import { expect, type Site, test } from '../helpers/fixtures.ts'

const LAPTOPS = [1024, 1120, 1280, 1366]

let demo: Demo

test.beforeAll(async ({ site }) => {
  demo = await findDemo(site)
  await enterToldBreach(site)
})

// A month that has begun today may have no settled line yet, and one may begin while these tests run.
const DAYS_AGO = 3
const SETTLED_MONTH = today(new Date(Date.now() - DAYS_AGO * 24 * 60 * 60 * 1_000)).slice(0, 7)

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
  ['settlements', `?month=${SETTLED_MONTH}`],
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
      await openPage(page, demo, pageAt(name, search))
      for (const width of LAPTOPS) {
        await page.setViewportSize({ width, height: 800 })
        const at = `${name} at ${width} px`
        // The table behind a chart is closed.
        await expect(page.locator('tbody tr').filter({ visible: true }).first(), at).toBeVisible()
        // Texts have other widths until their font has come.
        await page.evaluate(() => document.fonts.ready.then(() => {}))
        await page.evaluate(writeWidestDays, language)
        expect(await page.evaluate(() => document.documentElement.scrollWidth), at).toBeLessThanOrEqual(width)
        expect(await cutTexts(page), `cut off in ${at}`).toEqual([])
        expect(await highRows(page), `high rows in ${at}`).toEqual([])
      }
    })
  }
}

// Most cards have three lines and say the rest behind a button; that of the desk also has its three actions.
const CARDS: [name: string, heightMax: number, search?: string][] = [
  ['generate-qr', 90],
  ['membership-report', 100],
  ['payment-report', 140],
  ['donations', 120],
  ['settlements', 120, `?month=${SETTLED_MONTH}`],
  ['financial-years', 170],
  // An address and a subject can have two lines each.
  ['mails', 160],
  ['audit', 150],
  ['consents', 120],
  ['desk', 200],
  // The second line of a role says the duties.
  ['users', 160],
  ['street-animals', 145],
  ['privacy-requests', 145],
  ['grievances', 145],
  ['breaches', 145],
  ['imports', 120],
  ['admin-camps', 120],
  // A place of two lines, an urgency and an unpaid fee take a line each.
  ['complaints', 180],
]

for (const [name, heightMax, search = ''] of CARDS) {
  // JRN-8
  test(`on a phone the cards of ${name} are low`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await openPage(page, demo, pageAt(name, search))
    const cards = page.locator('tbody tr').filter({ visible: true })
    await expect(cards.first()).toBeVisible()
    await page.evaluate(() => document.fonts.ready.then(() => {}))
    const heights = await cards.evaluateAll((rows) => rows.map((row) => Math.ceil(row.getBoundingClientRect().height)))
    expect(Math.max(...heights), name).toBeLessThanOrEqual(heightMax)
  })
}

function pageAt(name: string, search: string): DemoPage {
  const entry = pageNamed(name)
  return { ...entry, address: (of) => entry.address(of) + search }
}

/**
 * Enters a breach about which everybody was told, both authorities too late, so that each of its cells says a time. It comes after that of
 * the demo, which other tests take for the first.
 */
async function enterToldBreach(site: Site): Promise<void> {
  await site.sql(
    `with breach as (
       insert into breaches (id, title, happened, noticed_at, letters_at, closed_at) overriding system value
       values (0, 'A list of helpers got out', '-', now() - interval '9 days', now(), now())
       on conflict do nothing returning id
     )
     insert into breach_steps (breach_id, kind, at, text)
     select id, kind, now(), '-' from breach, unnest($1::text[]) as kind`,
    [['team-told', 'board-told']],
  )
}

/**
 * Writes the widest day and time of a year, and a wide id, where a row says one, so that a list fits on every day and not only on today.
 * The demo has the days around the one on which it starts.
 */
function writeWidestDays(language: string): void {
  const pen = document.createElement('canvas').getContext('2d')
  const widthOf = (text: string) => pen?.measureText(text).width ?? 0
  if (pen) pen.font = getComputedStyle(document.querySelector('tbody td') ?? document.body).font
  const widest = (texts: string[]) => texts.reduce((one, other) => (widthOf(other) > widthOf(one) ? other : one))
  const digit = widest([...'0123456789'])
  // Ids of the provider are made by chance; this one has wide letters.
  const chance = /\b(pay|order|rfnd)_\w{14}\b/g
  // First the short ones, which the lists write: May has no other.
  for (const style of ['short', 'long'] as const) {
    const format = new Intl.DateTimeFormat(`${language}-IN`, { day: 'numeric', month: style, year: 'numeric' })
    const months = Array.from({ length: 12 }, (_, month) => {
      const parts = format.formatToParts(new Date(2026, month, 5))
      return parts.find(({ type }) => type === 'month')?.value ?? ''
    })
    const widestMonth = widest(months)
    const day = new RegExp(`\\b\\d{1,2} (${months.join('|')}) \\d{4}(\\D{1,10}\\d\\d:\\d\\d)?`, 'g')
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const { currentNode } = texts
      if (!currentNode.parentElement?.closest('tbody')) continue
      currentNode.nodeValue = (currentNode.nodeValue ?? '')
        .replace(chance, '$1_wnG8mvx2WwFmqA')
        .replace(day, (found, month) =>
          found
            .replace(month, widestMonth)
            .replace(/^\d{1,2}/, '00')
            .replaceAll(/\d/g, digit),
        )
    }
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
