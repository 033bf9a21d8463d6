import { once } from 'node:events'
import { request } from 'node:http'
import { expect, test } from 'vitest'
import { checkoutSignature } from './payments/keys.ts'
import { KEYS, testSandbox } from './test-sandbox.ts'

// PAY-7
test('the control calls want the keys, and no other site', async () => {
  const sandbox = await testSandbox()
  expect((await fetch(`${sandbox.origin}/control/ledger`)).status).toBe(401)
  const withSite = (site: string) => sandbox.call('GET', '/control/ledger', undefined, { 'sec-fetch-site': site })
  expect((await withSite('cross-site')).status).toBe(403)
  expect((await withSite('same-site')).status).toBe(403)
  expect((await withSite('none')).status).toBe(200)
})

// PAY-7
test('a foreign host name that points to this machine is rejected', async () => {
  const sandbox = await testSandbox()
  // The second is no name at all.
  for (const host of ['sandbox.example.org', 'a b']) {
    const call = request(`${sandbox.origin}/v1/checkout.js`, { headers: { host } }).end()
    const [response] = await once(call, 'response')
    response.resume()
    expect.soft(response.statusCode, host).toBe(403)
  }
})

test.each([
  ['GET', '/control/weather'],
  ['GET', '/control/ledger/1'],
  ['PUT', '/control/faults'],
  ['POST', '/control/refunds/rfnd_00000000000000/start'],
  ['GET', '/elsewhere'],
  // PAY-7
])('%s %s is unknown', async (method, target) => {
  const sandbox = await testSandbox()
  const description = 'The requested URL was not found on the server.'
  expect(await sandbox.call(method, target)).toMatchObject({ status: 400, body: { error: { description } } })
})

// PAY-7
test('paying without a browser answers what checkout would hand over', async () => {
  const sandbox = await testSandbox()
  const order = await sandbox.order()

  const { payment, ...reply } = await sandbox.pay(order.id, 'captured', { email: 'm@example.org' })

  expect(payment.email).toBe('m@example.org')
  expect(reply).toEqual({
    razorpay_order_id: order.id,
    razorpay_payment_id: payment.id,
    razorpay_signature: checkoutSignature(order.id, payment.id, KEYS.keySecret),
  })
})

test.each([
  { outcome: 'captured' },
  { order_id: 'order_00000000000000', outcome: 'captured' },
  { order_id: 'order_00000000000000', outcome: 'lucky' },
  { order_id: 'order_00000000000000', outcome: 'captured', colour: 'red' },
  // PAY-7
])('paying as %j is refused', async (fields) => {
  const sandbox = await testSandbox()
  expect((await sandbox.post('/control/payments', fields)).status).toBe(400)
})

// PAY-7
test('only a created or failed payment can be authorised late', async () => {
  const sandbox = await testSandbox()
  const order = await sandbox.order()
  const { payment } = await sandbox.pay(order.id, 'captured')
  expect((await sandbox.post(`/control/payments/${payment.id}/late-authorise`)).status).toBe(400)
})

// PAY-7
test('the ledger returns everything, or everything of one order', async () => {
  const sandbox = await testSandbox()
  const [first, second] = [await sandbox.order(), await sandbox.order()]
  await sandbox.pay(first.id, 'captured')
  const { payment } = await sandbox.pay(second.id, 'captured')
  await sandbox.post(`/v1/payments/${payment.id}/refund`)

  const all = await sandbox.ledger()
  const one = (await sandbox.get<typeof all>(`/control/ledger?order_id=${second.id}`)).body

  expect([all.orders.length, all.payments.length, all.refunds.length, all.webhooks.length]).toEqual([2, 2, 1, 8])
  expect([one.orders.length, one.payments.length, one.refunds.length, one.webhooks.length]).toEqual([1, 1, 1, 5])
  // Nobody listens for webhooks here.
  expect(one.webhooks[0]?.deliveries).toMatchObject([{ status: 'no-target', tries: [] }])
})

// PAY-7
test('the ledger can be emptied, and orders made after that are all there is', async () => {
  const sandbox = await testSandbox()
  const { id } = await sandbox.order()
  await sandbox.pay(id, 'captured')
  const empty = { orders: [], payments: [], refunds: [], webhooks: [] }
  expect(await sandbox.call('DELETE', '/control/ledger')).toEqual({ status: 200, body: empty })
  const next = await sandbox.order()
  expect(await sandbox.ledger()).toMatchObject({ ...empty, orders: [{ id: next.id }] })
})
