import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { paymentCalls } from '@petsetu/contract/payments/payments.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { donationCalls } from '@petsetu/contract/supporters/donations.ts'
import { membershipCalls } from '@petsetu/contract/supporters/memberships.ts'
import { planCalls } from '@petsetu/contract/supporters/plans.ts'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { FRIEND } from '../../../test/examples.ts'
import { FakeServer, NO_ANSWER, rejected } from '../../../test/fake-server.ts'
import { DESCRIPTION, fillComplaint } from '../../../test/filing.ts'
import { keptTexts } from '../../../test/kept-texts.ts'
import { closePage, OWNER } from '../../../test/open-page.tsx'
import {
  field,
  fillDonation,
  fillRegistration,
  holdClock,
  openPaying,
  orderOver,
  RECEIPT,
} from '../../../test/paying.ts'
import { setWindow } from '../../../test/set-window.ts'

const FOLLOW = `/complaint/follow/${'x'.repeat(43)}`
const MATCHED = 'If money has left your account all the same, wait a few minutes: we match it automatically.'
const PAID = succeed({ is_paid: true, receipt_path: RECEIPT })
const UNPAID = succeed({ is_paid: false, receipt_path: null })

const server = () =>
  new FakeServer()
    .on(planCalls.listRegular, succeed({ plans: [FRIEND] }))
    .on(membershipCalls.register, succeed({ membership_id: 21, ...orderOver(50_000), is_settled: false }))
    .on(donationCalls.donate, succeed({ donation_id: 8, ...orderOver(100_000), is_settled: false }))
    .on(complaintCalls.submit, succeed({ complaint_id: 31, reference: 'PS-2026-00031-K', follow_path: FOLLOW }))
    .on(complaintCalls.initiatePayment, succeed(orderOver(10_000)))

const alert = page.getByRole('alert')

const PURPOSES = [
  {
    what: 'a membership',
    address: '/regular-membership',
    fill: fillRegistration,
    pays: 'Complete Registration',
    thanks: 'Payment successful! Your membership is now active.',
  },
  {
    what: 'a donation',
    address: '/donate',
    fill: fillDonation,
    pays: 'Donate ₹1,000',
    thanks: 'Payment successful! Thank you for your donation.',
  },
  {
    what: 'a complaint',
    address: '/complaint',
    fill: fillComplaint,
    pays: 'Submit and Pay ₹100',
    thanks: 'Payment successful! Your complaint has been filed.',
  },
]

for (const { what, address, fill, pays, thanks } of PURPOSES) {
  // PAY-6, MEM-7, CMP-8
  test(`${what} that was paid although its window was closed is not offered again`, async () => {
    const asked = server().on(paymentCalls.orderState, PAID)
    const checkout = await openPaying(address, { server: asked })
    await fill()
    await page.getByRole('button', { name: pays }).click()
    holdClock()
    await checkout.close()
    await expect.element(page.getByText(thanks)).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Open your receipt' })).toHaveAttribute('href', RECEIPT)
    expect(asked.requests(paymentCalls.orderState).map(({ body }) => body)).toEqual([{ order_id: 'order_1' }])
  })

  // PAY-6, MEM-7, CMP-8
  test(`${what} that was paid while its page was loaded again is not offered again`, async () => {
    const checkout = await openPaying(address, { server: server() })
    await fill()
    await page.getByRole('button', { name: pays }).click()
    await checkout.close()
    await expect.element(page.getByText(MATCHED)).toBeVisible()
    await closePage()
    holdClock()
    await openPaying(address, { server: server().on(paymentCalls.orderState, PAID) })
    await expect.element(page.getByText(thanks)).toBeVisible()
  })
}

// MEM-7, JRN-9
test('a membership that was left unpaid is no matter of the page of the other kind', async () => {
  await setWindow(360, 740)
  const asked = server().on(planCalls.listPremium, succeed({ plans: [FRIEND] }))
  const checkout = await openPaying('/regular-membership', { server: asked })
  await fillRegistration()
  await page.getByRole('button', { name: 'Complete Registration' }).click()
  await checkout.close()
  await expect.element(page.getByText(MATCHED)).toBeVisible()
  await closePage()
  await openPaying('/premium-membership', { server: asked })
  await expect.element(page.getByRole('heading', { name: 'Premium Membership' })).toBeVisible()
  await closePage()
  await openPaying('/regular-membership', { server: asked })
  await expect.element(page.getByText(MATCHED)).toBeInTheDocument()
  // Asked about by the page of its own kind alone, which says so without moving there.
  expect(asked.requests(paymentCalls.orderState)).toHaveLength(2)
  expect(scrollY).toBe(0)
})

