import type { Page } from '@playwright/test'
import { chooseInCheckout } from './checkout.ts'
import { ADMIN, expect, logIn, test } from './fixtures.ts'
import { keptTexts } from './kept-texts.ts'

test.use({ ownProgram: 'donate', settings: { DONATE_PAGE: 'on' } })

const THANKS = 'Payment successful! Thank you for your donation.'

async function fillDonation(page: Page, name: string, pan = ''): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Email').fill('lalita@example.org')
  await page.getByLabel('Phone').fill('+91 55500 67890')
  await page.getByLabel('Address').fill('3 Fort Road, Satara')
  await page.getByLabel('PAN (optional)').fill(pan)
}

// Also shows RCP-1.
test('DON-1 DONATE NOW leads to the page where a visitor chooses an amount, reads who gets it, pays, and opens the receipt', async ({
  page,
}) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'DONATE NOW' }).click()
  await expect(page.getByRole('heading', { name: 'Donate', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: '₹2,500' }).click()
  await expect(page.getByLabel('Amount in ₹')).toHaveValue('2500')
  await page.getByLabel('What is it for?').selectOption('Food')
  await fillDonation(page, 'Lalita Joshi')
  await expect(page.getByText('Donation: Food ₹2,500')).toBeVisible()
  await expect(page.getByText('Paid to Karuna Animal Welfare Trust through Razorpay')).toBeVisible()
  for (const name of ['terms', 'refunds'])
    await expect(page.getByRole('main').getByRole('link', { name, exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Donate ₹2,500' }).click()
  await chooseInCheckout(page, 'Pay successfully')
  await expect(page.getByRole('alert').getByText(THANKS)).toBeVisible()
  await page.getByRole('link', { name: 'Open your receipt' }).click()
  await expect(page.getByRole('heading', { name: 'Receipt' })).toBeVisible()
  await expect(page.getByText('Donation: Food')).toBeVisible()
  await expect(page.getByText('₹2,500')).toBeVisible()
  for (const told of ['Karuna Animal Welfare Trust', 'Two Thousand Five Hundred Rupees Only', 'PAID'])
    await expect(page.getByRole('main').getByText(told, { exact: true })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download PDF' }).click()
  expect((await download).suggestedFilename()).toMatch(/^R-\d{4}-\d\d-\d{6}\.pdf$/)
})

test('DON-1 each field says what is wrong with it; a closed payment window keeps what was typed', async ({ page }) => {
  await page.goto('/donate')
  await page.getByLabel('Amount in ₹').fill('5')
  await fillDonation(page, 'Lalita Joshi', 'ABCXE1234F')
  await page.getByRole('button', { name: 'Donate ₹5' }).click()
  await expect(page.getByText('A donation is at least ₹10')).toBeVisible()
  await expect(page.getByText('A PAN has five letters, four digits and a letter')).toBeVisible()
  await page.getByLabel('Amount in ₹').fill('10.50')
  await page.getByLabel('PAN (optional)').fill('abcpe1234f')
  await page.getByRole('button', { name: 'Donate ₹10.50' }).click()
  await chooseInCheckout(page, 'Close checkout')
  await expect(page.getByText('The payment window was closed before the donation was paid.')).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Lalita Joshi')
  await page.getByRole('button', { name: 'Donate ₹10.50' }).click()
  await chooseInCheckout(page, 'Pay successfully')
  await expect(page.getByRole('alert').getByText(THANKS)).toBeVisible()
  await page.getByRole('button', { name: 'Donate again' }).click()
  await expect(page.getByLabel('PAN (optional)')).toHaveValue('')
})

test('DON-1 a draft keeps what was typed, but never the PAN', async ({ page }) => {
  await page.goto('/donate')
  await fillDonation(page, 'Drafted', 'ABCPE1234F')
  await expect.poll(() => keptTexts(page)).toContain('Drafted')
  expect(await keptTexts(page)).not.toContain('ABCPE1234F')
  await page.reload()
  await expect(page.getByText('What you had typed')).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Drafted')
  await expect(page.getByLabel('PAN (optional)')).toHaveValue('')
})

test('DON-1 an admin finds the donation, its sums, and its PAN after giving a reason', async ({ page }) => {
  await page.goto('/donate')
  await fillDonation(page, 'Shown To Admin', 'AAATK0000A')
  await page.getByRole('button', { name: 'Donate ₹1,000' }).click()
  await chooseInCheckout(page, 'Pay successfully')
  await expect(page.getByRole('alert').getByText(THANKS)).toBeVisible()

  await logIn(page, ADMIN)
  await page.goto('/admin/donations')
  await page.getByLabel('Search by name, e-mail or phone').fill('shown to')
  const row = page.getByRole('row', { name: 'Shown To Admin' })
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(row).toContainText('XXXXXX000A')
  await expect(row).toContainText('₹1,000')
  await row.getByRole('button', { name: 'Show the PAN of Shown To Admin' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Why do you need it?').fill('The tax office asked.')
  await dialog.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(dialog.getByText('PAN of Shown To Admin: AAATK0000A')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
})
