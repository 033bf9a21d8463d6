import { writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { checkoutButton, chooseInCheckout } from './checkout.ts'
import { arriveHome, expect, holdingBack, logIn, logOut, signUp, test } from './fixtures.ts'
import { keptTexts } from './kept-texts.ts'
import { loseAnswer } from './lose-answer.ts'
import {
  aPlan,
  completeButton,
  expectActive,
  expectFiled,
  fillComplaint,
  fillRegistration,
  submitButton,
  VERIFY_FAILED,
} from './pay-forms.ts'

const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<< >>\nendobj\ntrailer\n<< >>\n%%EOF\n')
const LETTER = { name: 'letter.pdf', mimeType: 'application/pdf', buffer: PDF }

const alert = (page: Page, text: string) => page.getByRole('alert').getByText(text)

test('CMP-7 after a sign-out in another tab during the checkout, the page still says that it is paid, and the next person finds nothing', async ({
  page,
  context,
  site,
}) => {
  await logIn(page, await signUp(site))
  await fillComplaint(page)
  await submitButton(page).click()
  await expect(checkoutButton(page, 'Pay successfully')).toBeVisible()
  const other = await context.newPage()
  await other.goto('/user')
  await other.getByRole('button', { name: 'Logout' }).click()
  await other.waitForURL((url) => url.pathname !== '/user')
  await other.close()
  await expectFiled(page, () => chooseInCheckout(page, 'Pay successfully'))
  await arriveHome(page)
  await expect(page.getByRole('link', { name: 'Open your receipt' })).toHaveCount(0)
  await page.goto('/complaint')
  await expect(page.getByLabel('Description')).toHaveValue('')
})

test('MEM-6 after a sign-in in another tab during the checkout, the page still says that the membership is active', async ({
  page,
  context,
  site,
}) => {
  await fillRegistration(page, await aPlan(site))
  await completeButton(page).click()
  await expect(checkoutButton(page, 'Pay successfully')).toBeVisible()
  const other = await context.newPage()
  await logIn(other, await signUp(site))
  await other.close()
  await expectActive(page, () => chooseInCheckout(page, 'Pay successfully'))
})

test('CMP-7 the home page keeps the last receipt for the session, until somebody signs out', async ({ page, site }) => {
  await logIn(page, await signUp(site))
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
  await expect(page.getByText(/The fee of your complaint/)).toHaveCount(0)
})

test('CMP-8 whoever files another complaint keeps the payment that is not confirmed yet, also over a reload', async ({
  page,
}) => {
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

test('CMP-4 CMP-8 after a lost answer a corrected complaint replaces the saved one or is filed as another', async ({
  page,
}) => {
  for (const choice of ['Correct the saved complaint', 'File another complaint']) {
    await fillComplaint(page)
    await loseAnswer(page, '**/api/complaints/submit', 'POST')
    await submitButton(page).click()
    await expect(page.getByText('Failed to submit complaint. Please try again.')).toBeVisible()
    await page.getByLabel('Description').fill('Two dogs are chained in the sun without water.')
    await submitButton(page).click()
    await page.getByRole('button', { name: choice }).click()
    await expectFiled(page, () => chooseInCheckout(page, 'Pay successfully'))
    await arriveHome(page)
  }
})

test('CMP-2 a document is sent also when it was chosen a moment ago, and of two the one that was chosen last', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const read = Blob.prototype.arrayBuffer
    Blob.prototype.arrayBuffer = async function arrayBuffer() {
      const bytes = await read.call(this)
      await new Promise((resolve) => setTimeout(resolve, this.size > 5 ? 1_500 : 500))
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

test('CMP-2 a document survives a reload, and the same one can be chosen again after it was changed', async ({
  page,
}, testInfo) => {
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

test('CMP-9 APP-13 a checkout whose script does not load fails after 15 seconds; an upload that hangs can be cancelled', async ({
  page,
}) => {
  await page.clock.install()
  await page.route('**/v1/checkout.js', () => {})
  await page.route('**/api/complaints/submit', () => {})
  await fillComplaint(page)
  await submitButton(page).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(submitButton(page)).toBeEnabled()
  await expect(page.getByLabel('Description')).toHaveValue(/chained in the sun/)
  await page.unroute('**/api/complaints/submit')
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

test('a checkout whose script was replaced by an empty one is loaded again at the next try', async ({ page }) => {
  await page.route('**/v1/checkout.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }))
  await fillComplaint(page)
  await submitButton(page).click()
  await expect(page.getByText(/The payment window could not be loaded/)).toBeVisible()
  await page.unroute('**/v1/checkout.js')
  await page.getByRole('button', { name: 'Pay ₹100' }).click()
  await expectFiled(page, () => chooseInCheckout(page, 'Pay successfully'))
})

test('CMP-9 an upload that stalls is cancelled, and what was typed stays', async ({ page }) => {
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

// Also shows CMP-6, MEM-4, MEM-6, MEM-14.
test('CMP-5 an answer that does not say success is a failure, in the words of its call', async ({ page, site }) => {
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

  await logIn(page, await signUp(site))
  await page.route('**/api/memberships/history', (route) => route.fulfill(failing))
  await page.goto('/user/membership')
  await expect(page.getByText('Failed to load membership information')).toBeVisible()
})

test('MEM-4 a refused registration says that it failed, and below it the server’s reason', async ({ page, site }) => {
  await fillRegistration(page, await aPlan(site))
  await page.route('**/api/memberships/register', (route) =>
    route.fulfill({
      status: 429,
      json: { status: 'error', code: 'too_many_attempts', message: 'Too many registrations.' },
    }),
  )
  await completeButton(page).click()
  await expect(alert(page, 'Failed to register membership. Please try again.')).toBeVisible()
  await expect(alert(page, 'Too many registrations.')).toBeVisible()
})

test('MEM-11 the end of a free plan’s registration speaks of no payment', async ({ page, site }) => {
  await logIn(page, await signUp(site))
  await fillRegistration(page, await aPlan(site, { price: 0 }))
  await holdingBack(page, '/user', async () => {
    await completeButton(page).click()
    await expect(page.getByRole('alert')).toHaveText('Your membership is now active.')
  })
})

test('CMP-4 APP-12 after an expired session the next account files a complaint of its own', async ({ page, site }) => {
  const member = await signUp(site)
  await logIn(page, member)
  await fillComplaint(page)
  await loseAnswer(page, '**/api/complaints/submit', 'POST')
  await submitButton(page).click()
  await expect(page.getByText('Failed to submit complaint. Please try again.')).toBeVisible()
  await site.call('POST', '/auth/signout', null, await page.evaluate(() => JSON.parse(localStorage.user).accessToken))
  await page.goto('/user')
  await page.waitForURL(/\/login/)

  await logIn(page, await signUp(site))
  await fillComplaint(page)
  await page.getByLabel('Description').fill('Another person saw another dog, elsewhere.')
  await submitButton(page).click()
  await expectFiled(page, () => chooseInCheckout(page, 'Pay successfully'))
})

test('CMP-4 CMP-8 a complaint that a visitor saved is the account’s after signing in: filing it again makes no second one', async ({
  page,
  site,
}) => {
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

test('CMP-6 CMP-9 a payment whose verification is refused keeps its ID to quote, also over a reload, and can be checked again', async ({
  page,
}) => {
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

test('MEM-6 a membership’s payment whose verification is refused keeps its ID to quote, beside the form', async ({
  page,
  site,
}) => {
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
