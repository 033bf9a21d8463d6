import type { Page } from '@playwright/test'
import { ADMIN, expect, test } from './fixtures.ts'
import { press, tabTo, typeInto } from './keyboard.ts'

// These tests use only the keyboard: no click, no focus set by script.
test.describe.configure({ timeout: 240_000 })

test.use({ ownProgram: 'keyboard', isDemo: true })

const menu = (page: Page, name: string) =>
  press(page, page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name, exact: true }))

const confirm = (page: Page, name: string) => press(page, page.getByRole('dialog').getByRole('button', { name }))

test.beforeEach(async ({ page }) => {
  await page.goto('/login')
  await typeInto(page, { Username: ADMIN.username, Password: ADMIN.password })
  await page.keyboard.press('Enter')
  await page.waitForURL('/admin')
})

test('APP-14 with the keyboard only, an admin generates tags, works on a complaint, refunds a fee and logs out', async ({
  page,
}) => {
  await menu(page, 'Generate QR')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await tabTo(page, page.getByLabel('Number of QR codes'))
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page.locator('canvas')).toHaveCount(2)

  await menu(page, 'Complaints')
  await press(page, page.getByRole('button', { name: 'Pending', exact: true }))
  await press(page, page.getByRole('link', { name: 'View complaint 2', exact: true }))
  await press(page, page.getByRole('button', { name: 'In Progress' }))
  await expect(page.getByText(/^Complaint status updated to .* successfully\.$/)).toBeVisible()
  await press(page, page.getByRole('button', { name: /^Refund/ }))
  await confirm(page, 'Refund')
  await expect(page.getByRole('main').getByText('Refunded').first()).toBeVisible()
  await press(page, page.getByRole('button', { name: 'Logout' }))
  await page.waitForURL(/\/login|\/$/)
})

test('APP-14 with the keyboard only, an admin adds, changes and deletes a plan', async ({ page }) => {
  await menu(page, 'Add Plan')
  await typeInto(page, { 'Plan Name': 'Neighbour', Category: 'Prem' })
  for (const [label, text] of [
    ['Duration (month)', '6'],
    ['Price (₹)', '250'],
  ] as const) {
    await tabTo(page, page.getByLabel(label))
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type(text)
  }
  await typeInto(page, { Description: 'For the lane.', Features: 'A newsletter' })
  await press(page, page.getByRole('button', { name: 'Save Plan' }))
  await page.waitForURL('/admin/memberships/plans')

  await press(page, page.getByRole('link', { name: 'Edit Neighbour' }))
  await expect(page.getByLabel('Category')).toHaveValue('premium')
  await tabTo(page, page.getByLabel('Plan Name'))
  await page.keyboard.press('End')
  await page.keyboard.type('hood')
  await page.keyboard.press('Enter')
  await page.waitForURL('/admin/memberships/plans')

  await press(page, page.getByRole('button', { name: 'Delete Neighbourhood' }))
  await confirm(page, 'Delete')
  await expect(page.getByText('Plan "Neighbourhood" has been deleted successfully.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('APP-14 with the keyboard only, an admin filters a report and deletes a user', async ({ page }) => {
  await menu(page, 'Membership Reports')
  await typeInto(page, { Status: 'Canc' })
  await press(page, page.getByRole('button', { name: 'Apply Filters' }))
  await page.waitForURL(/status=cancelled/)
  await expect(page.getByRole('cell', { name: 'Active' })).toHaveCount(0)
  await press(page, page.getByRole('button', { name: 'Reset Filters' }))
  await expect(page.getByRole('cell', { name: 'Active' }).first()).toBeVisible()

  await menu(page, 'Users')
  await press(page, page.getByRole('button', { name: 'Actions for rohan' }))
  await press(page, page.getByRole('button', { name: 'Delete rohan' }))
  await confirm(page, 'Delete')
  await expect(page.getByRole('row', { name: 'rohan' })).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})
