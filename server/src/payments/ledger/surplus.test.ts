import { paymentCalls } from '@petsetu/contract/payments/payments.ts'
import { expect, test } from 'vitest'
import {
  aDonation,
  anOrder,
  aPaidComplaint,
  aRegistration,
  initiate,
  payingApp,
  verify,
} from '../../../test/paying-app.ts'
import { adminView, checkPayment, moneyOf, refund, sendEvent, theAdmin } from '../../../test/payment-state.ts'
import { basicAuth } from '../../../test/sandbox.ts'
import { storedText } from '../../../test/stored.ts'
import { findOrderByProviderId } from '../orders/order-queries.ts'
import { settleOrder } from './capture-payment.ts'

const app = await payingApp()
await app.sandbox.injectFault({ webhooks: 'lost' })

// CMP-5, PAY-6
test('an order replaced by another amount can still be paid, with its own amount', async () => {
  const { complaintId, orderId: older } = await anOrder(app, 100)
  const newer = (await initiate(app, complaintId, 200)).body.data
  expect(newer.order_id).not.toBe(older)
  expect((await verify(app, complaintId, await app.sandbox.pay(older))).status).toBe(200)
  expect(await adminView(app, complaintId)).toMatchObject({ payment_status: 'paid', payment_amount: 100 })
})

// PAY-6
test('if both orders of a complaint are paid, the first counts, the second is surplus', async () => {
  const { complaintId, orderId: older } = await anOrder(app, 100)
  const newer = (await initiate(app, complaintId, 200)).body.data.order_id
  const first = await app.sandbox.pay(newer)
  const second = await app.sandbox.pay(older)
  expect((await verify(app, complaintId, first)).status).toBe(200)
  // Someone who paid twice sees that the complaint is paid, which is true.
  expect((await verify(app, complaintId, second)).status).toBe(200)

  expect(await adminView(app, complaintId)).toMatchObject({
    payment_status: 'paid',
    payment_amount: 200,
    razorpay_payment_id: first.razorpay_payment_id,
  })
  expect(await moneyOf(app, complaintId)).toBe('paid: captured/applied captured/surplus')
  // Each check by an admin adds a row to the audit.
  const except = ['audit']
  const before = await storedText(app.pool, { except })
  for (const checkout of [first, second, second, first]) await verify(app, complaintId, checkout)
  await checkPayment(app, complaintId)
  expect(await storedText(app.pool, { except })).toBe(before)
})

// PAY-6
test('a second captured payment on the same order is surplus', async () => {
  const { complaintId, orderId } = await aPaidComplaint(app)
  const second = await app.sandbox.pay(orderId, 'captured', { even_if_paid: true })
  expect((await verify(app, complaintId, second)).status).toBe(200)
  expect(await moneyOf(app, complaintId)).toBe('paid: captured/applied captured/surplus')
})

// PAY-6
test('of two payments of one complaint at once, one pays it and one is surplus', async () => {
  for (let round = 0; round < 10; round++) {
    const { complaintId, orderId: older } = await anOrder(app, 100)
    const newer = (await initiate(app, complaintId, 200)).body.data.order_id
    const checkouts = [await app.sandbox.pay(newer), await app.sandbox.pay(older)]
    await Promise.all([...checkouts, ...checkouts].map((checkout) => verify(app, complaintId, checkout)))
    const money = (await moneyOf(app, complaintId)).split(' ')
    expect(money.toSorted()).toEqual(['captured/applied', 'captured/surplus', 'paid:'])
  }
})

// PAY-6
test('an authorised payment for a paid complaint is not captured, but returned', async () => {
  const { complaintId, orderId: older } = await anOrder(app, 100)
  const newer = (await initiate(app, complaintId, 200)).body.data.order_id
  await verify(app, complaintId, await app.sandbox.pay(newer))
  const late = await app.sandbox.pay(older, 'authorized')
  expect((await verify(app, complaintId, late)).status).toBe(503)
  expect((await app.sandbox.ledger(older)).payments.map((payment) => payment.status)).toEqual(['authorized'])
  expect(await moneyOf(app, complaintId)).toBe('paid: captured/applied authorized/none')
})

