import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { FakeServer, NO_ANSWER, rejected } from '../../../test/fake-server.ts'
import { fillComplaint } from '../../../test/filing.ts'
import { holdClock, openPaying, orderOver, PAYMENT } from '../../../test/paying.ts'
import { setWindow } from '../../../test/set-window.ts'

const FILED = 'Payment successful! Your complaint has been filed.'
const RECEIPT = '/receipt/aZ09_-aZ09_-aZ09_-aZ09'
const FOLLOW = `/complaint/follow/${'x'.repeat(43)}`

const field = (label: string) => page.getByLabelText(label, { exact: true })
const submitButton = page.getByRole('button', { name: /^Submit and Pay/ })
const alert = (text: string) => page.getByRole('alert').getByText(text, { exact: true })

const filing = () =>
  new FakeServer()
    .on(complaintCalls.submit, succeed({ complaint_id: 31, reference: 'PS-2026-00031-K', follow_path: FOLLOW }))
    .on(complaintCalls.initiatePayment, succeed(orderOver(10_000)))
    .on(complaintCalls.verifyPayment, succeed({ complaint_id: 31, payment_status: 'paid', receipt_path: RECEIPT }))

// CMP-1
test('the complaint form begins with its fee and the files that it takes', async () => {
  await openPaying('/complaint', { server: filing() })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Submit a Complaint' })).toBeVisible()
  await expect.element(page.getByLabelText(/^Filing fee/i)).toHaveValue('100')
  await expect.element(page.getByText(/PDF, JPG or PNG, maximum 5MB/)).toBeVisible()
})

// CMP-1, CMP-3, CMP-9
test('the complaint form names each field that is missing, and sends nothing', async () => {
  const server = filing()
  await openPaying('/complaint', { server })
  await submitButton.click()
  for (const name of [
    'Full name',
    'Email',
    'Phone number',
    'Type of complaint',
    'Location of incident',
    'Date of incident',
    'Description',
  ])
    await expect.element(page.getByText(`${name} is required`)).toBeVisible()
  expect(server.arrived).toEqual([])
})

// CMP-1, CMP-3, CMP-9
test('the complaint form says what is wrong beside each field, and keeps it', async () => {
  const server = filing()
  await openPaying('/complaint', { server })
  await field('Description').fill('Too short')
  await field('Date of incident').fill('2999-01-01')
  await page.getByLabelText(/^Filing fee/i).fill('99')
  await submitButton.click()
  await expect.element(page.getByText('Description must be at least 10 characters long')).toBeVisible()
  await expect
    .element(page.getByText('Date of incident cannot be in the future. Please check the date of your device, too'))
    .toBeVisible()
  await expect.element(page.getByText('The filing fee is at least ₹100')).toBeVisible()
  await expect.element(field('Description')).toHaveValue('Too short')
  expect(server.arrived).toEqual([])
})

for (const [what, file, message] of [
  [
    'is no picture',
    new File(['<svg onload="alert(1)"/>'], 'picture.png', { type: 'image/png' }),
    'Only PDF, JPG or PNG files are allowed.',
  ],
  [
    'is too large',
    new File(['%PDF-', new Uint8Array(5 * 1024 * 1024)], 'large.pdf', { type: 'application/pdf' }),
    'The file must be 5MB or smaller.',
  ],
] as const) {
  // CMP-1, CMP-3, CMP-9
  test(`a supporting document that ${what} is not taken`, async () => {
    const server = filing()
    await openPaying('/complaint', { server })
    await page.getByLabelText(/^Supporting document/i).upload(file)
    await expect.element(page.getByText(message)).toBeVisible()
    expect(server.arrived).toEqual([])
  })
}