// PAY-6, MEM-7
test('other details do not become a second membership once the first is paid', async () => {
  const asked = server()
  const checkout = await openPaying('/regular-membership', { server: asked })
  await fillRegistration()
  await page.getByRole('button', { name: 'Complete Registration' }).click()
  await checkout.close()
  await expect.element(page.getByText(MATCHED)).toBeVisible()
  asked.on(paymentCalls.orderState, PAID)
  await field('Address').fill('9 Tank Street, Chennai')
  holdClock()
  await page.getByRole('button', { name: 'Complete Registration' }).click()
  await expect.element(alert.getByText('Payment successful! Your membership is now active.')).toBeVisible()
  expect(asked.requests(membershipCalls.register)).toHaveLength(1)
})

const SUPPORTS = [
  {
    what: 'a membership',
    address: '/regular-membership',
    fill: fillRegistration,
    pays: 'Complete Registration',
    told: 'Arjun Mehta: Payment successful! Your membership is now active.',
    sent: (asked: FakeServer) => asked.requests(membershipCalls.register).map(({ body }) => body.name),
  },
  {
    what: 'a donation',
    address: '/donate',
    fill: () => fillDonation('Arjun Mehta'),
    pays: 'Donate ₹1,000',
    told: 'Arjun Mehta: Payment successful! Thank you for your donation.',
    sent: (asked: FakeServer) => asked.requests(donationCalls.donate).map(({ body }) => body.name),
  },
]

for (const { what, address, fill, pays, told, sent } of SUPPORTS) {
  // PAY-6, MEM-7
  test(`${what} that somebody else paid in this tab does not pass for one’s own`, async () => {
    const asked = server()
    const first = await openPaying(address, { server: asked })
    await fill()
    await page.getByRole('button', { name: pays }).click()
    await first.close()
    await expect.element(page.getByText(MATCHED)).toBeVisible()
    await closePage()
    const checkout = await openPaying(address, { server: asked })
    await expect.element(page.getByText(MATCHED)).toBeVisible()
    await fill()
    await field('Name').fill('Lalita Joshi')
    asked.on(paymentCalls.orderState, PAID)
    await page.getByRole('button', { name: pays }).click()
    await expect.element(page.getByText(told)).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Open your receipt' })).toHaveAttribute('href', RECEIPT)
    await expect.element(field('Name')).toHaveValue('Lalita Joshi')
    await page.getByRole('button', { name: pays }).click()
    await checkout.close()
    expect(sent(asked)).toEqual(['Arjun Mehta', 'Lalita Joshi'])
  })
}

// PAY-6, MEM-7
test('a payment of somebody else leaves a form that is half filled in as it is', async () => {
  const asked = server()
  const checkout = await openPaying('/regular-membership', { server: asked })
  await fillRegistration()
  await page.getByRole('button', { name: 'Complete Registration' }).click()
  await checkout.close()
  await expect.element(page.getByText(MATCHED)).toBeVisible()
  await field('Name').fill('Lalita Joshi')
  asked.on(paymentCalls.orderState, PAID)
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.element(page.getByText(/^Arjun Mehta: Payment successful!/)).toBeVisible()
  await expect.element(field('Name')).toHaveValue('Lalita Joshi')
})

// PAY-8
test('a server that does not answer about an order keeps nobody from paying it', async () => {
  const asked = server().on(paymentCalls.orderState, NO_ANSWER)
  const checkout = await openPaying('/donate', { server: asked })
  await fillDonation()
  await page.getByRole('button', { name: 'Donate ₹1,000' }).click()
  await checkout.close()
  await expect.element(page.getByText(MATCHED)).toBeVisible()
  asked
    .on(paymentCalls.orderState, UNPAID)
    .on(donationCalls.verifyPayment, succeed({ donation_id: 8, receipt_path: RECEIPT }))
  await page.getByRole('button', { name: 'Donate ₹1,000' }).click()
  await checkout.pay()
  await expect.element(alert.getByText('Payment successful! Thank you for your donation.')).toBeVisible()
})

const SETTLED = { order_id: null, checkout_data: null, is_settled: true }

// MEM-7
test('a membership that was paid today is sold again only to who wants another one', async () => {
  const asked = server().on(membershipCalls.register, succeed({ membership_id: 21, ...SETTLED }))
  const checkout = await openPaying('/regular-membership', { server: asked })
  await fillRegistration()
  await page.getByRole('button', { name: 'Complete Registration' }).click()
  await expect.element(alert.getByText(/You have already paid for this membership today/)).toBeVisible()
  expect(checkout.opened).toEqual([])
  await page.getByRole('button', { name: 'Register another one' }).click()
  await fillRegistration()
  await page.getByRole('button', { name: 'Complete Registration' }).click()
  await expect
    .poll(() => asked.requests(membershipCalls.register).map(({ body }) => body.is_another))
    .toEqual([undefined, true])
})

