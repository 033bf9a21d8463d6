import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { anOrder, aPaidComplaint, initiate, payingApp, verify } from '../../../test/paying-app.ts'
import { adminView, checkPayment, moneyOf } from '../../../test/payment-state.ts'
import { storedText } from '../../../test/stored.ts'

const app = await payingApp()
// The sandbox sends no webhooks, so that each test decides what the server learns and when.
await app.sandbox.injectFault({ webhooks: 'lost' })

const paymentsAtProvider = async (orderId: string) =>
  (await app.sandbox.ledger(orderId)).payments.map((payment) => payment.status)

// CMP-6, PAY-6
test('the same valid reply ten times gives ten successes and one payment', async () => {
  const { complaintId, orderId } = await anOrder(app, 123.45)
  const checkout = await app.sandbox.pay(orderId)
  expect((await verify(app, complaintId, checkout)).body).toMatchObject({
    status: 'success',
    data: { complaint_id: complaintId, payment_status: 'paid' },
  })
  const before = await storedText(app.pool)

  const replies = await Promise.all(Array.from({ length: 10 }, () => verify(app, complaintId, checkout)))

  expect(replies.map((reply) => reply.status)).toEqual(Array(10).fill(200))
  expect(await storedText(app.pool)).toBe(before)
  expect(await adminView(app, complaintId)).toMatchObject({
    payment_status: 'paid',
    payment_amount: 123.45,
    razorpay_payment_id: checkout.razorpay_payment_id,
    payments: [{ status: 'captured', disposition: 'applied', amount: 123.45, razorpay_order_id: orderId }],
  })
})

// PAY-6
test('an authorised payment is captured, and confirmed only then', async () => {
  const { complaintId, orderId } = await anOrder(app)
  const checkout = await app.sandbox.pay(orderId, 'authorized')
  expect(await paymentsAtProvider(orderId)).toEqual(['authorized'])
  expect((await verify(app, complaintId, checkout)).status).toBe(200)
  expect(await paymentsAtProvider(orderId)).toEqual(['captured'])
  expect(await moneyOf(app, complaintId)).toBe('paid: captured/applied')
})

// PAY-6
test('a payment that cannot be captured now is not paid until the next attempt', async () => {
  const { complaintId, orderId } = await anOrder(app)
  const checkout = await app.sandbox.pay(orderId, 'authorized')
  await app.sandbox.injectFault({ api: { fault: 'status500', operation: 'capture', times: 1 } })
  const reply = await verify(app, complaintId, checkout)
  expect(reply.status).toBe(503)
  expect(reply.error.message).toBe('Payment received. Confirmation is in progress.')
  expect(await moneyOf(app, complaintId)).toBe('pending: authorized/none')
  expect((await checkPayment(app, complaintId)).status).toBe(200)
  expect(await moneyOf(app, complaintId)).toBe('paid: captured/applied')
})

// PAY-6
test('a payment whose capture succeeded without a reply counts as captured', async () => {
  const { complaintId, orderId } = await anOrder(app)
  const checkout = await app.sandbox.pay(orderId, 'authorized')
  await app.sandbox.injectFault({ api: { fault: 'cut-after', operation: 'capture', times: 1 } })
  expect((await verify(app, complaintId, checkout)).status).toBe(200)
  expect(await moneyOf(app, complaintId)).toBe('paid: captured/applied')
})

// PAY-6
test('a failed attempt is not a payment, and the same order can be paid afterwards', async () => {
  const { complaintId, orderId } = await anOrder(app)
  const failed = await app.sandbox.pay(orderId, 'failed')
  const reply = await verify(app, complaintId, failed)
  expect(reply.status).toBe(400)
  expect(reply.error.message).toBe('Payment verification failed. Please contact support.')
  expect(await moneyOf(app, complaintId)).toBe('failed: failed/none')
  expect((await initiate(app, complaintId)).body.data.order_id).toBe(orderId)
  expect((await verify(app, complaintId, await app.sandbox.pay(orderId))).status).toBe(200)
  expect(await moneyOf(app, complaintId)).toBe('paid: failed/none captured/applied')
  expect((await verify(app, complaintId, failed)).status).toBe(400)
  expect(await moneyOf(app, complaintId)).toBe('paid: failed/none captured/applied')
})

