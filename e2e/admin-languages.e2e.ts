import type { PageName } from '@petsetu/contract/paths.ts'
import { allTextsIn } from '@petsetu/languages/all-texts.ts'
import type { Page } from '@playwright/test'
import { type Demo, type DemoPage, EVERY_PAGE, findDemo, openPage, pageNamed } from './every-page.ts'
import { expect, type Site, test } from './fixtures.ts'

test.use({ ownProgram: 'admin-languages', isDemo: true })

const NAMES: PageName[] = [
  'admin',
  'generateQr',
  'complaints',
  'enterComplaint',
  'complaintDetail',
  'plans',
  'addPlan',
  'editPlan',
  'membershipReport',
  'paymentReport',
]
const PAGES = EVERY_PAGE.filter(({ page }) => NAMES.includes(page))
// What a page calls things, not what people entered.
const LABELS = 'main :is(h1, h2, h3, th, dt, caption, label, legend, button, small)'
const DEVANAGARI = /\p{Script=Devanagari}/u

for (const language of ['hi', 'mr'] as const) {
  test(`LNG-1 LNG-7 in ${language}, no page of the admin area has an English label, or overflows at 320 px`, async ({
    page,
    site,
  }) => {
    const demo = await findDemo(site)
    await page.setViewportSize({ width: 320, height: 740 })
    await speak(page, site, language)
    for (const shown of PAGES) {
      await openPage(page, demo, shown)
      const labels = (await page.locator(LABELS).allTextContents()).map((label) => label.trim())
      expect(labels.length, shown.name).toBeGreaterThan(4)
      expect
        .soft(labels.filter((label) => /\p{L}/u.test(label) && label !== 'ID' && !DEVANAGARI.test(label)))
        .toEqual([])
      expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), shown.name).toBe(320)
    }
  })
}

test('LNG-3 the title that a page of the admin area is sent with is the one that it keeps', async ({ page, site }) => {
  const demo = await findDemo(site)
  await speak(page, site, 'hi')
  // The shell is the same for all complaints; the page adds the number.
  for (const shown of PAGES.filter(({ page }) => page !== 'complaintDetail')) {
    const sent = await titleSent(site, demo, shown)
    await openPage(page, demo, shown)
    expect.soft(await page.title()).toBe(sent)
  }
})

test('LNG-1 what an admin does is confirmed or refused in the language of the page', async ({ page, site }) => {
  const demo = await findDemo(site)
  const text = allTextsIn('hi')
  await speak(page, site, 'hi')
  await openPage(page, demo, pageNamed('complaint-detail'))
  await page.getByRole('button', { name: text('complaintStatus.resolved') }).click()
  await expect(page.getByText(text('complaintDetail.nowResolved'))).toBeVisible()

  // Somebody is a member by this plan.
  await openPage(page, demo, pageNamed('plans'))
  await page.getByRole('button', { name: 'Student हटाएँ' }).click()
  await expect(page.getByRole('dialog')).toContainText(text('plans.deleteConsequence'))
  await page
    .getByRole('dialog')
    .getByRole('button', { name: text('controls.delete'), exact: true })
    .click()
  await expect(page.getByText(text('plans.deleteFailed'))).toBeVisible()
})

test('LNG-1 what the program calls by a name of its own is shown in the language of the page, a plan by its own', async ({
  page,
  site,
}) => {
  const demo = await findDemo(site)
  await speak(page, site, 'mr')
  await openPage(page, demo, pageNamed('payment-report'))
  await expect(page.getByRole('cell', { name: 'तक्रार शुल्क' }).first()).toBeVisible()
  await expect(page.getByRole('cell', { name: 'Guardian' }).first()).toBeVisible()
  await openPage(page, demo, pageNamed('complaints'))
  await expect(page.getByRole('cell', { name: 'क्रूरता' }).first()).toBeVisible()
})

async function speak(page: Page, site: Site, language: string): Promise<void> {
  await page.context().addCookies([{ name: 'lang', value: language, url: site.url }])
}

async function titleSent(site: Site, demo: Demo, { address }: DemoPage): Promise<string | undefined> {
  const reply = await fetch(site.url + address(demo), { headers: { cookie: 'lang=hi' } })
  return /<title>(.*?)<\/title>/.exec(await reply.text())?.[1]
}
