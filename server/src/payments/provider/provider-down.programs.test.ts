import { afterEach, expect, test } from 'vitest'
import { aComplaint, anOrder, aPaidComplaint, initiate, payingApp, verify } from '../../../test/paying-app.ts'
import { adminView, checkPayment, moneyOf } from '../../../test/payment-state.ts'

// Keeps the circuit closed; gateway.test.ts tests the circuit breaker.
const app = await payingApp({ RAZORPAY_CIRCUIT_OPEN_SECONDS: '0' }, undefined, { productWaits: true })
await app.sandbox.injectFault({ webhooks: 'lost' })

afterEach(async () => {
  app.wire.clearFaults()
  await app.sandbox.injectFault({ api: [] })
})

const IN_TIME_MS = 10_000

/** Longer than any time-out. */
const SLOW = { fault: 'slow', ms: 12_000 }
const REFUSED = 'Failed to initiate payment. Please try again.'
const IN_PROGRESS = 'Payment received. Confirmation is in progress.'

const FAULTS: [what: string, fault: string | { fault: string; ms: number }, status: number][] = [
  ['is slow', SLOW, 503],
  ['answers 500', 'status500', 503],
  ['answers 429', 'status429', 503],
  ['breaks the connection before the work', 'cut-before', 503],
  ['breaks the connection after the work', 'cut-after', 503],
  ['answers HTML', 'html', 502],
  ['answers nonsense', 'nonsense', 502],
]

/** Expects the work to end in time; moments in which a busy machine pauses this process are not counted. */
async function timed<T>(work: () => Promise<T>): Promise<T> {
  let passed = 0
  let last = performance.now()
  const count = () => {
    const now = performance.now()
    passed += Math.min(now - last, 200)
    last = now
  }
  const timer = setInterval(count, 50)
  const result = await work().finally(() => clearInterval(timer))
  count()
  expect(passed).toBeLessThan(IN_TIME_MS)
  return result
}

const ordersAtProvider = async (complaintId: number) => {
  const rows = await app.db
    .selectFrom('payment_orders')
    .select('receipt')
    .where('subject_id', '=', complaintId)
    .execute()
  const { orders } = await app.sandbox.ledger()
  return orders.filter((order) => rows.some((row) => row.receipt === order.receipt))
}

for (const [what, fault, status] of FAULTS) {
  // PAY-8, CMP-9
  test(`a provider that ${what} at initiate gives ${status} in time, and is paid later`, async () => {
    const complaintId = await aComplaint(app)
    await app.sandbox.injectFault({ api: fault })
    const reply = await timed(() => initiate(app, complaintId))
    expect(reply.status).toBe(status)
    expect(reply.error).toEqual({ status: 'error', code: 'payment_not_started', message: REFUSED })
    expect(reply.headers.get('retry-after')).toBe('5')
    expect((await adminView(app, complaintId)).payments).toEqual([])

    await app.sandbox.injectFault({ api: [] })
    const again = await initiate(app, complaintId)
    expect(again.status).toBe(200)
    expect(await ordersAtProvider(complaintId)).toMatchObject([{ id: again.body.data.order_id, amount: 10_000 }])
    await verify(app, complaintId, await app.sandbox.pay(again.body.data.order_id))
    expect(await moneyOf(app, complaintId)).toBe('paid: captured/applied')
  })

  // PAY-8
  test(`a provider that ${what} at verify gives ${status} in time, and the next try pays`, async () => {
    const { complaintId, orderId } = await anOrder(app)
    const checkout = await app.sandbox.pay(orderId, 'authorized')
    await app.sandbox.injectFault({ api: fault })
    const reply = await timed(() => verify(app, complaintId, checkout))
    expect(reply.status).toBe(status)
    expect(reply.error).toEqual({ status: 'error', code: 'payment_in_progress', message: IN_PROGRESS })
    expect((await adminView(app, complaintId)).payment_status).toBe('pending')
    const checked = await timed(() => checkPayment(app, complaintId))
    expect(checked.status).toBe(status)
    expect(checked.error.message).toBe('The payment provider does not answer. Please try again.')

    await app.sandbox.injectFault({ api: [] })
    expect((await verify(app, complaintId, checkout)).status).toBe(200)
    expect(await moneyOf(app, complaintId)).toBe('paid: captured/applied')
  })
}

