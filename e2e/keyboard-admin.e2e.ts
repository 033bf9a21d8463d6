import type { Page } from '@playwright/test'
import { ADMIN, expect, openAs, test } from './helpers/fixtures.ts'
import { press, tabTo, typeInto } from './helpers/keyboard.ts'

// These tests use only the keyboard: no click, no focus set by script.

test.use({ ownProgram: 'keyboard', isDemo: true })

const menu = (page: Page, name: string) =>
  press(page, page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name, exact: true }))

const confirm = (page: Page, name: string) => press(page, page.getByRole('dialog').getByRole('button', { name }))

// APP-14
test('with the keyboard only, an admin logs in, generates tags and logs out', async ({ page }) => {
  await page.goto('/login')
  await typeInto(page, { Username: ADMIN.username, Password: ADMIN.password })
  await page.keyboard.press('Enter')
  await page.waitForURL('/admin')
  await menu(page, 'Generate QR')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await tabTo(page, page.getByLabel('Number of QR codes'))
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page.locator('canvas')).toHaveCount(2)
  await press(page, page.getByRole('button', { name: 'Logout' }))
  await page.waitForURL(/\/login|\/$/)
})

// APP-14
test('with the keyboard only, an admin works on a complaint and refunds its fee', async ({ page, site }) => {
  await openAs(page, site, ADMIN, '/admin')
  await menu(page, 'Complaints')
  await press(page, page.getByRole('button', { name: 'Pending', exact: true }))
  await press(page, page.getByRole('link', { name: 'View complaint 10', exact: true }))
  await expect(page.getByText(/^Complaint 10 · /)).toBeVisible()
  await press(page, page.getByRole('button', { name: 'In Progress' }))
  await expect(page.getByText(/^Complaint status updated to .* successfully\.$/)).toBeVisible()
  await press(page, page.getByRole('button', { name: /^Refund/ }))
  await confirm(page, 'Refund')
  await expect(page.getByRole('main').getByText('Refunded').first()).toBeVisible()
})

// APP-14
test('with the keyboard only, an admin adds, changes and deletes a plan', async ({ page, site }) => {
  await openAs(page, site, ADMIN, '/admin')
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

// APP-14
test('with the keyboard only, an admin filters a report and deletes a user', async ({ page, site }) => {
  await openAs(page, site, ADMIN, '/admin')
  await menu(page, 'Membership Reports')
  await typeInto(page, { Status: 'Canc' })
  await press(page, page.getByRole('button', { name: 'Apply Filters' }))
  await page.waitForURL(/status=cancelled/)
  await expect(page.getByRole('cell', { name: 'Active' })).toHaveCount(0)
  await press(page, page.getByRole('button', { name: 'Reset Filters' }))
  await expect(page.getByRole('cell', { name: 'Active' }).first()).toBeVisible()

  await menu(page, 'Users')
  await press(page, page.getByRole('button', { name: 'Delete rohan' }))
  await confirm(page, 'Delete')
  await expect(page.getByRole('row', { name: 'rohan' })).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

// DSK-2
test('with the keyboard only, a payment is found by a phone number and refunded', async ({ page, site }, {
  annotations,
}) => {
  await openAs(page, site, ADMIN, '/admin')
  const startedAt = Date.now()
  const search = page.getByRole('combobox', { name: 'ID, reference, name, phone or email' })
  const found = (kind: string) =>
    page.getByRole('dialog', { name: 'Search' }).getByRole('group', { name: kind }).getByRole('option')
  const openFound = async (kind: string) => {
    await page.keyboard.press('/')
    await expect(search).toBeFocused()
    await page.keyboard.type(PHONE)
    await expect(found(kind)).toHaveCount(1)
    while ((await found(kind).getAttribute('aria-selected')) !== 'true') await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(search).toHaveCount(0)
  }

  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
  await openFound('Payments')
  await press(page, page.getByRole('main').getByRole('button', { name: /^Refund/ }))
  await confirm(page, 'Refund')
  await expect(page.getByRole('table').getByText('Refunded')).toBeVisible()

  await openFound('Complaints')
  await expect(page.getByText(/^Complaint 5 · /)).toBeVisible()
  await typeInto(page, { 'Internal: only admins see this': 'Paid twice, says the caller.' })
  await press(page, page.getByRole('button', { name: 'Add internal note' }))
  const history = page.getByRole('region', { name: 'History' }).getByRole('listitem')
  await expect(history.filter({ hasText: 'Paid twice, says the caller.' })).toContainText('internal')
  await typeInto(page, { 'Assigned to': ADMIN.username })
  await press(page, page.getByRole('button', { name: 'Save changes' }))
  await expect(history.filter({ hasText: `→ ${ADMIN.username}` })).toHaveCount(1)
  annotations.push({ type: 'seconds', description: String(Math.round((Date.now() - startedAt) / 1_000)) })
})

// Complaint 5 of the demo, which is paid.
const PHONE = '90000 00311'
