import type { Page } from '@playwright/test'
import { ADMIN, expect, logIn, test, tokenOf } from './fixtures.ts'

test.use({ ownProgram: 'plans' })

const LONG = 'A description that is a good deal longer than the fifty characters of the list.'

async function fillPlan(page: Page, name: string): Promise<void> {
  await page.getByLabel('Plan Name').fill(name)
  await page.getByLabel('Category').selectOption('premium')
  await page.getByLabel('Duration (month)').fill('6')
  await page.getByLabel('Price (₹)').fill('1200')
  await page.getByLabel('Description').fill(LONG)
  await page.getByLabel('Features').fill('One\nTwo')
}

// Also shows PLN-4, PLN-5, PLN-6, PLN-8.
test('PLN-2 a plan is added, listed, changed and deleted', async ({ page, site }) => {
  await logIn(page, ADMIN)
  await page.goto('/admin/memberships/plans')
  await expect(page.getByText('No membership plans found. Click "Add New Plan" to create one.')).toBeVisible()
  await page.getByRole('link', { name: 'Add New Plan' }).first().click()
  await page.waitForURL('/admin/memberships/plans/add')
  await expect(page.getByRole('heading', { level: 1, name: 'Add Membership Plan' })).toBeVisible()

  const labels = await page.locator('form label').allTextContents()
  expect(labels.map((label) => label.trim())).toEqual([
    'Plan Name',
    'Category',
    'Duration (month)',
    'Price (₹)',
    'Description',
    'Features',
  ])
  await expect(page.getByLabel('Category')).toHaveValue('regular')
  await expect(page.getByLabel('Duration (month)')).toHaveValue('30')
  await expect(page.getByLabel('Price (₹)')).toHaveValue('0')
  await expect(page.getByLabel('Description')).toHaveAttribute('rows', '3')
  await expect(page.getByLabel('Features')).toHaveAttribute('rows', '5')
  await expect(page.getByText(/each feature goes on a new line/i)).toBeVisible()

  await fillPlan(page, 'Guardian')
  await page.getByRole('button', { name: 'Save Plan' }).click()
  await page.waitForURL('/admin/memberships/plans')
  await expect(page.getByText('Guardian').first()).toBeVisible()
  await expect(
    page
      .getByText(`${LONG.slice(0, 50)}…`)
      .or(page.getByText(`${LONG.slice(0, 50)}...`))
      .first(),
  ).toBeVisible()

  await page.getByRole('link', { name: /^Edit/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Edit Membership Plan' })).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/memberships\/plans\/edit\/\d+$/)
  await expect(page.getByLabel('Plan Name')).toHaveValue('Guardian')
  await expect(page.getByLabel('Features')).toHaveValue('One\nTwo')
  await page.getByLabel('Plan Name').fill('Patron')
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/admin/memberships/plans/*', async (route) => {
    await released
    await route.continue()
  })
  await page.getByRole('button', { name: 'Save Plan' }).click()
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  release()
  await page.waitForURL('/admin/memberships/plans')
  await page.unroute('**/api/admin/memberships/plans/*')

  await page.route('**/api/admin/memberships/plans/*', (route) => route.abort())
  await page.getByRole('button', { name: /^Delete/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Delete/ })
    .click()
  await expect(page.getByText('Failed to delete plan. It may be in use by active memberships.')).toBeVisible()
  await page.unroute('**/api/admin/memberships/plans/*')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('button', { name: /^Delete/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Delete/ })
    .click()
  await expect(page.getByText('Plan "Patron" has been deleted successfully.')).toBeVisible()
  await expect(page.getByText('No membership plans found. Click "Add New Plan" to create one.')).toBeVisible()
  await expect(page.getByText('Plan "Patron" has been deleted successfully.')).toBeHidden({ timeout: 10_000 })
  expect(await site.call('GET', '/api/admin/memberships/plans', null, await tokenOf(site, ADMIN))).toMatchObject({
    data: [],
  })
})

test('PLN-6 PLN-7 the form checks each field, keeps what was typed on a failure, and its banner can be closed', async ({
  page,
}) => {
  await logIn(page, ADMIN)
  await page.goto('/admin/memberships/plans/add')
  await page.getByLabel('Duration (month)').fill('')
  await page.getByLabel('Price (₹)').fill('')
  await page.getByRole('button', { name: 'Save Plan' }).click()
  for (const message of [
    'Name is required',
    'Duration is required',
    'Price is required',
    'Description is required',
    'Features are required',
  ]) {
    await expect(page.getByText(message)).toBeVisible()
  }
  for (const [label, text, message] of [
    ['Duration (month)', '-1', 'Duration must be positive'],
    ['Duration (month)', '1.5', 'Duration must be a whole number'],
    ['Price (₹)', '-1', 'Price cannot be negative'],
  ] as const) {
    await page.getByLabel(label).fill(text)
    await page.getByLabel(label).blur()
    await expect(page.getByText(message)).toBeVisible()
  }
  await fillPlan(page, 'Kept')
  await page.route('**/api/admin/memberships/plans', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await page.getByRole('button', { name: 'Save Plan' }).click()
  const banner = page.getByText('Failed to save membership plan. Please try again.')
  await expect(banner).toBeVisible()
  await expect(page.getByLabel('Plan Name')).toHaveValue('Kept')
  await page
    .getByRole('button', { name: /close|dismiss/i })
    .first()
    .click()
  await expect(banner).toBeHidden()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.waitForURL('/admin/memberships/plans')
})

test('PLN-2 PLN-4 a plan that is not there, and lists and forms that do not load, say so', async ({ page }) => {
  await logIn(page, ADMIN)
  await page.goto('/admin/memberships/plans/edit/999999')
  await expect(page.getByText("Membership plan not found or you don't have permission to edit it.")).toBeVisible()
  await page.route('**/api/admin/memberships/**', (route) => route.abort())
  await page.goto('/admin/memberships/plans/edit/1')
  await expect(page.getByText('Failed to load membership plan. Please try again.')).toBeVisible()
  await page.goto('/admin/memberships/plans')
  await expect(page.getByText('Failed to load membership plans. Please try again.')).toBeVisible()
})

test('PLN-4 APP-12 a plan that was typed over an expired session is there again after signing in', async ({
  page,
  site,
}) => {
  await logIn(page, ADMIN)
  await page.goto('/admin/memberships/plans/add')
  await fillPlan(page, 'Guardian angel')
  await site.call('POST', '/auth/signout', null, await page.evaluate(() => JSON.parse(localStorage.user).accessToken))
  await page.getByRole('button', { name: 'Save Plan' }).click()
  await page.waitForURL(/\/login/)
  await page.getByLabel('Username').fill(ADMIN.username)
  await page.getByLabel(/^Password/).fill(ADMIN.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL('/admin/memberships/plans/add')
  await expect(page.getByText('What you had typed before is back. Cancel clears it.')).toBeVisible()
  await expect(page.getByLabel('Plan Name')).toHaveValue('Guardian angel')
  await expect(page.getByLabel('Category')).toHaveValue('premium')
  await expect(page.getByLabel('Duration (month)')).toHaveValue('6')
  await expect(page.getByLabel('Price (₹)')).toHaveValue('1200')
  await expect(page.getByLabel('Features')).toHaveValue('One\nTwo')
  await page.getByRole('button', { name: 'Save Plan' }).click()
  await page.waitForURL('/admin/memberships/plans')
  await expect(page.getByText('Guardian angel').first()).toBeVisible()
})
