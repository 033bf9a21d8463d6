import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aComplaint, anOrder, aPaidComplaint, payingApp, verify } from '../../../test/paying-app.ts'
import { hmac, moneyOf } from '../../../test/payment-state.ts'
import { KEYS } from '../../../test/sandbox.ts'
import { storedText } from '../../../test/stored.ts'

const app = await payingApp()
// No webhooks: only the browser reports the payment.
await app.sandbox.injectFault({ webhooks: 'lost' })

const FAILED = {
  status: 'error',
  code: 'payment_not_verified',
  message: 'Payment verification failed. Please contact support.',
}

/** A complaint whose order is paid at the provider; the server does not know it yet. */
async function aPaidOrder() {
  const { complaintId, orderId } = await anOrder(app)
  return { complaintId, orderId, checkout: await app.sandbox.pay(orderId) }
}

/** Sends it; expects the error and that no row of any table has changed. */
async function expectRefused(body: object, message: object | null = FAILED) {
  const before = await storedText(app.pool)
  const reply = await app.call(complaintCalls.verifyPayment, { body: body as never })
  expect(reply.status, JSON.stringify(body)).toBe(400)
  if (message) expect(reply.error).toEqual(message)
  expect(await storedText(app.pool)).toBe(before)
}

// PAY-3
test('forged signatures change nothing, and the valid one is accepted afterwards', async () => {
  const { complaintId, checkout } = await aPaidOrder()
  const right = checkout.razorpay_signature
  const message = `${checkout.razorpay_order_id}|${checkout.razorpay_payment_id}`
  const forged = [
    '0'.repeat(64),
    'x',
    right.toUpperCase(),
    right.slice(0, -1),
    `${right}0`,
    ` ${right}`,
    `${right}\0`,
    `${right.slice(0, -1)}\u0430`,
    '🐶'.repeat(16),
    '🐶'.repeat(32),
    Buffer.from(right, 'hex').toString('base64'),
    hmac(message, KEYS.webhookSecret),
    hmac(message, 'guess'),
    hmac(message, ''),
    hmac(`${checkout.razorpay_payment_id}|${checkout.razorpay_order_id}`, KEYS.keySecret),
    hmac(checkout.razorpay_payment_id, KEYS.keySecret),
  ]
  for (const razorpay_signature of forged) {
    await expectRefused({ ...checkout, razorpay_signature, complaint_id: complaintId })
  }
  expect(await moneyOf(app, complaintId)).toBe('pending:')
  expect((await verify(app, complaintId, checkout)).status).toBe(200)
})

// PAY-3
test('a signature, an order or a payment that is not text is rejected', async () => {
  const { complaintId, checkout } = await aPaidOrder()
  for (const name of ['razorpay_signature', 'razorpay_order_id', 'razorpay_payment_id'] as const) {
    for (const value of ['', null, 7, true, [], [checkout[name]], { 0: checkout[name] }, 'x'.repeat(10_000)]) {
      await expectRefused({ ...checkout, [name]: value, complaint_id: complaintId }, null)
    }
    const { [name]: _, ...rest } = checkout
    await expectRefused({ ...rest, complaint_id: complaintId }, null)
  }
})

// PAY-3, V2.3.1
test('one complaint’s valid reply is rejected for another and for an unknown one', async () => {
  const { complaintId, checkout } = await aPaidOrder()
  const others = [await aComplaint(app), (await anOrder(app)).complaintId, (await aPaidComplaint(app)).complaintId]
  for (const other of [...others, 999_999]) await expectRefused({ ...checkout, complaint_id: other })
  expect(await moneyOf(app, complaintId)).toBe('pending:')
})

// PAY-3
test('a payment of another order is rejected, even if the provider signed it', async () => {
  const own = await anOrder(app)
  const { checkout: paid } = await aPaidOrder()
  const payment = paid.razorpay_payment_id
  await expectRefused({ ...paid, razorpay_order_id: own.orderId, complaint_id: own.complaintId })
  const signed = hmac(`${own.orderId}|${payment}`, KEYS.keySecret)
  await expectRefused({
    razorpay_order_id: own.orderId,
    razorpay_payment_id: payment,
    razorpay_signature: signed,
    complaint_id: own.complaintId,
  })
})

// PAY-3
test('an unknown order or payment is rejected, even if it is signed', async () => {
  const { complaintId, orderId } = await anOrder(app)
  for (const [order, payment] of [
    ['order_Unknown0000001', 'pay_Unknown0000001'],
    [orderId, 'pay_Unknown0000001'],
    [orderId, '../orders'],
    [orderId, `${orderId}/payments`],
  ]) {
    await expectRefused({
      razorpay_order_id: order,
      razorpay_payment_id: payment,
      razorpay_signature: hmac(`${order}|${payment}`, KEYS.keySecret),
      complaint_id: complaintId,
    })
  }
})

// PAY-3
test('no altered form of a valid reply is accepted', async () => {
  const { complaintId, checkout } = await aPaidOrder()
  const stranger = await aPaidOrder()
  const given = { ...checkout, complaint_id: complaintId }
  const mutated = <T extends string>(value: string, other: string, name: T) =>
    fc
      .oneof(
        fc.constant(other),
        fc.string({ minLength: 1, maxLength: 64 }),
        fc.nat(value.length - 1).map((at) => value.slice(0, at) + value.slice(at + 1)),
        fc
          .tuple(fc.nat(value.length - 1), fc.string({ minLength: 1, maxLength: 1 }))
          .map(([at, character]) => value.slice(0, at) + character + value.slice(at + 1)),
        fc.constantFrom(value.toUpperCase(), ` ${value}`, `${value}\n`, `${value}%00`),
      )
      .map((text) => ({ [name]: text }))
  const names = ['razorpay_payment_id', 'razorpay_order_id', 'razorpay_signature'] as const
  const change = fc.oneof(
    ...names.map((name) => mutated(checkout[name], stranger.checkout[name], name)),
    fc.constantFrom(stranger.complaintId, complaintId + 1_000, 1).map((complaint_id) => ({ complaint_id })),
  )
  const before = await storedText(app.pool)
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
      const body = Object.assign({}, given, ...changes) as typeof given
      fc.pre(JSON.stringify(body) !== JSON.stringify(given))
      const reply = await app.call(complaintCalls.verifyPayment, { body })
      expect(reply.status).toBe(400)
    }),
    { numRuns: 300 },
  )
  expect(await storedText(app.pool)).toBe(before)
})
