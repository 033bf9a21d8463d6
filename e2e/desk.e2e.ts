import type { Page } from '@playwright/test'
import { fileComplaint } from './complaints.ts'
import { ADMIN, expect, logIn, test } from './fixtures.ts'

test.use({ ownProgram: 'desk' })

/** Opens the desk and chooses the complaint of this person. */
async function choose(page: Page, name: string): Promise<void> {
  await logIn(page, ADMIN)
  await page.goto('/admin/desk')
  await page.getByLabel('Find what is to be paid').fill(name)
  await page.getByRole('listitem').filter({ hasText: name }).getByRole('button', { name: 'Choose' }).click()
}

test('RCP-2 an admin takes a cheque at the desk, clears it, and finds it in the payment report', async ({
  page,
  site,
}) => {
  const id = await fileComplaint(site, { fullname: 'Chitra By Cheque' })
  await choose(page, 'chitra')
  await page.getByLabel('Mode').selectOption('Cheque')
  await page.getByRole('button', { name: 'Record' }).first().click()
  await expect(page.getByText('A cheque number has six digits')).toBeVisible()
  await page.getByLabel('Cheque number').fill('004512')
  await page.getByLabel('Bank').fill('State Bank of India')
  await page.getByRole('button', { name: 'Record' }).first().click()
  await expect(page.getByText('Cheque over ₹100 recorded. It waits for the bank.')).toBeVisible()

  const row = page.getByRole('row', { name: `Complaint ${id}` }).first()
  await expect(row).toContainText('Cheque, 004512, State Bank of India')
  await row.getByRole('button', { name: 'Cleared' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cleared' }).click()
  await expect(page.getByText('The cheque is cleared.')).toBeVisible()
  await page.goto('/admin/memberships/reports/payment')
  const reported = page.getByRole('row', { name: 'Chitra By Cheque' })
  await expect(reported).toContainText('Cheque, 004512, State Bank of India, taken by admin')
  await expect(reported.getByRole('link', { name: 'Void at the desk' })).toBeVisible()
})

test('RCP-2 an admin takes cash, hands some of it over, and voids it with a reason', async ({ page, site }) => {
  const id = await fileComplaint(site, { fullname: 'Kiran By Cash' })
  await choose(page, 'kiran by')
  await page.getByRole('form', { name: 'Take money' }).getByLabel('Amount in ₹').fill('250.5')
  await page.getByRole('button', { name: 'Record' }).first().click()
  await expect(page.getByText('₹250.50 recorded.')).toBeVisible()
  const sheet = page.getByRole('region', { name: 'Cash sheet' })
  await expect(sheet.getByRole('row', { name: `Complaint ${id}` })).toContainText('₹250.50')
  const handing = page.getByRole('form', { name: 'Hand over cash, or receive it' })
  await handing.getByLabel('Amount in ₹').fill('200')
  await handing.getByLabel('To whom, or from whom').fill('Deposited at the bank')
  await handing.getByRole('button', { name: 'Record' }).click()
  await expect(page.getByText('Recorded. You have ₹50.50 in hand.')).toBeVisible()
  await expect(sheet.getByText('Handed over: ₹200, Deposited at the bank')).toBeVisible()

  await page.getByLabel('Show').selectOption('All')
  const money = page.getByRole('region', { name: 'Money of the desk' })
  await money
    .getByRole('row', { name: `Complaint ${id}` })
    .getByRole('button', { name: 'Void' })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Why?').fill('The note was false')
  await dialog.getByRole('button', { name: 'Void' }).click()
  await expect(page.getByText('The payment is void.')).toBeVisible()
  await expect(money.getByRole('row', { name: `Complaint ${id}` })).toContainText('The note was false')
  await money
    .getByRole('row', { name: `Complaint ${id}` })
    .getByRole('link', { name: 'Refund receipt' })
    .click()
  await expect(page.getByText('Returns the payment of receipt')).toBeVisible()
  await expect(page.getByText(/^RF-\d{4}-\d\d-\d{6}$/)).toBeVisible()
  await page.getByRole('link', { name: /^R-/ }).click()
  await expect(page.getByText('This payment has been refunded in full.')).toBeVisible()
})

test('RCP-2 an admin who asked to void a large sum takes the wish back', async ({ page, site }) => {
  const id = await fileComplaint(site, { fullname: 'Latika By Mistake' })
  await choose(page, 'latika by')
  await page.getByRole('form', { name: 'Take money' }).getByLabel('Amount in ₹').fill('20000')
  await page.getByRole('button', { name: 'Record' }).first().click()
  await expect(page.getByText('₹20,000 recorded.')).toBeVisible()
  await page.getByLabel('Show').selectOption('All')
  const row = page.getByRole('region', { name: 'Money of the desk' }).getByRole('row', { name: `Complaint ${id}` })
  await row.getByRole('button', { name: 'Void' }).click()
  await page.getByRole('dialog').getByLabel('Why?').fill('Wrong complaint')
  await page.getByRole('dialog').getByRole('button', { name: 'Void' }).click()
  await expect(row).toContainText('admin asks to void it: Wrong complaint')
  await row.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByText('The wish to void it is withdrawn.')).toBeVisible()
  await expect(row).not.toContainText('Wrong complaint')
})

test('what was typed for a cheque does not stop an admin from taking cash instead', async ({ page, site }) => {
  await fileComplaint(site, { fullname: 'Manoj Without Cheque' })
  await choose(page, 'manoj without')
  await page.getByLabel('Mode').selectOption('Cheque')
  await page.getByLabel('Cheque number').fill('004513')
  await page.getByLabel('Bank').fill('State Bank of India')
  await page.getByLabel('Mode').selectOption('Cash')
  await page.getByRole('button', { name: 'Record' }).first().click()
  await expect(page.getByText('₹100 recorded.')).toBeVisible()
})

test('the cash sheet shows at once that a cheque is cleared', async ({ page, site }) => {
  const id = await fileComplaint(site, { fullname: 'Nalini By Cheque' })
  await choose(page, 'nalini by')
  await page.getByLabel('Mode').selectOption('Cheque')
  await page.getByLabel('Cheque number').fill('004514')
  await page.getByLabel('Bank').fill('State Bank of India')
  await page.getByRole('button', { name: 'Record' }).first().click()
  const taken = page.getByRole('region', { name: 'Cash sheet' }).getByRole('row', { name: `Complaint ${id}` })
  await expect(taken).toContainText('Waits for the bank')
  const money = page.getByRole('region', { name: 'Money of the desk' })
  await money
    .getByRole('row', { name: `Complaint ${id}` })
    .getByRole('button', { name: 'Cleared' })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cleared' }).click()
  await expect(page.getByText('The cheque is cleared.')).toBeVisible()
  await expect(taken).not.toContainText('Waits for the bank')
})