// PAY-8
test('a provider that answers only look-ups, and late, is done within ten seconds', async () => {
  const complaintId = await aComplaint(app)
  // The first call is answered just in time, the next one not at all.
  app.wire.decide(({ method }) => (method === 'POST' ? 'hang' : 'pass'))
  await app.sandbox.injectFault({ api: { fault: 'slow', operation: 'listOrders', ms: 3_500 } })
  expect((await timed(() => initiate(app, complaintId))).status).toBe(503)
  // The second attempt looks for the lost order first.
  expect((await timed(() => initiate(app, complaintId))).status).toBe(503)
  app.wire.clearFaults()
  await app.sandbox.injectFault({ api: [] })
  expect((await initiate(app, complaintId)).status).toBe(200)
  expect(await ordersAtProvider(complaintId)).toHaveLength(1)
})

// PAY-8
test('a capture that hangs between two late answers: still within ten seconds', async () => {
  const { complaintId, orderId } = await anOrder(app)
  const checkout = await app.sandbox.pay(orderId, 'authorized')
  app.wire.decide(({ method }) => (method === 'POST' ? 'hang' : 'pass'))
  await app.sandbox.injectFault({ api: { fault: 'slow', operation: 'fetchPayment', ms: 3_500 } })
  expect((await timed(() => verify(app, complaintId, checkout))).status).toBe(503)
})

// PAY-8
test('several requests for one order wait no longer than one', async () => {
  const complaintId = await aComplaint(app)
  const fiveAtOnce = () => Promise.all(Array.from({ length: 5 }, () => timed(() => initiate(app, complaintId))))
  app.wire.decide(({ method }) => (method === 'POST' ? 'hang' : 'pass'))
  await app.sandbox.injectFault({ api: { fault: 'slow', operation: 'listOrders', ms: 1_600 } })
  for (const { status, error } of [...(await fiveAtOnce()), ...(await fiveAtOnce())]) {
    expect(status).toBe(503)
    expect(error.message).toBe(REFUSED)
  }
})

// PAY-8
test('while the provider is slow everything else answers as usual', async () => {
  const { complaintId: paid } = await aPaidComplaint(app)
  await app.sandbox.injectFault({ api: SLOW })
  const slow: ReturnType<typeof initiate>[] = []
  for (let count = 0; count < 5; count++) {
    let isOver = false
    const waiting = initiate(app, await aComplaint(app)).finally(() => {
      isOver = true
    })
    slow.push(waiting)
    expect((await app.fetch('/healthz')).status).toBe(200)
    expect(await aComplaint(app)).toBeGreaterThan(0)
    expect(await moneyOf(app, paid)).toBe('paid: captured/applied')
    expect(isOver, 'all of that while the slow call was still waiting').toBe(false)
  }
  for (const { status } of await Promise.all(slow)) expect(status).toBe(503)
})

// PAY-8
test('an order with another amount than requested is never offered', async () => {
  const complaintId = await aComplaint(app)
  await app.sandbox.injectFault({ api: { fault: 'wrong-amount', operation: 'createOrder', times: 1 } })
  const reply = await initiate(app, complaintId)
  expect(reply.status).toBe(502)
  expect(reply.error.message).toBe(REFUSED)
  expect((await initiate(app, complaintId)).body.data.checkout_data).toMatchObject({ amount: 10_000 })
})

// PAY-8, V15.3.2
test('a redirect of the provider is not followed, so that no other host gets our keys', async () => {
  const complaintId = await aComplaint(app)
  app.wire.decide(({ path }) =>
    path === '/elsewhere' ? 'pass' : { status: 307, body: '', headers: { location: '/elsewhere' } },
  )
  expect((await initiate(app, complaintId)).status).toBe(503)
  expect(app.wire.seen.filter(({ path }) => path === '/elsewhere')).toEqual([])
})

// PAY-8
test('an order whose reply is lost is found at once, without another try', async () => {
  const complaintId = await aComplaint(app)
  await app.sandbox.injectFault({ api: { fault: 'cut-after', operation: 'createOrder', times: 1 } })
  const reply = await initiate(app, complaintId)
  expect(reply.status).toBe(200)
  expect(await ordersAtProvider(complaintId)).toMatchObject([{ id: reply.body.data.order_id }])
})
