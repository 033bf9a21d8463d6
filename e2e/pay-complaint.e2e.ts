import type { Page } from '@playwright/test'
import { chooseInCheckout, openCheckoutOnceBack, payAndCloseTab } from './helpers/checkout.ts'
import { complaintsBy, fileComplaint } from './helpers/complaints.ts'
import { ADMIN, expect, openAs, type Site, test } from './helpers/fixtures.ts'
import { loseAnswer } from './helpers/lose-answer.ts'
import { expectFiled, fillComplaint, submitButton } from './helpers/pay-forms.ts'

const PDF = '%PDF-1.4\n1 0 obj\n<< >>\nendobj\ntrailer\n<< >>\n%%EOF\n'
const LETTER = { name: 'letter.pdf', mimeType: 'application/pdf', buffer: Buffer.from(PDF) }

let count = 0

/** Fills in the form with a unique name, so that the admin finds this complaint. */
async function fillNamedComplaint(page: Page): Promise<string> {
  const name = `Complainant ${process.pid}-${++count}`
  await fillComplaint(page, { name, email: 'complainant@example.org', phone: '+91 55500 12345' })
  return name
}

async function expectPaid(site: Site, name: string): Promise<void> {
  await expect.poll(async () => (await complaintsBy(site, name)).map((row) => row.payment_status)).toEqual(['paid'])
}

test.afterEach(async ({ site }) => {
  await site.sandbox('DELETE', '/faults')
})

// CMP-1, CMP-7, CMP-2
test('a complaint is filed and paid, and the receipt opens', { tag: '@journey' }, async ({ page, site }) => {
  const name = await fillNamedComplaint(page)
  await page.getByLabel('Filing Fee').fill('150')
  await page.getByLabel('Supporting Document').setInputFiles(LETTER)
  await submitButton(page).click()
  await expectFiled(page, () => chooseInCheckout(page, 'Pay successfully'))
  await page.waitForURL('/')
  await expectPaid(site, name)
  await expect(page.getByText(/^The fee of your complaint \d+ is paid\.$/)).toBeVisible()
  await expect(page.getByText(/^Reference PS-\d{4}-\d{5}-[A-Z]$/)).toBeVisible()
  await page.getByRole('link', { name: 'Open your receipt' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /Receipt/i })).toBeVisible()
  await expect(page.getByText('₹150')).toBeVisible()
})

// JRN-3, CMP-7
test('after paying one reads what comes next, and follows it without a code', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 740 })
  await fillNamedComplaint(page)
  await submitButton(page).click()
  const paid = page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.getByText('₹100', { exact: true }) })
    .last()
  const expectNextSteps = async () => {
    await expect(paid.getByText(/is paid\.$/)).toBeVisible()
    await expect(paid.getByText(/^We look into it by \d+\u00a0\w+\u00a0\d{4} at the latest/)).toBeVisible()
    const reference = paid.getByText(/^PS-\d{4}-\d{5}-[A-Z]$/)
    await expect(reference).toBeVisible()
    expect(await reference.evaluate((shown) => shown.getClientRects().length)).toBe(1)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    await expect(paid.getByRole('link', { name: 'Open your receipt' })).toHaveAttribute('href', /^\/receipt\//)
  }
  await expectFiled(page, async () => {
    await chooseInCheckout(page, 'Pay successfully')
    await expect(page.getByLabel('Full name')).toHaveCount(0)
    await page.waitForURL('/complaint')
    await expectNextSteps()
  })
  await page.waitForURL('/')
  await expectNextSteps()
  await page.getByRole('link', { name: 'Follow your complaint' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Complaint PS-\d{4}-\d+-\w$/ })).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('/complaint/follow/')
})

// CMP-8, CMP-9
test('a saved complaint outlives a reload, and is paid after a failed attempt', async ({ page, site }) => {
  const name = await fillNamedComplaint(page)
  await submitButton(page).click()
  await chooseInCheckout(page, 'Close checkout')
  await expect(page.getByRole('heading', { name: 'Your complaint is saved' })).toBeVisible()
  const [saved] = await complaintsBy(site, name)
  await expect(page.getByText(`Complaint ID ${saved?.id}`)).toBeVisible()
  await page.reload()
  await expect(page.getByText(`Complaint ID ${saved?.id}`)).toBeVisible()
  await page.getByRole('button', { name: 'Pay ₹100' }).click()
  await chooseInCheckout(page, 'Fail the payment')
  await expectFiled(page, () => chooseInCheckout(page, 'Pay successfully'))
  await expectPaid(site, name)
})