// MBR-1
test('above the button of a complaint stands who is paid, for what and how much', async () => {
  await openPaying('/complaint', { server: filing() })
  const button = page.getByRole('button', { name: 'Submit and Pay ₹100' })
  await expect.element(button).toBeVisible()
  for (const part of [
    page.getByText(/Paid to Karuna Animal Welfare Foundation through Razorpay\./),
    page.getByText('Filing fee', { exact: true }).last(),
    page.getByText('₹100', { exact: true }),
  ]) {
    await expect.element(part).toBeVisible()
    const { bottom } = part.element().getBoundingClientRect()
    expect(bottom).toBeLessThanOrEqual(button.element().getBoundingClientRect().top)
  }
  for (const name of ['terms', 'refunds'])
    await expect
      .element(page.getByRole('main').getByRole('link', { name, exact: true }))
      .toHaveAttribute('href', `/${name}`)
})

// CMP-7
test('a complaint whose fee is paid is filed', async () => {
  const server = filing()
  const checkout = await openPaying('/complaint', { server })
  await fillComplaint()
  await submitButton.click()
  holdClock()
  await checkout.pay()
  await expect.element(page.getByText(FILED)).toBeVisible()
  expect(server.requests(complaintCalls.verifyPayment).map(({ body }) => body)).toEqual([
    { ...PAYMENT, complaint_id: 31 },
  ])
})

// JRN-3
test('after paying one reads what comes when, and follows it from this tab', async () => {
  const checkout = await openPaying('/complaint', { server: filing() })
  await fillComplaint()
  await submitButton.click()
  holdClock()
  const due = new Date(Date.now() + 5 * 86_400_000)
  const day = due.toLocaleDateString('en-IN', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'Asia/Kolkata',
  })
  await checkout.pay()
  await expect.element(page.getByText('The fee of your complaint 31 is paid.')).toBeVisible()
  expect(document.querySelector('main img[src="/drawing-done.svg"]')).not.toBeNull()
  await expect.element(page.getByText('₹100', { exact: true })).toBeVisible()
  await expect.element(page.getByText(`We look into it by ${day} at the latest`, { exact: false })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Open your receipt' })).toHaveAttribute('href', RECEIPT)
  await expect.element(page.getByRole('link', { name: 'Follow your complaint' })).toHaveAttribute('href', FOLLOW)
  await expect.element(field('Full name')).not.toBeInTheDocument()
  expect(JSON.stringify(sessionStorage)).toContain(FOLLOW)
  expect(JSON.stringify(localStorage)).not.toContain(FOLLOW)
})

// CMP-5, JRN-3
test('a complaint that was merged before it was paid is not said to be paid', async () => {
  const why = 'This complaint was merged into another one, so there is nothing to pay.'
  const server = filing().on(complaintCalls.initiatePayment, rejected(409, 'complaint_is_duplicate', why))
  await openPaying('/complaint', { server })
  await fillComplaint()
  holdClock()
  await submitButton.click()
  await expect.element(page.getByText(why)).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Follow your complaint' })).toHaveAttribute('href', FOLLOW)
  await expect.element(page.getByText('PS-2026-00031-K', { exact: true })).toBeVisible()
  for (const text of ['The fee of your complaint 31 is paid.', '₹100', 'We look into it by'])
    expect(page.getByText(text).query(), text).toBeNull()
})

// CMP-9, APP-13
test('a complaint without an answer is not filed, and stays in the form', async () => {
  await openPaying('/complaint', { server: filing().on(complaintCalls.submit, NO_ANSWER) })
  await fillComplaint()
  await submitButton.click()
  await expect.element(page.getByText('Failed to submit complaint. Please try again.')).toBeVisible()
  await expect.element(field('Full name')).toHaveValue('Asha Rao')
})