// PAY-6
test('a failed payment that the bank approves later pays the complaint', async () => {
  const { complaintId, orderId } = await anOrder(app)
  const checkout = await app.sandbox.pay(orderId, 'failed')
  await verify(app, complaintId, checkout)
  expect(await moneyOf(app, complaintId)).toBe('failed: failed/none')
  await app.sandbox.authorizeLate(checkout.razorpay_payment_id)
  expect((await verify(app, complaintId, checkout)).status).toBe(200)
  expect(await moneyOf(app, complaintId)).toBe('paid: captured/applied')
})

// PAY-6
test('a failed payment that is only authorised late is captured', async () => {
  await app.sandbox.injectFault({ settings: { autoCapture: false } })
  const { complaintId, orderId } = await anOrder(app)
  const checkout = await app.sandbox.pay(orderId, 'failed')
  await checkPayment(app, complaintId)
  await app.sandbox.authorizeLate(checkout.razorpay_payment_id)
  expect(await paymentsAtProvider(orderId)).toEqual(['authorized'])
  await checkPayment(app, complaintId)
  expect(await paymentsAtProvider(orderId)).toEqual(['captured'])
  expect(await moneyOf(app, complaintId)).toBe('paid: captured/applied')
  await app.sandbox.injectFault({ settings: { autoCapture: true } })
})

// PAY-6
test('a payment without an answer from the bank is neither paid nor lost', async () => {
  const { complaintId, orderId } = await anOrder(app)
  const checkout = await app.sandbox.pay(orderId, 'silent')
  const reply = await verify(app, complaintId, checkout)
  expect(reply.status).toBe(503)
  expect(reply.headers.get('retry-after')).toBe('5')
  expect(await moneyOf(app, complaintId)).toBe('pending: created/none')
  await app.sandbox.authorizeLate(checkout.razorpay_payment_id)
  await checkPayment(app, complaintId)
  expect(await moneyOf(app, complaintId)).toBe('paid: captured/applied')
})

// PAY-6
test('a payment that the provider returned by itself does not pay', async () => {
  const { complaintId, orderId } = await anOrder(app)
  const late = await app.sandbox.pay(orderId, 'failed')
  const paid = await app.sandbox.pay(orderId)
  await app.sandbox.authorizeLate(late.razorpay_payment_id)
  await checkPayment(app, complaintId)
  expect((await moneyOf(app, complaintId)).split(' ').toSorted()).toEqual([
    'captured/applied',
    'paid:',
    'refunded/none',
  ])
  expect((await adminView(app, complaintId)).razorpay_payment_id).toBe(paid.razorpay_payment_id)
})

// CMP-10, PAY-6
test('a check with the provider that finds nothing new changes nothing', async () => {
  const { complaintId } = await aPaidComplaint(app)
  // Each check by an admin adds a row to the audit.
  const except = ['audit']
  const before = await storedText(app.pool, { except })
  for (let times = 0; times < 3; times++) expect((await checkPayment(app, complaintId)).status).toBe(200)
  expect(await storedText(app.pool, { except })).toBe(before)
})

// PAY-6
test('of two payments captured within one second, the first one pays', async () => {
  const { complaintId, orderId } = await anOrder(app)
  // Waits for the start of a second, so that both payments get the same `created_at`.
  await setTimeout(1_000 - (Date.now() % 1_000))
  const first = await app.sandbox.pay(orderId)
  await app.sandbox.pay(orderId, 'captured', { even_if_paid: true })
  await checkPayment(app, complaintId)
  expect(await adminView(app, complaintId)).toMatchObject({ razorpay_payment_id: first.razorpay_payment_id })
  expect(await moneyOf(app, complaintId)).toBe('paid: captured/applied captured/surplus')
})

// CMP-6, PAY-6
test('an order unknown to the provider keeps no other from being checked', async () => {
  const { complaintId } = await anOrder(app, 100)
  await app.pool.query("update payment_orders set provider_order_id = 'order_Gone0000000099' where subject_id = $1", [
    complaintId,
  ])
  const { body } = await initiate(app, complaintId, 250)
  await app.sandbox.pay(body.data.order_id)
  expect((await checkPayment(app, complaintId)).status).toBe(200)
  expect(await moneyOf(app, complaintId)).toBe('paid: captured/applied')
})
