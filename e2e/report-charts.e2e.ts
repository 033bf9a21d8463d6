import { readFile } from 'node:fs/promises'
import { financialYearOf, today } from '../contract/src/dates.ts'
import { ADMIN, expect, logIn, type Site, signUp, test } from './fixtures.ts'
import { aPlan } from './pay-forms.ts'
import { aPaidAndAnOpenRegistration } from './registrations.ts'

test.use({ ownProgram: 'report-charts' })

const PAYMENTS = '/admin/memberships/reports/payment'
const MEMBERSHIPS = '/admin/memberships/reports/membership'

/** A member who has paid, and somebody who has not, in April 2026. */
async function aprilOf2026(site: Site): Promise<void> {
  await aPaidAndAnOpenRegistration(site, await aPlan(site, { name: 'Friend' }), await signUp(site))
  for (const table of ['payments', 'payment_orders', 'memberships'])
    await site.sql(`update ${table} set created_at = '2026-04-10T12:00:00Z'`, [])
}

test('DSK-7 bars by month show their values on hover and by keyboard and as a table; a bar filters the payments', async ({
  page,
  site,
}) => {
  await aprilOf2026(site)
  await logIn(page, ADMIN)
  await page.goto(`${PAYMENTS}?start_date=2026-04-01&end_date=2026-05-31`)
  const bars = page.getByRole('toolbar', { name: 'Revenue by month' }).getByRole('button')
  await expect(bars).toHaveCount(2)
  const april = page.getByRole('button', { name: /^April 2026: ₹[\d,]+00\. February 2026: ₹0\.$/ })
  const values = page.locator('section').filter({ hasText: 'Revenue by month' })
  await expect(values.getByText('Chosen period').first()).toBeVisible()
  await april.hover()
  await expect(values.getByText('April 2026').first()).toBeVisible()
  await page.getByRole('heading', { name: 'Revenue by month' }).hover()
  await expect(values.getByText('Chosen period').first()).toBeVisible()

  await april.focus()
  await expect(values.getByText('February 2026').first()).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(bars.last()).toBeFocused()
  await expect(values.getByText('May 2026').first()).toBeVisible()
  await page.keyboard.press('Home')
  await expect(april).toBeFocused()

  await page.getByText('Show as a table').click()
  await expect(page.getByRole('row', { name: /^April 2026 ₹[\d,]+00 February 2026 ₹0$/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /P\d+.*Friend/ }).first()).toContainText('Paid')

  await april.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/start_date=2026-04-01&end_date=2026-04-30/)
  await page.getByRole('button', { name: 'Remove 1 April 2026 to 30 April 2026' }).click()
  await expect(page).not.toHaveURL(/start_date|end_date/)
  await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(0)
})

test('DSK-7 one click chooses this month, last month or this financial year, and the accountant’s file has the chosen days', async ({
  page,
  site,
}) => {
  await aprilOf2026(site)
  const year = financialYearOf(today())
  await logIn(page, ADMIN)
  await page.goto(`${PAYMENTS}?status=captured`)
  await page.getByRole('button', { name: 'This financial year' }).click()
  await expect(page).toHaveURL(new RegExp(`status=captured&start_date=${year}-04-01&end_date=${year + 1}-03-31`))
  await expect(page.getByLabel('Start Date')).toHaveValue(`${year}-04-01`)
  await expect(page.getByRole('button', { name: 'This financial year' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'This month' }).click()
  await expect(page).toHaveURL(new RegExp(`start_date=${today().slice(0, 7)}-01`))
  await page.getByRole('button', { name: 'Last month' }).click()
  await expect(page).not.toHaveURL(new RegExp(`start_date=${today().slice(0, 7)}-01`))
  await page.getByRole('button', { name: 'Remove Paid' }).click()
  await expect(page).not.toHaveURL(/status=/)

  await page.goto(`${PAYMENTS}?start_date=2026-04-10&end_date=2026-04-10`)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'For the accountant' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('accounts-2026-04-10-2026-04-10.csv')
  expect(await readFile(await file.path(), 'utf8')).toMatch(
    /2026-04-10,membership,online,\d+,\d+00\.00,0\.00,\d+00\.00/,
  )
})

test('DSK-7 a slice filters the memberships by click and by keyboard, and stands as a filter that can be removed', async ({
  page,
  site,
}) => {
  await aprilOf2026(site)
  await logIn(page, ADMIN)
  await page.goto(MEMBERSHIPS)
  await page.locator('svg path[fill="#ffc107"]').click()
  await expect(page).toHaveURL(/status=pending/)
  await expect(page.getByLabel('Status', { exact: true })).toHaveValue('pending')
  await expect(page.getByRole('button', { name: /^Active 0/ })).toBeDisabled()
  await page.getByRole('button', { name: 'Remove Pending' }).click()
  await expect(page).not.toHaveURL(/status=/)

  const active = page.getByRole('button', { name: /^Active [1-9]/ })
  await active.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/status=active/)
  await expect(page.getByRole('button', { name: 'Remove Active' })).toBeVisible()
  await expect(page.getByRole('row', { name: /Somebody else/ })).toHaveCount(0)
  await expect(active).toHaveAttribute('aria-pressed', 'true')
  await active.press('Enter')
  await expect(page).not.toHaveURL(/status=/)

  await page.getByRole('button', { name: /^Regular [1-9]/ }).click()
  await expect(page).toHaveURL(/category=regular/)
  await page
    .getByRole('toolbar')
    .getByRole('button', { name: /^April 2026/ })
    .click()
  await expect(page).toHaveURL(/category=regular&start_date=2026-04-01&end_date=2026-04-30/)
})

test('DSK-7 at 1120 px the date and the refund of a payment are in view', async ({ page, site }) => {
  await aprilOf2026(site)
  await page.setViewportSize({ width: 1120, height: 800 })
  await logIn(page, ADMIN)
  await page.goto(PAYMENTS)
  const row = page.getByRole('row', { name: /Friend .*pay_/ }).first()
  await expect(row).toBeVisible()
  for (const part of [row.getByText('10 April 2026'), row.getByRole('button', { name: /^Refund/ })]) {
    const box = await part.boundingBox()
    expect(box?.x).toBeGreaterThan(0)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(1120)
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1120)
})
