import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { today } from '../contract/src/platform/dates.ts'
import { ADMIN, expect, logIn, openAs, signUp, test, tokenOf } from './helpers/fixtures.ts'
import { aPlan } from './helpers/pay-forms.ts'
import { aPaidAndAnOpenRegistration } from './helpers/registrations.ts'

const PAYMENTS = '/admin/memberships/reports/payment'

async function downloaded(page: Page, name: string) {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()])
  return { name: file.suggestedFilename(), read: async () => readFile(await file.path()) }
}

// RPT-2, RPT-3, RPT-7, PAY-9
test('an admin refunds a payment from the report', { tag: '@journey' }, async ({ page, site }) => {
  const member = await signUp(site)
  const paymentId = await aPaidAndAnOpenRegistration(site, await aPlan(site), member)
  await openAs(page, site, ADMIN, '/admin/memberships/reports/membership')
  await expect(page.getByRole('row', { name: member.username })).toContainText('₹500')
  await expect(page.locator('svg [fill="#007bff"]').first()).toBeAttached()

  await page.goto(PAYMENTS)
  await expect(page.getByText('Total Revenue').first()).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: paymentId })
  await row.getByRole('button', { name: /^Refund/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Refund/ })
    .click()
  await expect(row).toContainText('Refunded')
})

// RPT-4, RPT-9, DSK-7
test('the reports can be downloaded, also as a file for the accountant', async ({ page, site }) => {
  const member = await signUp(site)
  await aPaidAndAnOpenRegistration(site, await aPlan(site), member)
  await openAs(page, site, ADMIN, '/admin/memberships/reports/membership')
  const memberships = await downloaded(page, 'Download CSV')
  expect((await memberships.read()).toString()).toContain(member.username)

  const day = today()
  await page.goto(`${PAYMENTS}?start_date=${day}&end_date=${day}`)
  const accounts = await downloaded(page, 'For the accountant')
  expect(accounts.name).toBe(`movements-${day}-${day}.csv`)
  const sums = new RegExp(`${day},Membership,Online,\\d+,\\d+\\.00,\\d+\\.00,\\d+\\.00`)
  expect((await accounts.read()).toString()).toMatch(sums)
})

// APP-14, DSK-7
test('in forced colours and on paper the bars of the two periods differ', async ({ page, site }) => {
  await aPaidAndAnOpenRegistration(site, await aPlan(site), await signUp(site))
  await page.emulateMedia({ forcedColors: 'active' })
  await openAs(page, site, ADMIN, PAYMENTS)
  const bars = page.getByRole('toolbar', { name: 'Revenue by month' }).getByRole('button').last().locator('> span')
  await expect(bars).toHaveCount(2)
  const [before, now] = await bars.evaluateAll((both) => both.map((bar) => getComputedStyle(bar).backgroundColor))
  expect(now).not.toBe(before)
  // Otherwise a browser prints no backgrounds.
  await expect(bars.last()).toHaveCSS('print-color-adjust', 'exact')
})

// TAG-6
test('an admin sees which tags are blank, and prints a sheet of them', async ({ page, site }) => {
  const admin = await tokenOf(site, ADMIN)
  const [blank] = await site.call<string[]>('GET', '/admin/generate-pet-id?numberOfIds=1', null, admin)
  await openAs(page, site, ADMIN, '/generate-qr')
  await expect(page.getByText(blank?.match(/.{4}/g)?.join('-') ?? '').first()).toBeVisible()
  await expect(page.getByText('Blank').first()).toBeVisible()
  await page.getByRole('checkbox').first().check()
  const [sheet] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('button', { name: /Print sheet/ })
      .first()
      .click(),
  ])
  expect((await readFile(await sheet.path())).subarray(0, 5).toString()).toBe('%PDF-')
})

// RPT-9, ADM-1
test('every list has its CSV, and the dashboard says what needs attention', async ({ page, site }) => {
  await signUp(site)
  await logIn(page, ADMIN)
  await expect(page.getByText(/complaints? waiting/i).first()).toBeVisible()
  for (const [address, name] of [
    ['/admin/users', 'users.csv'],
    ['/admin/pets', 'pets.csv'],
    ['/admin/complaints', 'complaints.csv'],
    ['/admin/memberships/plans', 'plans.csv'],
    [PAYMENTS, 'payments.csv'],
  ] as const) {
    await page.goto(address)
    expect((await downloaded(page, 'Download CSV')).name).toBe(name)
  }
})