// PAY-9, PAY-6
test('refunding a surplus payment leaves the complaint paid', async () => {
  const { complaintId, orderId } = await aPaidComplaint(app)
  const surplus = await app.sandbox.pay(orderId, 'captured', { even_if_paid: true })
  await checkPayment(app, complaintId)
  expect((await refund(app, surplus.razorpay_payment_id)).status).toBe(200)
  expect(await moneyOf(app, complaintId)).toBe('paid: captured/applied refunded/surplus')
  const { refunds } = await app.sandbox.ledger(orderId)
  expect(refunds).toMatchObject([{ payment_id: surplus.razorpay_payment_id, amount: 10_000, status: 'processed' }])
})

/** The sentences of the mail about a payment that went back. */
async function toldAbout(providerId: string): Promise<string> {
  const { id } = await app.db
    .selectFrom('payments')
    .select('id')
    .where('provider_payment_id', '=', providerId)
    .executeTakeFirstOrThrow()
  const mail = app.db.selectFrom('mails').select('text').where('kind', '=', 'refund')
  return (await mail.where('about', '=', `payment ${id}`).executeTakeFirstOrThrow()).text ?? ''
}

// PAY-9
test.each([
  ['complaint', 'fee twice', 'nothing changes for your complaint'],
  ['membership', 'membership twice', 'your membership stays as it is'],
  ['donation', 'donation twice', 'your donation stays as it is'],
] as const)('the mail about a second payment says that it was one: %s', async (purpose, twice, unchanged) => {
  const orders = { complaint: anOrder, membership: aRegistration, donation: aDonation }
  const { orderId } = await orders[purpose](app)
  const order = await findOrderByProviderId(app.db, orderId)
  const pay = async () => {
    const checkout = await app.sandbox.pay(orderId, 'captured', { even_if_paid: true })
    if (order) await settleOrder(app.payments, order, 'reconcile')
    return checkout.razorpay_payment_id
  }
  const [first, second] = [await pay(), await pay()]
  expect((await refund(app, second)).status).toBe(200)
  expect(await toldAbout(second)).toContain(twice)
  expect(await toldAbout(second)).toContain(unchanged)

  expect((await refund(app, first)).status).toBe(200)
  expect(await toldAbout(first)).not.toContain('twice')
})

// PAY-6
test('a payment of another amount than its order is refused with 409 and shown', async () => {
  for (const amount of [100, 9_999, 10_001, 1_000_000]) {
    const { complaintId, orderId } = await anOrder(app)
    const checkout = await app.sandbox.pay(orderId, 'captured', { amount })
    const reply = await verify(app, complaintId, checkout)
    expect(reply.status).toBe(409)
    expect(reply.error.message).toBe('Payment amount does not match. Please contact support.')
    await checkPayment(app, complaintId)
    expect(await moneyOf(app, complaintId)).toBe('pending: captured/quarantined')
    expect(await adminView(app, complaintId)).toMatchObject({
      payment_status: 'pending',
      payment_amount: null,
      razorpay_payment_id: null,
      payments: [{ amount: amount / 100 }],
    })
    expect((await verify(app, complaintId, checkout)).status).toBe(409)
  }
})

// PAY-6
test('an authorised payment with another amount is not captured', async () => {
  const { complaintId, orderId } = await anOrder(app)
  const checkout = await app.sandbox.pay(orderId, 'authorized', { amount: 100 })
  expect((await verify(app, complaintId, checkout)).status).not.toBe(200)
  expect((await app.sandbox.ledger(orderId)).payments[0]?.status).toBe('authorized')
  expect((await adminView(app, complaintId)).payment_status).toBe('pending')
})

// PAY-6
test('a captured payment that the provider reports with another amount is quarantined', async () => {
  const { complaintId, orderId } = await anOrder(app)
  const checkout = await app.sandbox.pay(orderId)
  await app.sandbox.injectFault({ api: { fault: 'wrong-amount', operation: 'fetchPayment', times: 1 } })
  expect((await verify(app, complaintId, checkout)).status).toBe(409)
  expect(await moneyOf(app, complaintId)).toBe('pending: captured/quarantined')
})

