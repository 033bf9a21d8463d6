import { afterEach, expect, test } from 'vitest'
import { anOrder, aPaidComplaint, payingApp } from '../../../test/paying-app.ts'
import { moneyOf, sendEvent } from '../../../test/payment-state.ts'
import { basicAuth } from '../../../test/sandbox.ts'
import { storedText } from '../../../test/stored.ts'

const app = await payingApp()
await app.sandbox.injectFault({ webhooks: 'lost' })
afterEach(() => app.wire.clearFaults())

const settled = (complaintId: number) => expect.poll(() => moneyOf(app, complaintId))
const stateOf = (eventId: string) =>
  app.db
    .selectFrom('webhook_inbox')
    .select(['processed_at', 'attempts', 'last_error'])
    .where('event_id', '=', eventId)
    .executeTakeFirst()
const done = (eventId: string) => expect.poll(async () => (await stateOf(eventId))?.processed_at).toBeInstanceOf(Date)

async function eventOf(orderId: string, name: string): Promise<string> {
  const { webhooks } = await app.sandbox.ledger(orderId)
  return webhooks.findLast((sent) => sent.event === name)?.body ?? ''
}

// PAY-4
test('valid events of unknown kinds, orders and payments get 200 and change nothing', async () => {
  const { complaintId } = await aPaidComplaint(app)
  const before = await storedText(app.pool, { except: ['webhook_inbox'] })
  const entity = (id: string) => ({
    entity: { id, status: 'captured', amount: 10_000, order_id: 'order_Unknown0000001' },
  })
  const strange: [string, object][] = [
    ['downtime', { event: 'payment.downtime.started', payload: { 'payment.downtime': entity('down_Unknown0000001') } }],
    ['unknown-payment', { event: 'payment.captured', payload: { payment: entity('pay_Unknown0000001') } }],
    ['no-id-form', { event: 'payment.captured', payload: { payment: entity('../../orders') } }],
    ['unknown-refund', { event: 'refund.processed', payload: { refund: entity('rfnd_Unknown000001') } }],
    ['unknown-kind', { event: 'subscription.charged', payload: {} }],
    ['no-payload', { event: 'payment.captured' }],
    ['odd-payment', { event: 'payment.captured', payload: { payment: [1, 2] } }],
    ['odd-id', { event: 'payment.captured', payload: { payment: { entity: { id: { $ne: 1 } } } } }],
    ['nothing', {}],
    ['a list', []],
  ]
  for (const [eventId, body] of strange) {
    const id = eventId.replace(' ', '-')
    expect((await sendEvent(app, JSON.stringify(body), { eventId: id })).status, eventId).toBe(200)
    await done(id)
  }
  expect(await storedText(app.pool, { except: ['webhook_inbox'] })).toBe(before)
  expect(await moneyOf(app, complaintId)).toBe('paid: captured/applied')
})

// PAY-4
test('signed bytes that are not JSON get 200 and do not block other events', async () => {
  for (const [index, nonsense] of ['not json', '{"event":', '\0', 'null', '"text"', '7'].entries()) {
    expect((await sendEvent(app, nonsense, { eventId: `nonsense-${index}` })).status, nonsense).toBe(200)
  }
  const { complaintId, orderId } = await anOrder(app)
  await app.sandbox.pay(orderId)
  await sendEvent(app, await eventOf(orderId, 'payment.captured'))
  await settled(complaintId).toBe('paid: captured/applied')
  for (const index of [0, 1, 2, 3, 4, 5]) await done(`nonsense-${index}`)
})

// PAY-4
test("an event that arrives before the order's id finds the order by its receipt", async () => {
  const { complaintId, orderId } = await anOrder(app)
  await app.sandbox.pay(orderId)
  await app.db
    .updateTable('payment_orders')
    .set({ provider_order_id: null, status: 'new' })
    .where('provider_order_id', '=', orderId)
    .execute()
  expect((await sendEvent(app, await eventOf(orderId, 'payment.captured'))).status).toBe(200)
  await settled(complaintId).toBe('paid: captured/applied')
  const order = app.db.selectFrom('payment_orders').select('status').where('provider_order_id', '=', orderId)
  expect(await order.execute()).toEqual([{ status: 'paid' }])
})

// PAY-4, PAY-8
test('an event during a provider outage gets 200 and is processed later', async () => {
  const { complaintId, orderId } = await anOrder(app)
  await app.sandbox.pay(orderId)
  app.wire.decide(({ path }) => (path.startsWith('/v1/payments') ? { status: 503, body: '<h1>down</h1>' } : 'pass'))
  const body = await eventOf(orderId, 'payment.captured')
  expect((await sendEvent(app, body, { eventId: 'while-down' })).status).toBe(200)
  await expect.poll(async () => (await stateOf('while-down'))?.attempts).toBeGreaterThan(0)
  expect(await stateOf('while-down')).toMatchObject({ processed_at: null, last_error: expect.stringContaining('503') })
  expect(await moneyOf(app, complaintId)).toBe('pending:')
  app.wire.clearFaults()
  await settled(complaintId).toBe('paid: captured/applied')
  await done('while-down')
})

// PAY-4, PAY-8
test('an event is retried while the provider rejects our keys', async () => {
  const { complaintId, orderId } = await anOrder(app)
  await app.sandbox.pay(orderId)
  const unauthorized = '{"error":{"code":"BAD_REQUEST_ERROR","description":"Authentication failed"}}'
  app.wire.decide(() => ({ status: 401, body: unauthorized }))
  await sendEvent(app, await eventOf(orderId, 'payment.captured'), { eventId: 'while-locked-out' })
  await expect.poll(async () => (await stateOf('while-locked-out'))?.attempts).toBeGreaterThan(0)
  app.wire.clearFaults()
  await settled(complaintId).toBe('paid: captured/applied')
})

// PAY-4, PAY-9
test('a refund made at the provider is recorded from its event', async () => {
  const { complaintId, orderId, checkout } = await aPaidComplaint(app)
  const path = `/v1/payments/${checkout.razorpay_payment_id}/refund`
  const response = await fetch(app.provider.apiUrl + path, { method: 'POST', headers: { authorization: basicAuth() } })
  expect(response.status).toBe(200)
  await sendEvent(app, await eventOf(orderId, 'refund.processed'))
  await settled(complaintId).toBe('refunded: refunded/applied')
})

// PAY-4, PAY-9
test('a refund event that arrives before the capture ends as refunded', async () => {
  const { complaintId, orderId } = await anOrder(app)
  const checkout = await app.sandbox.pay(orderId)
  const path = `/v1/payments/${checkout.razorpay_payment_id}/refund`
  await fetch(app.provider.apiUrl + path, { method: 'POST', headers: { authorization: basicAuth() } })
  for (const name of ['refund.processed', 'payment.captured', 'payment.authorized']) {
    await sendEvent(app, await eventOf(orderId, name), { eventId: `early-${name.replace('.', '-')}` })
    await done(`early-${name.replace('.', '-')}`)
  }
  expect(await moneyOf(app, complaintId)).not.toContain('paid:')
  expect(await moneyOf(app, complaintId)).toContain('refunded/')
})