// DON-1
test('who donates again on the same day says so with one button', async () => {
  const asked = server().on(donationCalls.donate, succeed({ donation_id: 8, ...SETTLED }))
  await openPaying('/donate', { server: asked })
  await fillDonation()
  await page.getByRole('button', { name: 'Donate ₹1,000' }).click()
  await expect.element(alert.getByText(/You have already made this donation today/)).toBeVisible()
  await page.getByRole('button', { name: 'Donate again' }).click()
  await fillDonation()
  await page.getByRole('button', { name: 'Donate ₹1,000' }).click()
  await expect
    .poll(() => asked.requests(donationCalls.donate).map(({ body }) => body.is_another))
    .toEqual([undefined, true])
})

const ENDED = rejected(401, 'not_signed_in', 'Please log in to continue.')

// APP-12, MEM-10
test('a registration in an ended session is not sent and stays as typed', async () => {
  const asked = server().on(membershipCalls.register, ENDED)
  const checkout = await openPaying('/regular-membership?renew=3', {
    as: OWNER,
    server: asked.on(membershipCalls.renewal, succeed(null)),
  })
  await fillRegistration()
  await page.getByRole('button', { name: 'Complete Registration' }).click()
  await expect
    .element(page.getByText('You were logged out, so nothing was sent. What you typed is kept.'))
    .toBeVisible()
  await expect
    .element(page.getByRole('main').getByRole('link', { name: 'Log in', exact: true }).last())
    .toHaveAttribute('href', `/login?next=${encodeURIComponent('/regular-membership?renew=3')}`)
  await expect.element(field('Address')).toHaveValue('8 Tank Street, Chennai')
  expect(checkout.opened).toEqual([])

  asked
    .on(membershipCalls.register, succeed({ membership_id: 21, ...orderOver(50_000), is_settled: false }))
    .on(membershipCalls.verifyPayment, succeed({ membership_id: 21, receipt_path: RECEIPT }))
  await page.getByRole('button', { name: 'Complete Registration' }).click()
  holdClock()
  await checkout.pay()
  await expect.element(alert.getByText('Payment successful! Your membership is now active.')).toBeVisible()
})

// APP-12, DON-1
test('a donation in a session that has ended stays as it was typed', async () => {
  await openPaying('/donate', { as: OWNER, server: server().on(donationCalls.donate, ENDED) })
  await fillDonation()
  await page.getByRole('button', { name: 'Donate ₹1,000' }).click()
  await expect
    .element(page.getByText('You were logged out, so nothing was sent. What you typed is kept.'))
    .toBeVisible()
  await expect.element(field('Name')).toHaveValue('Lalita Joshi')
})

const unlessSignedIn =
  <Reply,>(reply: Reply) =>
  ({ headers }: { headers: Headers }) =>
    headers.has('authorization') ? ENDED : reply

/** A server on which the session has ended, so that it takes a complaint only without it. */
function takingComplaintsOfVisitors(): FakeServer {
  return server()
    .on(
      complaintCalls.submit,
      unlessSignedIn(succeed({ complaint_id: 31, reference: 'PS-2026-00031-K', follow_path: FOLLOW })),
    )
    .on(complaintCalls.verifyPayment, succeed({ complaint_id: 31, payment_status: 'paid', receipt_path: RECEIPT }))
}

// APP-12, CMP-2
test('a complaint is filed and paid although the session has ended', async () => {
  const asked = takingComplaintsOfVisitors()
  const checkout = await openPaying('/complaint', { as: OWNER, server: asked })
  await fillComplaint()
  await page.getByRole('button', { name: 'Submit and Pay ₹100' }).click()
  holdClock()
  await checkout.pay()
  await expect.element(page.getByText('Payment successful! Your complaint has been filed.')).toBeVisible()
})

// APP-12, CMP-2, CMP-7
test('a complaint that was filed as its session ended does not come back', async () => {
  const asked = takingComplaintsOfVisitors()
  const checkout = await openPaying('/complaint', { as: OWNER, server: asked })
  await fillComplaint()
  await expect.poll(keptTexts).toContain(DESCRIPTION)
  await page.getByRole('button', { name: 'Submit and Pay ₹100' }).click()
  holdClock()
  await checkout.pay()
  await expect.element(page.getByText('Payment successful! Your complaint has been filed.')).toBeVisible()
  vi.useRealTimers()
  await expect.poll(keptTexts).not.toContain(DESCRIPTION)
  await closePage()

  const again = await openPaying('/complaint', { as: OWNER, server: asked })
  await expect.element(page.getByLabelText('Description')).toHaveValue('')
  await fillComplaint()
  await page.getByRole('button', { name: 'Submit and Pay ₹100' }).click()
  await again.close()
  const keys = asked.requests(complaintCalls.submit).map(({ headers }) => headers.get('idempotency-key'))
  expect(keys[2]).not.toBe(keys[1])
})

// APP-12
test('a page that anybody may read is shown although the session has ended', async () => {
  const asked = server().on(planCalls.listRegular, unlessSignedIn(succeed({ plans: [FRIEND] })))
  await openPaying('/regular-membership', { as: OWNER, server: asked })
  await expect.element(page.getByRole('main').getByText('Friend', { exact: true })).toBeVisible()
})