// CMP-9, APP-13
test('an upload that hangs can be cancelled, and what was typed stays', async () => {
  const { promise } = Promise.withResolvers<never>()
  await openPaying('/complaint', { server: filing().on(complaintCalls.submit, () => promise) })
  await fillComplaint()
  await submitButton.click()
  await expect.element(page.getByText('Sending your complaint…')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(submitButton).toBeEnabled()
  await expect.element(field('Description')).toHaveValue('A dog is chained in the sun without water.')
})

// CMP-5
test('a payment that cannot be started leaves the complaint saved', async () => {
  const away = rejected(502, 'payment_not_started', 'Failed to initiate payment. Please try again.')
  await openPaying('/complaint', { server: filing().on(complaintCalls.initiatePayment, away) })
  await fillComplaint()
  await submitButton.click()
  await expect.element(alert('Failed to initiate payment. Please try again.')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Your complaint is saved' })).toBeVisible()
})

// CMP-9
test('a payment of a complaint that cannot be verified says so', async () => {
  const text = 'Payment verification failed. Please contact support.'
  const refusal = rejected(400, 'payment_not_verified', text)
  const checkout = await openPaying('/complaint', { server: filing().on(complaintCalls.verifyPayment, refusal) })
  await fillComplaint()
  await submitButton.click()
  await checkout.pay()
  await expect.element(alert(text)).toBeVisible()
})

// CMP-9
test('a provider’s script that was emptied is loaded again at the next try', async () => {
  const checkout = await openPaying('/complaint', { server: filing(), isBlocked: true })
  await fillComplaint()
  await submitButton.click()
  await expect.element(page.getByText(/The payment window could not be loaded/)).toBeVisible()
  checkout.install()
  await page.getByRole('button', { name: 'Pay ₹100' }).click()
  holdClock()
  await checkout.pay()
  await expect.element(page.getByText(FILED)).toBeVisible()
})

// CMP-7
test('no empty form stands below the confirmation until somebody files another', async () => {
  const checkout = await openPaying('/complaint', { server: filing() })
  await fillComplaint()
  await submitButton.click()
  holdClock()
  await checkout.pay()
  await expect.element(page.getByText(FILED)).toBeVisible()
  expect(field('Description').query()).toBeNull()
  await page.getByRole('button', { name: 'File another complaint' }).click()
  await expect.element(field('Description')).toHaveValue('')
  expect(page.getByText(FILED).query()).toBeNull()
})

// CMP-7
test('the reference of a complaint that is filed is on one line of a small phone', async () => {
  await setWindow(360, 740)
  const checkout = await openPaying('/complaint', { server: filing() })
  await fillComplaint()
  await submitButton.click()
  holdClock()
  await checkout.pay()
  const reference = page.getByText('PS-2026-00031-K', { exact: true })
  await expect.element(reference).toBeVisible()
  expect(reference.element().getClientRects()).toHaveLength(1)
  expect(reference.element().getBoundingClientRect().height).toBeLessThan(50)
  expect(document.documentElement.scrollWidth).toBe(360)
})

// CMP-7, APP-14
test('in letters twice as large the reference of a complaint stays inside its card', async () => {
  await setWindow(360, 740)
  onTestFinished(() => {
    document.documentElement.style.fontSize = ''
  })
  const checkout = await openPaying('/complaint', { server: filing() })
  await fillComplaint()
  await submitButton.click()
  holdClock()
  const reference = page.getByText('PS-2026-00031-K', { exact: true })
  const rightOf = () => reference.element().getBoundingClientRect().right
  await expect.element(reference).toBeVisible()
  document.documentElement.style.fontSize = '200%'
  expect(rightOf(), 'before it is paid').toBeLessThanOrEqual(344)
  await checkout.pay()
  await expect.element(page.getByText(FILED)).toBeVisible()
  expect(rightOf(), 'after it is paid').toBeLessThanOrEqual(344)
})

// CMP-7
test('the number of a complaint that is filed stays for whoever wants to read it', async () => {
  const checkout = await openPaying('/complaint', { server: filing() })
  await fillComplaint()
  await submitButton.click()
  holdClock()
  await checkout.pay()
  const stay = page.getByRole('button', { name: 'Stay on this page' })
  await stay.click()
  vi.advanceTimersByTime(60_000)
  await expect.element(stay).not.toBeInTheDocument()
  await expect.element(page.getByRole('link', { name: 'Go on to the next page' })).toHaveAttribute('href', '/')
  await expect.element(page.getByText(FILED)).toBeVisible()
  expect(location.pathname).toBe('/complaint')
})