// PAY-6
test('a payment in another currency is quarantined, even with the right number', async () => {
  const { complaintId, orderId } = await anOrder(app)
  const checkout = await app.sandbox.pay(orderId)
  app.wire.decide(({ path }) =>
    path.startsWith('/v1/payments/')
      ? (answer) => ({ ...answer, body: answer.body.replace('"currency":"INR"', '"currency":"JPY"') })
      : 'pass',
  )
  expect((await verify(app, complaintId, checkout)).status).toBe(409)
  app.wire.clearFaults()
  expect(await moneyOf(app, complaintId)).toBe('pending: captured/quarantined')
})

// PAY-6
test('a payment first reported with a wrong amount is recorded with its true one', async () => {
  const { complaintId, orderId } = await anOrder(app)
  const checkout = await app.sandbox.pay(orderId, 'authorized')
  await app.sandbox.injectFault({ api: { fault: 'wrong-amount', operation: 'fetchPayment', times: 1 } })
  expect((await verify(app, complaintId, checkout)).status).toBe(503)
  expect((await verify(app, complaintId, checkout)).status).toBe(200)
  expect(await adminView(app, complaintId)).toMatchObject({ payment_amount: 100, payments: [{ amount: 100 }] })
})

// PAY-9
test('a quarantined payment can be refunded', async () => {
  const { complaintId, orderId } = await anOrder(app)
  await app.sandbox.pay(orderId, 'captured', { amount: 5_000 })
  await checkPayment(app, complaintId)
  const [payment] = (await adminView(app, complaintId)).payments
  const reply = await app.call(paymentCalls.refund, { params: { id: String(payment?.id) } }, await theAdmin(app))
  expect(reply.body.data).toMatchObject({ status: 'refunded', disposition: 'quarantined' })
})

// PAY-6
test('money that paid for nothing is never a success: 409 says that it is returned', async () => {
  const { complaintId, orderId: older, checkout } = await aPaidComplaint(app)
  const second = await app.sandbox.pay(older, 'captured', { even_if_paid: true })
  await checkPayment(app, complaintId)
  await refund(app, checkout.razorpay_payment_id)
  for (let times = 0; times < 2; times++) {
    expect(await verify(app, complaintId, second)).toMatchObject({
      status: 409,
      error: {
        code: 'payment_not_used',
        message: 'This can no longer be paid for. Your payment will be returned.',
      },
    })
  }
  await refund(app, second.razorpay_payment_id)
  for (const returned of [checkout, second]) {
    expect(await verify(app, complaintId, returned)).toMatchObject({
      status: 409,
      error: {
        code: 'payment_returned',
        message: 'Your payment has been returned. It reaches your account within 5 to 7 working days.',
      },
    })
  }
})

// PAY-6
test('money without an order of ours, refunded at the provider, is shown as refunded', async () => {
  const response = await fetch(`${app.provider.apiUrl}/v1/orders`, {
    method: 'POST',
    headers: { authorization: basicAuth(), 'content-type': 'application/json' },
    body: JSON.stringify({ amount: 30_000, currency: 'INR', receipt: 'somebody-else' }),
  })
  const { id: strange } = (await response.json()) as { id: string }
  const { razorpay_payment_id: payment } = await app.sandbox.pay(strange)
  const ours = () =>
    app.db
      .selectFrom('payments')
      .select(['status', 'disposition', 'refunded_paise'])
      .where('provider_payment_id', '=', payment)
      .executeTakeFirst()
  const tell = async (name: string) => {
    const { webhooks } = await app.sandbox.ledger(strange)
    await sendEvent(app, webhooks.find((sent) => sent.event === name)?.body ?? '', { eventId: `${payment}-${name}` })
  }
  await tell('payment.captured')
  await expect.poll(ours).toMatchObject({ status: 'captured', disposition: 'quarantined' })
  await app.sandbox.refundThere(payment)
  await tell('refund.processed')
  await expect.poll(ours).toEqual({ status: 'refunded', disposition: 'quarantined', refunded_paise: 30_000 })
})