// CMP-8, APP-13
test('a saved complaint whose payment does not load says so, and a reload brings it', async ({ page }) => {
  await page.route('**/pay-panels-*.js', (route) => route.abort())
  await fillNamedComplaint(page)
  await submitButton(page).click()
  await expect(page.getByText('Your complaint is saved')).toBeVisible()
  await expect(page.getByText('The payment window could not be loaded.')).toBeVisible()
  await page.unroute('**/pay-panels-*.js')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Pay ₹100' })).toBeVisible()
})

// PAY-4, PAY-6
test('the tab is closed after paying: the webhook confirms the payment', async ({ page, site }) => {
  const name = await fillNamedComplaint(page)
  await submitButton(page).click()
  await payAndCloseTab(page)
  await expectPaid(site, name)
})

// PAY-5, PAY-6
test('the tab is closed and the webhooks are lost: the reconciler confirms the payment', async ({ page, site }) => {
  await site.sandbox('POST', '/faults', { webhooks: 'lost' })
  const name = await fillNamedComplaint(page)
  await submitButton(page).click()
  await payAndCloseTab(page)
  await expectPaid(site, name)
})

// PAY-8, CMP-9
test('with the provider down the complaint is kept, and can be paid later', async ({ page, site }) => {
  await site.sandbox('POST', '/faults', { api: 'status500' })
  const name = await fillNamedComplaint(page)
  await submitButton(page).click()
  await expect(page.getByText('Failed to initiate payment. Please try again.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your complaint is saved' })).toBeVisible()
  await site.sandbox('DELETE', '/faults')
  await openCheckoutOnceBack(page, page.getByRole('button', { name: 'Pay ₹100' }))
  await expectFiled(page, () => chooseInCheckout(page, 'Pay successfully'))
  await expectPaid(site, name)
})

// CMP-9, APP-13
test('a complaint whose answer was lost is filed once by a second try', async ({ page, site }) => {
  const name = await fillNamedComplaint(page)
  // The complaint exists, but the page does not know it.
  await loseAnswer(page, '**/api/complaints/submit', 'POST')
  await submitButton(page).click()
  await expect.poll(async () => (await complaintsBy(site, name)).length).toBe(1)
  await expect(page.getByText('Failed to submit complaint. Please try again.')).toBeVisible()
  await expect(page.getByLabel('Full Name')).toHaveValue(name)
  await submitButton(page).click()
  await expectFiled(page, () => chooseInCheckout(page, 'Pay successfully'))
  await expectPaid(site, name)
})

// PAY-2, PAY-7
test('the script of the provider stands only on pages that pay', async ({ page, site }) => {
  await fillNamedComplaint(page)
  await submitButton(page).click()
  await expect(
    page
      .frameLocator('iframe.razorpay-checkout-frame')
      .getByText(/test mode/i)
      .first(),
  ).toBeVisible()
  await chooseInCheckout(page, 'Close checkout')
  for (const address of ['/', '/login', '/pet-detail/ABCDEFGHJKLM', '/admin', '/user']) {
    const policy = (await fetch(site.url + address)).headers.get('content-security-policy') ?? ''
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("frame-src 'none'")
  }
})

