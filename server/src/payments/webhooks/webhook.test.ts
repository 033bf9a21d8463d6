import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { paymentCalls } from '@petsetu/contract/payments/payments.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/harness.ts'
import { anOrder, payingApp } from '../../../test/paying-app.ts'
import { adminView, hmac, moneyOf, sendEvent } from '../../../test/payment-state.ts'
import { plainRequest } from '../../../test/plain-request.ts'
import { KEYS } from '../../../test/sandbox.ts'
import { storedText } from '../../../test/stored.ts'

const app = await payingApp()
// The sandbox signs events and keeps them; the test delivers them.
await app.sandbox.injectFault({ webhooks: 'lost' })

// The same installation on a node with a new secret, which still accepts the previous one.
const rotating = await testApp({}, app, {
  provider: { ...app.provider, webhookSecret: 'the-new-webhook-secret', webhookSecretPrevious: KEYS.webhookSecret },
})

async function aPaidOrder(outcome: 'captured' | 'authorized' | 'failed' = 'captured') {
  const { complaintId, orderId } = await anOrder(app)
  const checkout = await app.sandbox.pay(orderId, outcome)
  const { webhooks } = await app.sandbox.ledger(orderId)
  const bodyOf = (event: string) => webhooks.find((sent) => sent.event === event)?.body ?? ''
  return { complaintId, orderId, checkout, webhooks, bodyOf }
}

const settled = (complaintId: number) => expect.poll(() => moneyOf(app, complaintId))
const openEvents = () =>
  app.db.selectFrom('webhook_inbox').select('event_id').where('processed_at', 'is', null).execute()
const drained = () => expect.poll(openEvents).toEqual([])

// PAY-4
test('an event without a signature, or with a wrong one, gets 400 and is not stored', async () => {
  const { bodyOf, complaintId } = await aPaidOrder()
  const body = bodyOf('payment.captured')
  const right = hmac(body, KEYS.webhookSecret)
  const same = JSON.stringify(JSON.parse(body), null, 1)
  expect(JSON.parse(same)).toEqual(JSON.parse(body))
  const before = await storedText(app.pool)
  for (const [sent, signature] of [
    [body, null],
    [body, ''],
    [body, 'x'],
    [body, right.toUpperCase()],
    [body, right.slice(1)],
    [body, `${right},${right}`],
    [body, hmac(body, KEYS.keySecret)],
    [body, hmac(body, '')],
    [same, right],
    [`${body}\n`, right],
    [body.replace('10000', '10001'), right],
    ['', right],
    ['', null],
  ] as const) {
    const reply = await sendEvent(app, sent, { signature })
    expect(reply.status, `${sent.slice(-40)} ${signature}`).toBe(400)
    expect(await reply.json()).toEqual({ status: 'error', code: 'bad_signature', message: 'Bad signature' })
  }
  expect(await storedText(app.pool)).toBe(before)
  expect(await moneyOf(app, complaintId)).toBe('pending:')
})

// PAY-4, V11.2.2
test('in a change of the secret an event is valid under the new and previous one only', async () => {
  for (const secret of ['the-new-webhook-secret', KEYS.webhookSecret]) {
    const { bodyOf, complaintId } = await aPaidOrder()
    const body = bodyOf('payment.captured')
    for (const wrong of ['the-secret-before-that', '']) {
      expect((await sendEvent(rotating, body, { signature: hmac(body, wrong) })).status).toBe(400)
    }
    expect((await sendEvent(rotating, body, { signature: hmac(body, secret) })).status).toBe(200)
    await settled(complaintId).toBe('paid: captured/applied')
  }
})

// PAY-4
test('the signature covers the bytes: the same JSON in other bytes must be signed, too', async () => {
  const { bodyOf, complaintId } = await aPaidOrder()
  const other = JSON.stringify(JSON.parse(bodyOf('payment.captured')), null, '\t').replaceAll('/', '\\/')
  expect((await sendEvent(app, other)).status).toBe(200)
  await settled(complaintId).toBe('paid: captured/applied')
})

// PAY-4
test('an event gets the same reply with any content type', async () => {
  for (const type of [
    'application/json',
    'application/json; charset=utf-8',
    'text/plain',
    'application/octet-stream',
  ]) {
    const { bodyOf, complaintId } = await aPaidOrder()
    expect((await sendEvent(app, bodyOf('order.paid'), { type })).status, type).toBe(200)
    await settled(complaintId).toBe('paid: captured/applied')
  }
  const body = '{}'
  const headers = { 'x-razorpay-signature': hmac(body, KEYS.webhookSecret), 'content-length': 2 }
  const bare = await plainRequest(app.url, { method: 'POST', path: paymentCalls.webhook.path, headers, body })
  expect(bare.status).toBe(200)
})

