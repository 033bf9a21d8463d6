import { writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { checkoutButton, chooseInCheckout } from './helpers/checkout.ts'
import { arriveHome, expect, hydrated, logIn, logOut, openAs, signUp, test } from './helpers/fixtures.ts'
import { keptTexts } from './helpers/kept-texts.ts'
import { loseAnswer } from './helpers/lose-answer.ts'
import {
  aPlan,
  completeButton,
  expectActive,
  expectFiled,
  fillComplaint,
  fillRegistration,
  submitButton,
  VERIFY_FAILED,
} from './helpers/pay-forms.ts'

const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<< >>\nendobj\ntrailer\n<< >>\n%%EOF\n')
const LETTER = { name: 'letter.pdf', mimeType: 'application/pdf', buffer: PDF }

const alert = (page: Page, text: string) => page.getByRole('alert').getByText(text)

// CMP-7
test('after a sign-out in another tab the page says paid, and leaves nothing behind', async ({
  page,
  context,
  site,
}) => {
  await openAs(page, site, await signUp(site), '/complaint')
  await fillComplaint(page)
  await expectFiled(page, async () => {
    await submitButton(page).click()
    await expect(checkoutButton(page, 'Pay successfully')).toBeVisible()
    const other = await context.newPage()
    await other.goto('/user')
    await other.getByRole('button', { name: 'Logout' }).click()
    // The browser sometimes never closes a page that is still loading.
    await expect(other).toHaveURL(/\/login/)
    await hydrated(other)
    await other.close()
    await page.bringToFront()
    await chooseInCheckout(page, 'Pay successfully')
  })
  await arriveHome(page)
  await hydrated(page)
  await expect(page.getByRole('link', { name: 'Open your receipt' })).toHaveCount(0)
  await page.goto('/complaint')
  await expect(page.getByLabel('Description')).toHaveValue('')
})

// MEM-6
test('after a sign-in in another tab the page says that the membership is active', async ({ page, context, site }) => {
  await fillRegistration(page, await aPlan(site))
  await expectActive(page, async () => {
    await completeButton(page).click()
    await expect(checkoutButton(page, 'Pay successfully')).toBeVisible()
    const other = await context.newPage()
    await logIn(other, await signUp(site))
    await other.close()
    await page.bringToFront()
    await chooseInCheckout(page, 'Pay successfully')
  })
})

// CMP-7
test('the home page keeps the last receipt until somebody signs out', async ({ page, site }) => {
  await openAs(page, site, await signUp(site), '/complaint')
  await fillComplaint(page)
  await submitButton(page).click()
  await expectFiled(page, () => chooseInCheckout(page, 'Pay successfully'))
  await arriveHome(page)
  await page.reload()
  await expect(page.getByText(/The fee of your complaint \d+ is paid\./)).toBeVisible()
  await page.getByRole('link', { name: 'Open your receipt' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /Receipt/i })).toBeVisible()
  await page.goto('/')
  await logOut(page)
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible()
  await hydrated(page)
  await expect(page.getByText(/The fee of your complaint/)).toHaveCount(0)
})

// CMP-8
test('whoever files another complaint keeps the payment that is not confirmed yet', async ({ page }) => {
  await page.route('**/api/complaints/payment/verify', (route) => route.abort())
  await fillComplaint(page)
  await submitButton(page).click()
  await chooseInCheckout(page, 'Pay successfully')
  await expect(page.getByRole('button', { name: 'Check again' })).toBeEnabled()
  const paymentId = await page.getByText(/^pay_/).textContent()
  await page.getByRole('button', { name: 'File another complaint instead' }).click()
  await expect(page.getByLabel('Description')).toHaveValue('')
  await page.reload()
  await expect(page.getByText(paymentId ?? '-')).toBeVisible()
  await page.unroute('**/api/complaints/payment/verify')
  await page.getByLabel('Description').fill('Another dog, elsewhere.')
  await expectFiled(page, () => page.getByRole('button', { name: 'Check again' }).click())
  await expect(page.getByLabel('Description')).toHaveValue('Another dog, elsewhere.')
})