// CMP-12, CMP-13
test('an admin lists complaints with counts, filters and pages, all in the address', async ({ page, site }) => {
  for (let index = 0; index < 12; index++) await fileComplaint(site, { fullname: 'Listed' })
  await openAs(page, site, ADMIN, '/admin/complaints')
  await expect(page.getByRole('heading', { name: 'Complaint Management' })).toBeVisible()
  for (const card of ['Pending', 'In Progress', 'Resolved', 'Closed', 'Payments'])
    await expect(page.getByText(card, { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText([
    'ID',
    'Name',
    'Type',
    'Date Submitted',
    'Status',
    'Payment',
    'Actions',
  ])
  await expect(page.getByRole('row')).toHaveCount(11)
  await expect(page.getByRole('cell', { name: 'Not Paid' }).first()).toBeVisible()
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByText(/Showing page 2 of/)).toBeVisible()
  await page.reload()
  await expect(page.getByText(/Showing page 2 of/)).toBeVisible()
  const filter = page.getByRole('group', { name: 'Filter by status' })
  await expect(filter.getByRole('button')).toHaveText(['All', 'Pending', 'In Progress', 'Resolved', 'Closed'])
  await filter.getByRole('button', { name: 'Closed' }).click()
  await expect(page.getByText('No complaints found')).toBeVisible()
  await expect(page).toHaveURL(/status=closed/)
  await expect(page).not.toHaveURL(/page=2/)

  await page.route('**/api/admin/complaints?*', (route) => route.abort())
  await filter.getByRole('button', { name: 'Resolved' }).click()
  await expect(page.getByText('Failed to load complaints. Please try again.')).toBeVisible()
})

// CMP-15, CMP-16, CMP-18, PAY-9
test('an admin handles a case, from its details to the refund', async ({ page: adminPage, site }) => {
  const name = `Complainant ${process.pid}-${++count}`
  const [email, phone] = ['complainant@example.org', '+91 55500 12345']
  const file = new File([LETTER.buffer], LETTER.name, { type: LETTER.mimeType })
  const id = await fileComplaint(site, { fullname: name, email, phone }, file)
  const fee = { complaint_id: id, amount: 100, name, email, phone }
  const { data } = await site.call<{ data: { order_id: string } }>('POST', '/api/complaints/payment/initiate', fee)
  await site.sandbox('POST', '/payments', { order_id: data.order_id, outcome: 'captured' })
  await expectPaid(site, name)

  await openAs(adminPage, site, ADMIN, `/admin/complaints/${id}`)
  for (const text of [
    name,
    'complainant@example.org',
    '+91 55500 12345',
    'Cruelty',
    'Kothrud, Pune',
    'A dog is chained in the sun without water.',
    '₹100',
  ]) {
    await expect(adminPage.getByText(text).first()).toBeVisible()
  }
  await expect(adminPage.getByText(/pay_[A-Za-z0-9]{14}/).first()).toBeVisible()

  const [attachment] = await Promise.all([
    adminPage.waitForEvent('download'),
    adminPage.getByRole('link', { name: /Download attachment/ }).click(),
  ])
  expect(attachment.suggestedFilename()).toMatch(/^complaint-[a-z0-9]{32}\.pdf$/)

  const buttons = adminPage.getByRole('button', { name: /^(Pending|In Progress|Resolved|Closed)$/ })
  await expect(buttons).toHaveCount(4)
  await expect(adminPage.getByRole('button', { name: 'Pending', exact: true })).toBeDisabled()
  await adminPage.getByRole('button', { name: 'In Progress', exact: true }).click()
  await expect(adminPage.getByText('Complaint status updated to in_progress successfully.')).toBeVisible()
  await expect(adminPage.getByRole('button', { name: 'In Progress', exact: true })).toBeDisabled()
  await expect(adminPage.getByText('Complaint status updated to in_progress successfully.')).toBeHidden({
    timeout: 10_000,
  })
  await adminPage.route('**/status', (route) => route.abort())
  await adminPage.getByRole('button', { name: 'Closed', exact: true }).click()
  await expect(adminPage.getByText('Failed to update complaint status. Please try again.')).toBeVisible()

  await adminPage.getByRole('button', { name: 'Check with the provider' }).click()
  await expect(adminPage.getByText(/^Checked/)).toBeVisible()
  await adminPage.getByRole('button', { name: /^Refund/ }).click()
  await adminPage
    .getByRole('dialog')
    .getByRole('button', { name: /^Refund/ })
    .click()
  await expect(adminPage.getByText('Refunded').first()).toBeVisible()

  await adminPage.goto('/admin/complaints/999999')
  await expect(adminPage.getByText('Complaint not found')).toBeVisible()
  await adminPage.route('**/api/admin/complaints/*', (route) => route.abort())
  await adminPage.goto(`/admin/complaints/${id}`)
  await expect(adminPage.getByText('Failed to load complaint details. Please try again.')).toBeVisible()
  await adminPage.getByRole('link', { name: 'Go Back' }).click()
  await adminPage.waitForURL('/admin/complaints')
})