// PAY-4
test('one event delivered ten times at once is stored, answered and applied once', async () => {
  const { bodyOf, complaintId } = await aPaidOrder()
  const body = bodyOf('payment.captured')
  const replies = await Promise.all(Array.from({ length: 10 }, () => sendEvent(app, body, { eventId: 'event-of-ten' })))
  expect(replies.map((reply) => reply.status)).toEqual(Array(10).fill(200))
  await settled(complaintId).toBe('paid: captured/applied')
  await drained()
  const before = await storedText(app.pool)
  expect((await sendEvent(app, body, { eventId: 'event-of-ten' })).status).toBe(200)
  expect(await storedText(app.pool)).toBe(before)
  const kept = app.db.selectFrom('webhook_inbox').select('event_id').where('event_id', '=', 'event-of-ten')
  expect(await kept.execute()).toHaveLength(1)
})

// PAY-4
test('an event without a valid id is identified by its bytes', async () => {
  const { bodyOf, complaintId } = await aPaidOrder()
  const body = bodyOf('payment.captured')
  const before = (await app.db.selectFrom('webhook_inbox').select('event_id').execute()).length
  for (const eventId of [undefined, 'not an id', 'x'.repeat(65), undefined]) {
    expect((await sendEvent(app, body, eventId ? { eventId } : {})).status).toBe(200)
  }
  await settled(complaintId).toBe('paid: captured/applied')
  expect(await app.db.selectFrom('webhook_inbox').select('event_id').execute()).toHaveLength(before + 1)
})

// PAY-4
test('the events of a payment may arrive in any order', async () => {
  const orders = [
    ['payment.authorized', 'payment.captured', 'order.paid'],
    ['order.paid', 'payment.captured', 'payment.authorized'],
    ['payment.captured', 'payment.authorized', 'payment.authorized'],
    ['payment.authorized'],
  ]
  for (const events of orders) {
    const { bodyOf, complaintId } = await aPaidOrder()
    for (const event of events) expect((await sendEvent(app, bodyOf(event))).status).toBe(200)
    await settled(complaintId).toBe('paid: captured/applied')
    await drained()
    expect(await moneyOf(app, complaintId)).toBe('paid: captured/applied')
  }
})

// PAY-4, PAY-6
test('an authorised payment reported only by an event is captured', async () => {
  const { bodyOf, complaintId, orderId } = await aPaidOrder('authorized')
  await sendEvent(app, bodyOf('payment.authorized'))
  await settled(complaintId).toBe('paid: captured/applied')
  expect((await app.sandbox.ledger(orderId)).payments[0]?.status).toBe('captured')
})

// PAY-4, PAY-6
test('an old event of a failed attempt does not undo the later payment', async () => {
  const { complaintId, checkout, bodyOf } = await aPaidOrder('failed')
  await sendEvent(app, bodyOf('payment.failed'), { eventId: 'the-first-failure' })
  await settled(complaintId).toBe('failed: failed/none')
  await app.sandbox.authorizeLate(checkout.razorpay_payment_id)
  await sendEvent(app, bodyOf('payment.failed'), { eventId: 'told-once-more' })
  await settled(complaintId).toBe('paid: captured/applied')
  expect(await adminView(app, complaintId)).toMatchObject({ razorpay_payment_id: checkout.razorpay_payment_id })
})

// PAY-4
test('an event’s content is not believed: the payment is fetched from the provider', async () => {
  const { complaintId, bodyOf } = await aPaidOrder('failed')
  const claimed = bodyOf('payment.failed')
    .replace('payment.failed', 'payment.captured')
    .replace('"status":"failed"', '"status":"captured"')
  await sendEvent(app, claimed)
  await settled(complaintId).toBe('failed: failed/none')
})

// PAY-4
test('more than 256 KiB gets 413, and the rest is not read', async () => {
  const huge = 'x'.repeat(256 * 1024 + 1)
  const reply = await sendEvent(app, huge)
  expect(reply.status).toBe(413)
  const longest = `{"event":"x","payload":{"x":"${'x'.repeat(256 * 1024)}`.slice(0, 256 * 1024 - 3).concat('"}}')
  expect(Buffer.byteLength(longest)).toBe(256 * 1024)
  expect((await sendEvent(app, longest)).status).toBe(200)
})

// PAY-4
test('a late verify of a paid complaint succeeds, whatever reported the payment first', async () => {
  const { complaintId, checkout, bodyOf } = await aPaidOrder()
  await sendEvent(app, bodyOf('order.paid'))
  await settled(complaintId).toBe('paid: captured/applied')
  const body = { ...checkout, complaint_id: complaintId }
  expect((await app.call(complaintCalls.verifyPayment, { body })).status).toBe(200)
})