for (const [outcome, choice] of [
  ['replaces the saved one', 'Correct the saved complaint'],
  ['is filed as another', 'File another complaint'],
] as const) {
  // CMP-4, CMP-8
  test(`after a lost answer a corrected complaint ${outcome}`, async ({ page }) => {
    await fillComplaint(page)
    await loseAnswer(page, '**/api/complaints/submit', 'POST')
    await submitButton(page).click()
    await expect(page.getByText('Failed to submit complaint. Please try again.')).toBeVisible()
    await page.getByLabel('Description').fill('Two dogs are chained in the sun without water.')
    await submitButton(page).click()
    await page.getByRole('button', { name: choice }).click()
    await expectFiled(page, () => chooseInCheckout(page, 'Pay successfully'))
  })
}

// CMP-2
test('of two documents that were chosen a moment ago the last one is sent', async ({ page }) => {
  await page.addInitScript(() => {
    const read = Blob.prototype.arrayBuffer
    Blob.prototype.arrayBuffer = async function arrayBuffer() {
      const bytes = await read.call(this)
      await new Promise((resolve) => setTimeout(resolve, this.size > 5 ? 600 : 200))
      return bytes
    }
  })
  await fillComplaint(page)
  const input = page.getByLabel('Supporting Document')
  await input.setInputFiles({ ...LETTER, name: 'first.txt', buffer: Buffer.from('no document at all') })
  await input.setInputFiles(LETTER)
  await submitButton(page).click()
  await chooseInCheckout(page, 'Close checkout')
  await expect(page.getByText('Supporting document: letter.pdf')).toBeVisible()
})

// CMP-2
test('a document outlives a reload, and can be chosen again after it was changed', async ({ page }, testInfo) => {
  const file = testInfo.outputPath('letter.pdf')
  await writeFile(file, 'no document at all')
  await page.goto('/complaint')
  const choose = async () => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByLabel('Supporting Document').click()
    await (await chooser).setFiles(file)
  }
  await choose()
  await expect(page.getByText('Only PDF, JPG or PNG files are allowed.')).toBeVisible()
  await expect.poll(() => keptTexts(page)).toContain('[{}]')
  const before = await keptTexts(page)
  await writeFile(file, PDF)
  await choose()
  await expect(page.getByText('Only PDF, JPG or PNG files are allowed.')).toBeHidden()
  await expect.poll(() => keptTexts(page)).not.toBe(before)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Remove letter.pdf' })).toBeVisible()
  await expect(page.getByLabel('Supporting Document')).toHaveValue(/letter\.pdf$/)
})

