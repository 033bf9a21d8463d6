import { complaintCalls, type OwnComplaint } from '@petsetu/contract/complaints/complaints.ts'
import { paymentCalls } from '@petsetu/contract/payments/payments.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { FakeServer, NO_ANSWER, rejected } from '../../../test/fake-server.ts'
import { DESCRIPTION, fillComplaint, savedHeading, submitButton } from '../../../test/filing.ts'
import { keptTexts } from '../../../test/kept-texts.ts'
import { closePage, OWNER, openPage } from '../../../test/open-page.tsx'
import { holdClock, openPaying, orderOver } from '../../../test/paying.ts'
import { setWindow } from '../../../test/set-window.ts'
import { readLastReceipt } from '../../platform/lib/storage/last-receipt.ts'

const TOKEN = 'a'.repeat(43)
const RECEIPT = '/receipt/aZ09_-aZ09_-aZ09_-aZ09'
const FOLLOW = `/complaint/follow/${'x'.repeat(43)}`
const FILED = 'Payment successful! Your complaint has been filed.'

const server = () =>
  new FakeServer()
    .on(complaintCalls.readUnpaid, succeed({ complaint_id: 31, reference: 'PS-2026-00031-K', order_id: null }))
    .on(complaintCalls.payUnpaid, ({ body }) => succeed(orderOver(body.amount * 100)))
    .on(complaintCalls.verifyPayment, succeed({ complaint_id: 31, payment_status: 'paid', receipt_path: RECEIPT }))

const drawing = () => document.querySelector('main header img')?.getAttribute('src')

// CMP-5, CASE-5
test('the link of a mail pays the fee of a complaint, and its token leaves the address', async () => {
  const asked = server()
  const checkout = await openPaying(`/complaint/pay#${TOKEN}`, { server: asked })
  await expect.element(page.getByText('PS-2026-00031-K')).toBeVisible()
  expect(location.href).not.toContain(TOKEN)
  await page.getByLabelText(/^Filing fee/i).fill('250')
  await page.getByRole('button', { name: 'Pay ₹250' }).click()
  holdClock()
  await checkout.pay()
  await expect.element(page.getByText(FILED)).toBeVisible()
  expect(asked.requests(complaintCalls.payUnpaid).map(({ body }) => body)).toEqual([{ token: TOKEN, amount: 250 }])
})

