import { expect, test } from 'vitest'
import { testSandbox } from './test-sandbox.ts'

const ORDER = { amount: 10_000, currency: 'INR' }

async function sandboxWith(api: unknown) {
  const sandbox = await testSandbox()
  await sandbox.switchOn({ api })
  const orders = async () => (await sandbox.ledger()).orders
  return { ...sandbox, orders }
}

// PAY-7, PAY-8
test('a slow call does its work at once and answers later', async () => {
  const sandbox = await sandboxWith({ fault: 'slow', ms: 250 })
  const start = performance.now()
  const order = await sandbox.order()
  expect(performance.now() - start).toBeGreaterThanOrEqual(245)
  expect(await sandbox.orders()).toEqual([order])
})

test.each([
  ['status500', 500, 'SERVER_ERROR'],
  ['status429', 429, 'BAD_REQUEST_ERROR'],
  // PAY-7, PAY-8
])('%s refuses before the work', async (fault, status, code) => {
  const sandbox = await sandboxWith(fault)
  expect(await sandbox.post('/v1/orders', ORDER)).toMatchObject({ status, body: { error: { code } } })
  expect(await sandbox.orders()).toEqual([])
})

// PAY-7, PAY-8
test('an HTML reply is not JSON, and nothing was done', async () => {
  const sandbox = await sandboxWith('html')
  await expect(sandbox.post('/v1/orders', ORDER)).rejects.toThrow(SyntaxError)
  expect(await sandbox.orders()).toEqual([])
})

test.each([
  ['cut-before', 0],
  ['cut-after', 1],
  // PAY-7, PAY-8
])('%s destroys the connection and leaves %i orders', async (fault, count) => {
  const sandbox = await sandboxWith(fault)
  await expect(sandbox.post('/v1/orders', ORDER)).rejects.toThrow('fetch failed')
  expect(await sandbox.orders()).toHaveLength(count)
})

// PAY-7, PAY-8
test('the fault nonsense replies JSON of another shape, and the work is done', async () => {
  const sandbox = await sandboxWith('nonsense')
  expect((await sandbox.post('/v1/orders', ORDER)).body).toEqual({ entity: 'weather', items: 'sunny', id: 7 })
  expect(await sandbox.orders()).toHaveLength(1)
})

// PAY-7
test('a wrong amount is in the answer only', async () => {
  const sandbox = await sandboxWith({ fault: 'wrong-amount', operation: 'fetchPayment' })
  const order = await sandbox.order()
  const { payment } = await sandbox.pay(order.id, 'captured')
  expect((await sandbox.get(`/v1/payments/${payment.id}`)).body).toEqual({ ...payment, amount: 10_100 })
  expect((await sandbox.ledger()).payments).toEqual([payment])
})

// PAY-7
test('a fault affects its operation only, as often as configured; others stay on', async () => {
  const sandbox = await sandboxWith([
    { fault: 'status500', operation: 'createOrder', times: 2 },
    { fault: 'status429', operation: 'listOrders' },
  ])
  const create = async () => (await sandbox.post('/v1/orders', ORDER)).status
  const list = async () => (await sandbox.get('/v1/orders')).status

  expect([await list(), await create(), await create(), await create(), await list()]).toEqual([
    429, 500, 500, 200, 429,
  ])

  expect((await sandbox.get('/control/faults')).body.api).toEqual([
    { fault: 'status429', ms: 2_000, only: 'listOrders', times: null },
  ])
})

// PAY-7
test('switching one group leaves the others, and DELETE puts everything back', async () => {
  const sandbox = await sandboxWith('html')
  await sandbox.switchOn({ webhooks: 'lost', settings: { autoCapture: false } })
  await sandbox.switchOn({ webhooks: null })
  expect((await sandbox.get('/control/faults')).body).toMatchObject({
    api: [{ fault: 'html' }],
    webhooks: [],
    settings: { autoCapture: false, refundsStayPending: false },
  })

  expect(await sandbox.call('DELETE', '/control/faults')).toEqual({
    status: 200,
    body: {
      api: [],
      webhooks: [],
      mail: [],
      push: [],
      settings: {
        autoCapture: true,
        refundsStayPending: false,
        silentPaymentsFailAfter: 600_000,
        uncapturedRefundedAfter: 259_200_000,
      },
    },
  })
})

test.each([
  { weather: 'bad' },
  { api: 'tired' },
  { api: 7 },
  { api: { fault: 'slow', ms: -1 } },
  { api: { fault: 'slow', times: 0 } },
  { api: { fault: 'slow', operation: 'sleep' } },
  { api: { fault: 'slow', event: 'order.paid' } },
  { webhooks: { fault: 'lost', event: 'order.lost' } },
  { mail: 'slow' },
  { mail: { fault: 'refuse', operation: 'createOrder' } },
  { mail: { fault: 'away', times: 2 } },
  { mail: { fault: 'away', to: 'asha@example.org' } },
  { settings: { autoCapture: 'yes' } },
  { settings: { silentPaymentsFailAfter: -1 } },
  { settings: { colour: 'red' } },
  { settings: null },
  // PAY-7
])('switching on %j is refused', async (switches) => {
  const sandbox = await testSandbox()
  expect((await sandbox.switchOn({ settings: { refundsStayPending: true }, ...switches })).status).toBe(400)
})