// CMP-9, APP-13
test('a checkout whose script does not load fails after 15 seconds', async ({ page }) => {
  await page.clock.install()
  await page.route('**/v1/checkout.js', () => {})
  await fillComplaint(page)
  // The script that was asked for with the page fails: the payment asks for it again, with 15 seconds of its own.
  const scripts = page.locator('script[src$="/v1/checkout.js"]')
  await scripts.evaluate((first) => first.toggleAttribute('data-failed', true))
  await page.clock.fastForward(15_000)
  await submitButton(page).click()
  await expect(scripts.and(page.locator(':not([data-failed])'))).toBeAttached()
  await page.clock.fastForward(7_000)
  await expect(page.getByText(/The payment window could not be loaded/)).toBeHidden()
  await page.clock.fastForward(8_000)
  await expect(page.getByText(/The payment window could not be loaded/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pay ₹100' })).toBeEnabled()
})

// CMP-7, CMP-9
test('a blocked checkout script is said in words, and one pays once it is let through', async ({ page }) => {
  await page.route('**/v1/checkout.js', (route) => route.abort())
  await fillComplaint(page)
  await submitButton(page).click()
  await expect(page.getByText(/The payment window could not be loaded/)).toBeVisible()
  await page.unroute('**/v1/checkout.js')
  await expectFiled(page, async () => {
    await page.getByRole('button', { name: 'Pay ₹100' }).click()
    await chooseInCheckout(page, 'Pay successfully')
  })
})

// CMP-9
test('an upload that stalls is cancelled, and what was typed stays', async ({ page }) => {
  await page.clock.install()
  await page.route('**/api/complaints/submit', () => {})
  await fillComplaint(page)
  await page.getByLabel('Supporting Document').setInputFiles(LETTER)
  await submitButton(page).click()
  await expect(page.getByText('Sending your complaint…')).toBeVisible()
  await page.clock.fastForward(31_000)
  await expect(page.getByText('Failed to submit complaint. Please try again.')).toBeVisible()
  await expect(page.getByLabel('Description')).toHaveValue(/chained in the sun/)
})

// CMP-5, CMP-6, MEM-4, MEM-6, MEM-14
test('an answer that does not say success is a failure, in the words of its call', async ({ page, site }) => {
  const failing = { status: 200, json: { status: 'failed', data: null } }
  await page.route('**/api/complaints/payment/initiate', (route) => route.fulfill(failing))
  await fillComplaint(page)
  await submitButton(page).click()
  await expect(alert(page, 'Failed to initiate payment. Please try again.')).toBeVisible()
  await page.unroute('**/api/complaints/payment/initiate')
  await page.route('**/api/complaints/payment/verify', (route) => route.fulfill(failing))
  await page.getByRole('button', { name: 'Pay ₹100' }).click()
  await chooseInCheckout(page, 'Pay successfully')
  await expect(alert(page, 'Payment verification failed. Please contact support.')).toBeVisible()

  await page.route('**/api/memberships/history', (route) => route.fulfill(failing))
  await openAs(page, site, await signUp(site), '/user/membership')
  await expect(page.getByText('Failed to load membership information')).toBeVisible()
})

// CMP-4, APP-12
test('after an expired session the next account files a complaint of its own', async ({ page, site }) => {
  await openAs(page, site, await signUp(site), '/complaint')
  await fillComplaint(page)
  await loseAnswer(page, '**/api/complaints/submit', 'POST')
  await submitButton(page).click()
  await expect(page.getByText('Failed to submit complaint. Please try again.')).toBeVisible()
  await site.call('POST', '/auth/signout', null, await page.evaluate(() => JSON.parse(localStorage.user).accessToken))
  await page.goto('/user')
  await page.waitForURL(/\/login/)
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()

  await logIn(page, await signUp(site))
  await fillComplaint(page)
  await page.getByLabel('Description').fill('Another person saw another dog, elsewhere.')
  await submitButton(page).click()
  await expectFiled(page, () => chooseInCheckout(page, 'Pay successfully'))
})

// CMP-4, CMP-8
test('a complaint that a visitor saved belongs to the account after signing in', async ({ page, site }) => {
  await fillComplaint(page)
  await loseAnswer(page, '**/api/complaints/submit', 'POST')
  await submitButton(page).click()
  await expect(page.getByText('Failed to submit complaint. Please try again.')).toBeVisible()
  await logIn(page, await signUp(site))
  await fillComplaint(page)
  await page.getByLabel('Description').fill('Two dogs are chained in the sun without water.')
  await submitButton(page).click()
  await expect(page.getByRole('button', { name: 'Correct the saved complaint' })).toBeVisible()
})

// CMP-6, CMP-9
test('a refused payment keeps its ID over a reload, and can be checked again', async ({ page }) => {
  await fillComplaint(page)
  await page.route('**/api/complaints/payment/verify', (route) =>
    route.fulfill({
      status: 409,
      json: { status: 'error', code: 'payment_returned', message: 'Your payment has been returned.' },
    }),
  )
  await submitButton(page).click()
  await chooseInCheckout(page, 'Pay successfully')
  for (let looks = 0; looks < 2; looks++) {
    await expect(alert(page, VERIFY_FAILED)).toBeVisible()
    await expect(alert(page, 'Your payment has been returned.')).toBeVisible()
    await expect(page.getByText(/^pay_/)).toBeVisible()
    await expect(page.getByText(/contact support with this payment ID before you pay again/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Pay ₹100' })).toBeEnabled()
    await page.reload()
  }
  await page.unroute('**/api/complaints/payment/verify')
  await expectFiled(page, () => page.getByRole('button', { name: 'Check again' }).click())
})

// MEM-6
test('a refused payment of a membership keeps its ID beside the form', async ({ page, site }) => {
  const plan = await aPlan(site)
  await fillRegistration(page, plan)
  await page.route('**/api/memberships/verify-payment', (route) =>
    route.fulfill({ status: 400, json: { status: 'error', code: 'payment_not_verified', message: VERIFY_FAILED } }),
  )
  await completeButton(page).click()
  await chooseInCheckout(page, 'Pay successfully')
  for (let looks = 0; looks < 2; looks++) {
    await expect(alert(page, VERIFY_FAILED)).toBeVisible()
    await expect(page.getByText(/^pay_/)).toBeVisible()
    await expect(page.getByText(/contact support with this payment ID before you pay again/)).toBeVisible()
    await expect(completeButton(page)).toBeEnabled()
    await page.reload()
  }
  await page.unroute('**/api/memberships/verify-payment')
  await expectActive(page, () => page.getByRole('button', { name: 'Check again' }).click())
})
