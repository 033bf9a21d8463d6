import type { Page } from '@playwright/test'
import { chooseInCheckout, payAndCloseTab } from './checkout.ts'
import { complaintsBy, fileComplaint } from './complaints.ts'
import { ADMIN, expect, logIn, type Site, test } from './fixtures.ts'
import { expectFiled, fillComplaint, submitButton } from './pay-forms.ts'

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

// Also shows CMP-7, CMP-2.
test('CMP-1 a complaint with a document is filed, paid, and three seconds later the visitor is home', async ({
  page,
  site,
}) => {
  const name = await fillNamedComplaint(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Submit a Complaint' })).toBeVisible()
  await expect(page.getByLabel('Filing Fee')).toHaveValue('100')
  await expect(page.getByText(/PDF, JPG or PNG, maximum 5MB/)).toBeVisible()
  await page.getByLabel('Filing Fee').fill('150')
  const pdf = '%PDF-1.4\n1 0 obj\n<< >>\nendobj\ntrailer\n<< >>\n%%EOF\n'
  await page
    .getByLabel('Supporting Document')
    .setInputFiles({ name: 'letter.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf) })
  await submitButton(page).click()
  await expectFiled(page, () => chooseInCheckout(page, 'Pay successfully'))
  await page.waitForURL('/', { timeout: 10_000 })
  await expectPaid(site, name)
})

// Also shows CMP-3, CMP-9.
test('CMP-1 the form says what is missing or wrong beside each field, and sends nothing', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/api/') && asked.push(request.url()))
  await page.goto('/complaint')
  await submitButton(page).click()
  for (const field of [
    'Full name',
    'Email',
    'Phone number',
    'Type of complaint',
    'Location of incident',
    'Date of incident',
    'Description',
  ]) {
    await expect(page.getByText(`${field} is required`)).toBeVisible()
  }
  await page.getByLabel('Description').fill('Too short')
  await page.getByLabel('Date of Incident').fill('2999-01-01')
  await page.getByLabel('Filing Fee').fill('99')
  await page
    .getByLabel('Supporting Document')
    .setInputFiles({ name: 'picture.png', mimeType: 'image/png', buffer: Buffer.from('<svg onload="alert(1)"/>') })
  await submitButton(page).click()
  await expect(page.getByText('Description must be at least 10 characters long')).toBeVisible()
  await expect(page.getByText('Date of incident cannot be in the future')).toBeVisible()
  await expect(page.getByText('The filing fee is at least ₹100')).toBeVisible()
  await expect(page.getByText('Only PDF, JPG or PNG files are allowed.')).toBeVisible()
  await page.getByLabel('Supporting Document').setInputFiles({
    name: 'large.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.alloc(5 * 1024 * 1024 + 1, '%PDF-'),
  })
  await expect(page.getByText('The file must be 5MB or smaller.')).toBeVisible()
  await expect(page.getByLabel('Description')).toHaveValue('Too short')
  expect(asked).toEqual([])
})

test('CMP-8 CMP-9 a payment fails and is then made on the same order; the complaint is filed once', async ({
  page,
  site,
}) => {
  const name = await fillNamedComplaint(page)
  await submitButton(page).click()
  await chooseInCheckout(page, 'Fail the payment')
  await expectFiled(page, () => chooseInCheckout(page, 'Pay successfully'))
  await expectPaid(site, name)
})

test('CMP-8 a closed checkout leaves a saved complaint with its ID, which survives a reload and can then be paid', async ({
  page,
  site,
}) => {
  const name = await fillNamedComplaint(page)
  await submitButton(page).click()
  await chooseInCheckout(page, 'Close checkout')
  await expect(page.getByRole('heading', { name: 'Your complaint is saved' })).toBeVisible()
  const [saved] = await complaintsBy(site, name)
  await expect(page.getByText(`Complaint ID ${saved?.id}`)).toBeVisible()
  await page.reload()
  await expect(page.getByText(`Complaint ID ${saved?.id}`)).toBeVisible()
  await page.getByRole('button', { name: 'Pay ₹100' }).click()
  await expectFiled(page, () => chooseInCheckout(page, 'Pay successfully'))
  await expectPaid(site, name)
})

test('PAY-4 PAY-6 the tab is closed after paying: the webhook confirms the payment', async ({ page, site }) => {
  const name = await fillNamedComplaint(page)
  await submitButton(page).click()
  await payAndCloseTab(page)
  await expectPaid(site, name)
})

test('PAY-5 PAY-6 the tab is closed and the webhooks are lost: the reconciler confirms the payment', async ({
  page,
  site,
}) => {
  await site.sandbox('POST', '/faults', { webhooks: 'lost' })
  const name = await fillNamedComplaint(page)
  await submitButton(page).click()
  await payAndCloseTab(page)
  await expectPaid(site, name)
})

test('PAY-8 CMP-9 with the provider down the complaint is kept, the message is clear, and it can be paid later', async ({
  page,
  site,
}) => {
  await site.sandbox('POST', '/faults', { api: 'status500' })
  const name = await fillNamedComplaint(page)
  await submitButton(page).click()
  await expect(page.getByText('Failed to initiate payment. Please try again.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your complaint is saved' })).toBeVisible()
  await site.sandbox('DELETE', '/faults')
  await page.getByRole('button', { name: 'Pay ₹100' }).click()
  await expectFiled(page, () => chooseInCheckout(page, 'Pay successfully'))
  await expectPaid(site, name)
})

test('CMP-9 APP-13 without an answer the complaint is not filed, says so, and a second try files it once', async ({
  page,
  site,
}) => {
  const name = await fillNamedComplaint(page)
  await page.route('**/api/complaints/submit', (route) => route.abort())
  await submitButton(page).click()
  await expect(page.getByText('Failed to submit complaint. Please try again.')).toBeVisible()
  await expect(page.getByLabel('Full Name')).toHaveValue(name)
  // The answer is lost: the complaint exists, but the page does not know it.
  await page.unroute('**/api/complaints/submit')
  await page.route('**/api/complaints/submit', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await submitButton(page).click()
  await expect.poll(async () => (await complaintsBy(site, name)).length).toBe(1)
  await expect(page.getByText('Failed to submit complaint. Please try again.')).toBeVisible()
  await page.unroute('**/api/complaints/submit')
  await submitButton(page).click()
  await expectFiled(page, () => chooseInCheckout(page, 'Pay successfully'))
  await expectPaid(site, name)
})

test('CMP-9 a payment that cannot be verified says so', async ({ page }) => {
  await fillNamedComplaint(page)
  await page.route('**/api/complaints/payment/verify', (route) =>
    route.fulfill({
      status: 400,
      json: {
        status: 'error',
        code: 'payment_not_verified',
        message: 'Payment verification failed. Please contact support.',
      },
    }),
  )
  await submitButton(page).click()
  await chooseInCheckout(page, 'Pay successfully')
  await expect(page.getByText('Payment verification failed. Please contact support.')).toBeVisible()
})

test('PAY-2 PAY-7 the provider’s script stands only on pages that pay, and its page is marked as test mode', async ({
  page,
  site,
}) => {
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

test('CMP-12 CMP-13 an admin lists complaints with counts, filters and pages, all in the address', async ({
  page,
  site,
}) => {
  for (let index = 0; index < 12; index++) await fileComplaint(site, { fullname: 'Listed' })
  await logIn(page, ADMIN)
  await page.goto('/admin/complaints')
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
  await expect(page.getByText('Not Paid').first()).toBeVisible()
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

// Also shows CMP-16, CMP-18, PAY-9.
test('CMP-15 an admin handles a case: details, file, status, check, refund', async ({ page, context, site }) => {
  const name = await fillNamedComplaint(page)
  const pdf = '%PDF-1.4\n1 0 obj\n<< >>\nendobj\ntrailer\n<< >>\n%%EOF\n'
  await page
    .getByLabel('Supporting Document')
    .setInputFiles({ name: 'letter.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf) })
  await submitButton(page).click()
  await chooseInCheckout(page, 'Pay successfully')
  await expectPaid(site, name)
  const [complaint] = await complaintsBy(site, name)

  const adminPage = await context.newPage()
  await logIn(adminPage, ADMIN)
  await adminPage.goto(`/admin/complaints/${complaint?.id}`)
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

  const [file] = await Promise.all([
    adminPage.waitForEvent('download'),
    adminPage.getByRole('link', { name: /Download attachment/ }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^complaint-[a-z0-9]{32}\.pdf$/)

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
  await adminPage.goto(`/admin/complaints/${complaint?.id}`)
  await expect(adminPage.getByText('Failed to load complaint details. Please try again.')).toBeVisible()
  await adminPage.getByRole('link', { name: 'Go Back' }).click()
  await adminPage.waitForURL('/admin/complaints')
})
