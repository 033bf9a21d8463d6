import type { Page } from '@playwright/test'
import { fileComplaint } from './helpers/complaints.ts'
import { ADMIN, expect, openAs, type Site, test } from './helpers/fixtures.ts'

/** Opens the desk and chooses the complaint of this person. */
async function choose(page: Page, site: Site, name: string): Promise<void> {
  await openAs(page, site, ADMIN, '/admin/desk')
  await page.getByLabel('Find an unpaid item').fill(name)
  await page.getByRole('listitem').filter({ hasText: name }).getByRole('button', { name: 'Choose' }).click()
}

// RCP-2
test('money taken at the desk stands on the cash sheet', { tag: '@journey' }, async ({ page, site }) => {
  const name = `Kiran ${process.pid}`
  const id = await fileComplaint(site, { fullname: name })
  await choose(page, site, name)
  await page.getByRole('form', { name: 'Take money' }).getByLabel('Amount in ₹').fill('250.5')
  await page.getByRole('form', { name: 'Take money' }).getByRole('button', { name: 'Record' }).click()
  await expect(page.getByText('₹250.50 recorded.')).toBeVisible()
  const sheet = page.getByRole('region', { name: 'Cash sheet' })
  await expect(sheet.getByRole('row', { name: `Complaint ${id}` })).toContainText('₹250.50')
  await sheet.getByRole('button', { name: 'Hand over or receive cash' }).click()
  const handing = page.getByRole('form', { name: 'Cash handover' })
  await handing.getByLabel('Amount in ₹').fill('200')
  await handing.getByLabel('To whom, or from whom').fill('Deposited at the bank')
  await handing.getByRole('button', { name: 'Record' }).click()
  await expect(page.getByText(/^Recorded\. You have ₹[\d,.]+ in cash\.$/)).toBeVisible()
  const handedOver = sheet.locator('dl > div').filter({ hasText: 'Handed over' })
  await expect(handedOver).toContainText(/Deposited at the bank\s*₹[\d,]*00/)

  await page.getByLabel('Show').selectOption('All')
  const money = page.getByRole('region', { name: 'Payments at the desk' }).getByRole('row', { name: `Complaint ${id}` })
  await money.getByRole('button', { name: 'Void' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Why?').fill('The note was false')
  await dialog.getByRole('button', { name: 'Void' }).click()
  await expect(money).toContainText('The note was false')
  await money.getByRole('link', { name: 'Refund receipt' }).click()
  await expect(page.getByText('Refund of receipt')).toBeVisible()
  await expect(page.getByText(/^RF-\d{4}-\d\d-\d{6}$/)).toBeVisible()
  await page.getByRole('link', { name: /^R-/ }).click()
  await expect(page.getByText('This payment has been refunded in full.')).toBeVisible()
})

// RCP-2
test('a cheque that the bank has paid stands in the payment report', async ({ page, site }) => {
  const name = `Chitra ${process.pid}`
  const id = await fileComplaint(site, { fullname: name })
  await choose(page, site, name)
  await page.getByLabel('Mode').selectOption('Cheque')
  await page.getByLabel('Cheque number').fill('004512')
  await page.getByLabel('Bank').fill('State Bank of India')
  await page.getByRole('form', { name: 'Take money' }).getByRole('button', { name: 'Record' }).click()
  const row = page.getByRole('row', { name: `Complaint ${id}` }).first()
  await expect(row).toContainText('Cheque, 004512, State Bank of India')
  await row.getByRole('button', { name: 'Mark as cleared' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as cleared' }).click()
  await expect(page.getByText('The cheque is cleared.')).toBeVisible()
  await page.goto('/admin/memberships/reports/payment')
  const reported = page.getByRole('row', { name })
  await expect(reported).toContainText('Cheque, 004512, State Bank of India, taken by admin')
  await expect(reported.getByRole('link', { name: 'Void at the desk' })).toBeVisible()
})