// CMP-5, JRN-9
test('on a phone the ID is on one line, and the fee is paid on the first screen', async () => {
  await setWindow(360, 740)
  await openPaying(`/complaint/pay#${TOKEN}`, { server: server() })
  const reference = page.getByText('PS-2026-00031-K')
  await expect.element(reference).toBeVisible()
  for (const shown of [page.getByText('31', { exact: true }), reference]) {
    const { left } = shown.element().parentElement?.getBoundingClientRect() ?? { left: Number.NaN }
    expect(shown.element().getBoundingClientRect().left).toBeGreaterThan(left + 40)
  }
  const [id, below] = [page.getByText('31', { exact: true }), reference].map((value) =>
    value.element().getBoundingClientRect(),
  )
  expect(id?.left).toBe(below?.left)
  expect(scrollY).toBe(0)
  const pay = page.getByRole('button', { name: 'Pay ₹100' })
  expect(pay.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(740)
})

// JRN-3, CASE-5
test('who paid by the link of a mail follows the complaint without a code', async () => {
  const checkout = await openPaying(`/complaint/pay#${TOKEN}`, { server: server() })
  await page.getByRole('button', { name: 'Pay ₹100' }).click()
  holdClock()
  await checkout.pay()
  await expect.element(page.getByText(FILED)).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Follow your complaint' }))
    .toHaveAttribute('href', `/complaint/follow/${TOKEN}`)
})

// JRN-3, ACC-3
test('who paid from My Complaints follows the complaint without a code', async () => {
  const found = { complaint_id: 31, reference: 'PS-2026-00031-K', order_id: null, follow_path: FOLLOW }
  const asked = server().on(complaintCalls.readUnpaid, succeed(found))
  const checkout = await openPaying('/complaint/pay#31', { as: OWNER, server: asked })
  await page.getByRole('button', { name: 'Pay ₹100' }).click()
  holdClock()
  await checkout.pay()
  await expect.element(page.getByText(FILED)).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Follow your complaint' })).toHaveAttribute('href', FOLLOW)
  // The panel on the home page, to which this one leads, reads it here.
  expect(readLastReceipt(String(OWNER.id))?.paidFor).toMatchObject({ id: 31, followPath: FOLLOW })
})

// CMP-5, PAY-6
test('a complaint that was paid meanwhile is not offered again', async () => {
  const found = succeed({ complaint_id: 31, reference: 'PS-2026-00031-K', order_id: 'order_1' })
  const asked = server()
    .on(complaintCalls.readUnpaid, found)
    .on(paymentCalls.orderState, succeed({ is_paid: true, receipt_path: RECEIPT }))
  holdClock()
  await openPaying(`/complaint/pay#${TOKEN}`, { server: asked })
  await expect.element(page.getByText(FILED)).toBeVisible()
})

/** Opens the fee of complaint 31 in this tab, and closes the window of its payment. */
async function leaveUnpaid(asked: FakeServer): Promise<void> {
  const checkout = await openPaying(`/complaint/pay#${TOKEN}`, { server: asked })
  await page.getByRole('button', { name: 'Pay ₹100' }).click()
  await checkout.close()
  await expect.element(page.getByText('The payment window was closed before the fee was paid.')).toBeVisible()
  await closePage()
}

// CMP-5, PAY-6
test('the link of another complaint never offers the one that was left unpaid', async () => {
  const asked = server()
  await leaveUnpaid(asked)
  const answer = Promise.withResolvers<void>()
  asked.on(complaintCalls.readUnpaid, async () => {
    await answer.promise
    return rejected(409, 'nothing_to_pay', 'This complaint is already paid.')
  })
  await openPaying(`/complaint/pay#${'b'.repeat(43)}`, { server: asked })
  await expect.poll(() => asked.requests(complaintCalls.readUnpaid).length).toBe(2)
  await expect.element(page.getByRole('button', { name: 'Pay ₹100' })).toBeDisabled()
  expect(page.getByText('PS-2026-00031-K').elements()).toEqual([])
  answer.resolve()
  await expect.element(page.getByText('This complaint is already paid.')).toBeVisible()
  expect(page.getByRole('button', { name: /^Pay/ }).elements()).toEqual([])
})

// CMP-5, PAY-6
test('a fee that was paid is known although another complaint was asked about first', async () => {
  const asked = server()
  await leaveUnpaid(asked)
  const answer = Promise.withResolvers<void>()
  asked
    .on(complaintCalls.readUnpaid, succeed({ complaint_id: 32, reference: 'PS-2026-00032-H', order_id: 'order_2' }))
    .on(paymentCalls.orderState, async ({ body }) => {
      if (body.order_id === 'order_2') return succeed({ is_paid: true, receipt_path: RECEIPT })
      await answer.promise
      return succeed({ is_paid: false, receipt_path: null })
    })
  await openPaying(`/complaint/pay#${'b'.repeat(43)}`, { server: asked })
  await expect.element(page.getByText('PS-2026-00032-H')).toBeVisible()
  holdClock()
  answer.resolve()
  await expect.element(page.getByText(FILED)).toBeVisible()
  expect(asked.requests(paymentCalls.orderState).at(-1)?.body).toEqual({ order_id: 'order_2' })
})

// CMP-5, PAY-6
test('a fee that arrives beside another one says for which complaint it is', async () => {
  const asked = server()
  await leaveUnpaid(asked)
  const answer = Promise.withResolvers<void>()
  asked
    .on(complaintCalls.readUnpaid, succeed({ complaint_id: 32, reference: 'PS-2026-00032-H', order_id: null }))
    .on(paymentCalls.orderState, async () => {
      await answer.promise
      return succeed({ is_paid: true, receipt_path: RECEIPT })
    })
  await openPaying(`/complaint/pay#${'b'.repeat(43)}`, { server: asked })
  await expect.element(page.getByText('PS-2026-00032-H')).toBeVisible()
  answer.resolve()
  await expect.element(page.getByText(`PS-2026-00031-K: ${FILED}`)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Pay ₹100' })).toBeEnabled()
})

// CMP-5, JRN-3
test('a reload before any answer keeps the complaint that the link named', async () => {
  const asked = server()
  await leaveUnpaid(asked)
  const answer = Promise.withResolvers<void>()
  const other = { complaint_id: 32, reference: 'PS-2026-00032-H', order_id: null }
  asked.on(complaintCalls.readUnpaid, async () => {
    await answer.promise
    return succeed(other)
  })
  await openPaying(`/complaint/pay#${'b'.repeat(43)}`, { server: asked })
  await expect.poll(() => asked.requests(complaintCalls.readUnpaid).length).toBe(2)
  await closePage()
  asked.on(complaintCalls.readUnpaid, succeed(other))
  await openPaying('/complaint/pay', { server: asked })
  await expect.element(page.getByText('PS-2026-00032-H')).toBeVisible()
  expect(page.getByText('PS-2026-00031-K').elements()).toEqual([])
  expect(asked.requests(complaintCalls.readUnpaid).at(-1)?.body).toEqual({ token: 'b'.repeat(43) })
  answer.resolve()
})

// CMP-5, JRN-3
test('a reload after paying says that the complaint is paid', async () => {
  const asked = server()
  const checkout = await openPaying(`/complaint/pay#${TOKEN}`, { server: asked })
  await page.getByRole('button', { name: 'Pay ₹100' }).click()
  holdClock()
  await checkout.pay()
  await expect.element(page.getByText(FILED)).toBeVisible()
  await closePage()
  asked.on(complaintCalls.readUnpaid, rejected(409, 'nothing_to_pay', 'This complaint is already paid.'))
  await openPaying('/complaint/pay', { server: asked })
  await expect.element(page.getByText('This complaint is already paid.')).toBeVisible()
})

// CMP-5
test('a link to a complaint that is paid says so', async () => {
  const refusal = rejected(409, 'nothing_to_pay', 'This complaint is already paid.')
  await openPaying(`/complaint/pay#${TOKEN}`, { server: server().on(complaintCalls.readUnpaid, refusal) })
  await expect.element(page.getByText('This complaint is already paid.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Pay/ })).not.toBeInTheDocument()
  expect(drawing()).toBe('/drawing-papers.svg')
})

// CMP-5, APP-13
test('a link that gets no answer can be tried again, though its token left the address', async () => {
  const asked = server().on(complaintCalls.readUnpaid, NO_ANSWER)
  await openPaying(`/complaint/pay#${TOKEN}`, { server: asked })
  await expect.element(page.getByText('Failed to initiate payment. Please try again.')).toBeVisible()
  asked.on(complaintCalls.readUnpaid, succeed({ complaint_id: 31, reference: 'PS-2026-00031-K', order_id: null }))
  const again = page.getByRole('button', { name: 'Check again' })
  await again.click()
  await expect.element(page.getByText('PS-2026-00031-K')).toBeVisible()
  await expect.element(again).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Pay ₹100' })).toBeEnabled()
})

// CMP-5
test('without a complaint in its address the page says where to find one', async () => {
  await openPaying('/complaint/pay', { server: server() })
  await expect.element(page.getByText('This link does not say which complaint you want to pay for.')).toBeVisible()
  await expect
    .element(page.getByRole('article').getByRole('link', { name: 'Track your complaint' }))
    .toHaveAttribute('href', '/complaint/track')
  expect(drawing()).toBe('/drawing-link.svg')
  // In the colours of what waits for the reader.
  const notice = page.getByRole('status').filter({ hasText: 'This link does not say' }).element()
  const colourOf = (token: string) => getComputedStyle(document.documentElement).getPropertyValue(token).trim()
  const probe = document.body.appendChild(document.createElement('i'))
  probe.style.background = colourOf('--pending-soft')
  expect(getComputedStyle(notice).backgroundColor).toBe(getComputedStyle(probe).backgroundColor)
  probe.remove()
  await expect.element(page.getByText('Find it by its reference.')).toBeVisible()
  expect(getComputedStyle(notice).borderTopColor, 'no frame in the card').toBe('rgba(0, 0, 0, 0)')
})

// CMP-5, CMP-7
test('who looks at the fee of an older complaint keeps what is in the form', async () => {
  const asked = server()
  await openPaying('/complaint', { server: asked })
  await page.getByLabelText('Description').fill(DESCRIPTION)
  await expect.poll(keptTexts).toContain(DESCRIPTION)
  await closePage()
  await openPaying(`/complaint/pay#${TOKEN}`, { server: asked })
  await expect.element(page.getByText('PS-2026-00031-K')).toBeVisible()
  await closePage()
  await openPaying('/complaint', { server: asked })
  await expect.element(page.getByLabelText('Description')).toHaveValue(DESCRIPTION)
  await expect.element(savedHeading).not.toBeInTheDocument()
})

// CMP-5, CMP-7
test('a complaint that was paid on its own page is no longer in the form', async () => {
  const asked = server()
    .on(complaintCalls.submit, succeed({ complaint_id: 31, reference: 'PS-2026-00031-K', follow_path: FOLLOW }))
    .on(complaintCalls.initiatePayment, succeed(orderOver(10_000)))
  const left = await openPaying('/complaint', { server: asked })
  await fillComplaint()
  await submitButton.click()
  await left.close()
  await expect.element(savedHeading).toBeVisible()
  await closePage()
  const checkout = await openPaying(`/complaint/pay#${TOKEN}`, { server: asked })
  await page.getByRole('button', { name: 'Pay ₹100' }).click()
  await checkout.pay()
  await expect.element(page.getByText(FILED)).toBeVisible()
  await closePage()
  await openPaying('/complaint', { server: asked })
  await expect.element(page.getByLabelText('Description')).toHaveValue('')
  await expect.element(savedHeading).not.toBeInTheDocument()
})

const OWN: OwnComplaint = {
  id: 31,
  reference: 'PS-2026-00031-X',
  type_of_complaint: 'Cruelty',
  place: 'Behind the vegetable market, Kothrud',
  created_at: '2026-01-05T08:00:00.000Z',
  status: 'pending',
  payment_status: 'pending',
  is_payable: true,
  receipt_path: null,
}

// CMP-5
test('My Complaints leads to the payment of a fee that is not paid, and of no other', async () => {
  const paid = { ...OWN, id: 30, reference: 'PS-2026-00030-V', payment_status: 'paid' as const, is_payable: false }
  const data = [OWN, { ...paid, receipt_path: RECEIPT }]
  const pagination = { page: 1, limit: 20, total: 2, last_page: 1 }
  const asked = new FakeServer().on(complaintCalls.listOwn, { ...succeed(data), pagination })
  await openPage('/user/complaints', { as: OWNER, server: asked })
  await expect
    .element(page.getByRole('link', { name: `Pay ₹100 for complaint ${OWN.reference}` }))
    .toHaveAttribute('href', '/complaint/pay#31')
  await expect
    .element(page.getByRole('link', { name: `Pay ₹100 for complaint ${paid.reference}` }))
    .not.toBeInTheDocument()
})

// ACC-3, CMP-5
test('My Complaints begins a row with the reference alone, and has no empty receipts', async () => {
  const pagination = { page: 1, limit: 20, total: 1, last_page: 1 }
  const asked = new FakeServer().on(complaintCalls.listOwn, { ...succeed([OWN]), pagination })
  await openPage('/user/complaints', { as: OWNER, server: asked })
  const row = page.getByRole('main').getByRole('row').nth(1)
  const reference = row.getByText(OWN.reference)
  await expect.element(reference).toBeVisible()
  const { fontSize, fontWeight } = getComputedStyle(reference.element())
  expect({ fontSize, fontWeight }).toEqual({ fontSize: '16px', fontWeight: '600' })
  expect(reference.element().closest('td')?.textContent).toBe(OWN.reference)
  await expect.element(row.getByText(OWN.place)).toBeVisible()
  await expect.element(page.getByRole('columnheader', { name: 'ID' })).toBeVisible()
  await expect.element(page.getByRole('columnheader', { name: 'Receipt' })).not.toBeInTheDocument()
  await closePage()
  asked.on(complaintCalls.listOwn, { ...succeed([OWN, { ...OWN, id: 30, receipt_path: RECEIPT }]), pagination })
  await openPage('/user/complaints', { as: OWNER, server: asked })
  await expect.element(page.getByRole('columnheader', { name: 'Receipt' })).toBeVisible()
})

// ACC-3, CMP-1
test('My Complaints leads to the form, also while it holds complaints', async () => {
  const pagination = { page: 1, limit: 20, total: 1, last_page: 1 }
  const asked = new FakeServer().on(complaintCalls.listOwn, { ...succeed([OWN]), pagination })
  await openPage('/user/complaints', { as: OWNER, server: asked })
  await expect.element(page.getByRole('main').getByRole('row').nth(1)).toBeVisible()
  const link = page.getByRole('main').getByRole('link', { name: 'File a complaint' })
  await expect.element(link).toHaveAttribute('href', '/complaint')
})

// APP-13
test('the empty list of My Complaints has its way on in the middle, clear of its text', async () => {
  const pagination = { page: 1, limit: 20, total: 0, last_page: 1 }
  const asked = new FakeServer().on(complaintCalls.listOwn, { ...succeed([]), pagination })
  await openPage('/user/complaints', { as: OWNER, server: asked })
  const link = page.getByRole('main').getByRole('link', { name: 'File a complaint' })
  await expect.element(link).toBeVisible()
  const button = link.element().getBoundingClientRect()
  const text = page.getByText('No complaints were filed with your email address.').element().getBoundingClientRect()
  expect(button.left + button.width / 2).toBeCloseTo(text.left + text.width / 2, 0)
  expect(button.top - text.bottom).toBeGreaterThanOrEqual(8)
})

// CASE-2, ACC-3
test('My Complaints shows the reference, and opens the page of a complaint by itself', async () => {
  const pagination = { page: 1, limit: 20, total: 1, last_page: 1 }
  const asked = new FakeServer()
    .on(complaintCalls.listOwn, { ...succeed([OWN]), pagination })
    .on(complaintCalls.followOwn, succeed({ follow_path: '#opened' }))
  await openPage('/user/complaints', { as: OWNER, server: asked })
  await page.getByRole('button', { name: `Cruelty · Open complaint ${OWN.reference}` }).click()
  await expect.poll(() => location.hash).toBe('#opened')
})

// ACC-3, CASE-2
test('on a phone a complaint of one’s own is a low card, whose title opens it', async () => {
  await setWindow(360, 740)
  const paid = { ...OWN, id: 30, payment_status: 'paid' as const, is_payable: false, receipt_path: RECEIPT }
  const pagination = { page: 1, limit: 20, total: 2, last_page: 1 }
  const asked = new FakeServer()
    .on(complaintCalls.listOwn, { ...succeed([OWN, paid]), pagination })
    .on(complaintCalls.followOwn, succeed({ follow_path: '#opened' }))
  await openPage('/user/complaints', { as: OWNER, server: asked })
  const cards = page.getByRole('main').getByRole('row').filter({ hasText: OWN.reference })
  const title = cards.first().getByRole('button', { name: `Cruelty · Open complaint ${OWN.reference}` })
  await expect.element(title).toBeVisible()
  const boxOf = (part: { element: () => Element }) => part.element().getBoundingClientRect()
  const status = boxOf(cards.first().getByText('Pending', { exact: true }).first())
  expect(status.left).toBeGreaterThanOrEqual(boxOf(title).right)
  expect(status.top).toBeLessThan(boxOf(title).bottom)
  // The sentence about a fee that is not paid, and the button at the foot, make its card higher.
  expect(boxOf(cards.first()).height).toBeLessThanOrEqual(230)
  expect(boxOf(cards.last()).height).toBeLessThanOrEqual(160)
  await expect.element(cards.first().getByText(OWN.place)).toBeVisible()
  await expect.element(cards.first().getByText('Filed 5 Jan 2026')).toBeVisible()
  const pay = cards.first().getByRole('link', { name: `Pay ₹100 for complaint ${OWN.reference}` })
  expect(boxOf(pay).height).toBeGreaterThanOrEqual(44)
  await expect.element(cards.last().getByRole('link', { name: `Receipt for complaint ${OWN.reference}` })).toBeVisible()
  await title.click()
  await expect.poll(() => location.hash).toBe('#opened')
})

// ACC-3
test('on a phone a complaint’s number and day share a line, and its fee and status', async () => {
  await setWindow(360, 740)
  const pagination = { page: 1, limit: 20, total: 1, last_page: 1 }
  const data = [{ ...OWN, payment_status: 'none' as const }]
  const asked = new FakeServer().on(complaintCalls.listOwn, { ...succeed(data), pagination })
  await openPage('/user/complaints', { as: OWNER, server: asked })
  const row = page.getByRole('main').getByRole('row').filter({ hasText: OWN.reference })
  for (const [first, second] of [
    [OWN.reference, 'Filed 5 Jan 2026'],
    ['Not Paid', 'Pay the fee of ₹100 to finish.'],
  ] as const) {
    await expect.element(row.getByText(second)).toBeVisible()
    const [left, right] = [first, second].map((part) => row.getByText(part).element().getBoundingClientRect())
    expect(right?.top, second).toBeLessThan(left?.bottom ?? 0)
    expect(right?.left, second).toBeGreaterThanOrEqual(left?.right ?? Infinity)
  }
})

// CMP-5
test('a fee’s button is level with its status in a row, and fills the foot of a card', async () => {
  const pagination = { page: 1, limit: 20, total: 1, last_page: 1 }
  const data = [{ ...OWN, payment_status: 'none' as const }]
  const asked = new FakeServer().on(complaintCalls.listOwn, { ...succeed(data), pagination })
  await setWindow(360, 740)
  await openPage('/user/complaints', { as: OWNER, server: asked })
  const row = page.getByRole('main').getByRole('row').filter({ hasText: OWN.reference })
  for (const width of [360, 1280]) {
    await page.viewport(width, 740)
    await expect.element(row.getByText('Not Paid')).toBeVisible()
    const [card, fee, pay] = [row, row.getByText('Not Paid'), row.getByRole('link', { name: /^Pay / })].map((part) =>
      part.element().getBoundingClientRect(),
    )
    if (!card || !fee || !pay) throw new Error('A part of the row is missing')
    if (width === 1280) expect(Math.abs(fee.top + fee.bottom - pay.top - pay.bottom) / 2).toBeLessThanOrEqual(1)
    else {
      expect(pay.top).toBeGreaterThanOrEqual(fee.bottom)
      for (const edge of [card.right - pay.right, pay.left - card.left, card.bottom - pay.bottom])
        expect(edge).toBeLessThanOrEqual(18)
      await expect.element(row.getByText('Pay the fee of ₹100 to finish.')).toBeVisible()
    }
  }
})

// ACC-3
test('a row of one’s complaints begins with what the complaint is about', async () => {
  const pagination = { page: 1, limit: 20, total: 1, last_page: 1 }
  const asked = new FakeServer().on(complaintCalls.listOwn, { ...succeed([OWN]), pagination })
  await openPage('/user/complaints', { as: OWNER, server: asked })
  await expect.element(page.getByRole('columnheader').first()).toMatchTextContent('Type')
  await setWindow(360, 740)
  const row = page.getByRole('main').getByRole('row').filter({ hasText: OWN.reference })
  const [sentence, pay] = [row.getByText('Pay the fee of ₹100 to finish.'), row.getByRole('link', { name: /^Pay / })]
  await expect.element(sentence).toBeVisible()
  const distance = pay.element().getBoundingClientRect().top - sentence.element().getBoundingClientRect().bottom
  expect(distance).toBeGreaterThanOrEqual(10)
})

// CMP-5
test('the number of one’s own complaint pays its fee', async () => {
  const asked = server()
  const checkout = await openPaying('/complaint/pay#31', { as: OWNER, server: asked })
  await page.getByRole('button', { name: 'Pay ₹100' }).click()
  await checkout.close()
  await expect.element(page.getByText('The payment window was closed before the fee was paid.')).toBeVisible()
  expect(asked.requests(complaintCalls.payUnpaid)).toHaveLength(1)
  expect(asked.requests(complaintCalls.readUnpaid)[0]?.headers.get('authorization')).toContain(OWNER.accessToken)
})
