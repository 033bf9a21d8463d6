import { expect, test } from 'vitest'
import { eventually, testSandbox } from '../test-sandbox.ts'
import type { Payment } from './payment-store.ts'
import type { Refund } from './refund-store.ts'

const KEY = { 'x-refund-idempotency': 'refund_00001' }

async function aPayment(outcome = 'captured') {
  const sandbox = await testSandbox()
  const order = await sandbox.order()
  const { payment } = await sandbox.pay(order.id, outcome)
  const refund = (fields: unknown = {}, headers = {}) =>
    sandbox.post<Refund>(`/v1/payments/${payment.id}/refund`, fields, headers)
  const read = async () => (await sandbox.get<Payment>(`/v1/payments/${payment.id}`)).body
  return { sandbox, payment, refund, read }
}

// PAY-7
test('a refund without an amount is a full refund; the order stays paid', async () => {
  const { sandbox, payment, refund, read } = await aPayment()

  const reply = await refund({ receipt: 'RF-1', notes: { reason: 'duplicate payment' } })

  expect(reply).toEqual({
    status: 200,
    body: {
      id: expect.stringMatching(/^rfnd_[A-Za-z0-9]{14}$/),
      entity: 'refund',
      amount: 10_000,
      currency: 'INR',
      payment_id: payment.id,
      notes: { reason: 'duplicate payment' },
      receipt: 'RF-1',
      acquirer_data: { arn: null },
      created_at: expect.any(Number),
      batch_id: null,
      status: 'processed',
      speed_processed: 'normal',
      speed_requested: 'normal',
    },
  })
  expect(await read()).toMatchObject({ status: 'refunded', refund_status: 'full', amount_refunded: 10_000 })
  expect((await sandbox.get(`/v1/orders/${payment.order_id}`)).body.status).toBe('paid')
  const list = { entity: 'collection', count: 1, items: [reply.body] }
  expect((await sandbox.get(`/v1/payments/${payment.id}/refunds`)).body).toEqual(list)
  expect(await sandbox.get(`/v1/payments/${payment.id}/refunds/${reply.body.id}`)).toEqual(reply)
  expect(await sandbox.get(`/v1/refunds/${reply.body.id}`)).toEqual(reply)
})

// PAY-7, PAY-9
test('the refunds of all payments are listed by pages, within a time range', async () => {
  const { sandbox, refund } = await aPayment()
  const first = (await refund({ amount: 4_000 })).body
  const second = (await refund({ amount: 6_000 })).body
  const list = async (query: string) => (await sandbox.get(`/v1/refunds${query}`)).body
  expect(await list('')).toEqual({ entity: 'collection', count: 2, items: [second, first] })
  expect(await list('?count=1&skip=1')).toEqual({ entity: 'collection', count: 1, items: [first] })
  expect(await list(`?from=${second.created_at + 1}`)).toMatchObject({ count: 0 })
  expect(await list(`?to=${first.created_at - 1}`)).toMatchObject({ count: 0 })
})

// PAY-7
test('partial refunds are possible until nothing is left', async () => {
  const { refund, read } = await aPayment()
  const description = (reply: { body: unknown }) => (reply.body as { error: { description: string } }).error.description

  expect((await refund({ amount: 4_000, receipt: 'RF-1' })).status).toBe(200)

  expect(await read()).toMatchObject({ status: 'captured', refund_status: 'partial', amount_refunded: 4_000 })
  expect(description(await refund({ amount: 99 }))).toBe('The amount must be at least INR 1.00')
  expect(description(await refund({ receipt: 'RF-1' }))).toBe('Duplicate receipt found for this refund request.')
  expect(description(await refund({ amount: 6_001 }))).toBe(
    'The refund amount provided is greater than amount captured.',
  )
  expect((await refund({ amount: 6_000 })).status).toBe(200)
  expect(description(await refund())).toBe('The payment has been fully refunded already.')
})

// PAY-7
test.each(['authorized', 'failed', 'silent'])('a payment %s cannot be refunded', async (outcome) => {
  const { refund } = await aPayment(outcome)
  const description = 'The payment status should be captured for action to be taken.'
  expect(await refund()).toMatchObject({ status: 400, body: { error: { description } } })
})

test.each([{ colour: 1 }, { speed: 'warp' }, { receipt: 'r'.repeat(41) }])(
  // PAY-7
  'a refund as %j is refused',
  async (fields) => {
    const { refund } = await aPayment()
    expect((await refund(fields)).status).toBe(400)
  },
)

// PAY-7
test('an instant refund is instant, save for the amount that plays the fallback', async () => {
  const { refund } = await aPayment()
  expect((await refund({ amount: 2_468, speed: 'optimum' })).body.speed_processed).toBe('normal')
  expect((await refund({ amount: 2_469, speed: 'optimum' })).body.speed_processed).toBe('instant')
})

// PAY-7
test('the same key and request is one refund; the same key and another request is 409', async () => {
  const { sandbox, refund } = await aPayment()
  const first = await refund({ amount: 4_000, receipt: 'RF-1' }, KEY)

  expect(await refund({ receipt: 'RF-1', amount: 4_000 }, KEY)).toEqual(first)

  expect(await refund({ amount: 4_001 }, KEY)).toMatchObject({
    status: 409,
    body: {
      error: {
        code: 'BAD_REQUEST_ERROR',
        description: 'Different request with the same idempotency key has already been processed.',
        source: 'NA',
        step: 'NA',
        reason: 'NA',
      },
    },
  })
  expect((await sandbox.ledger()).refunds).toHaveLength(1)
})

// PAY-7
test.each(['short', 'long enough but spaced', 'ten-chars!'])('the key "%s" is refused', async (key) => {
  const { refund } = await aPayment()
  expect((await refund({}, { 'x-refund-idempotency': key })).status).toBe(400)
})

// PAY-7
test('a second request with a key whose first answer is still awaited is 409', async () => {
  const { sandbox, payment, refund } = await aPayment()
  await sandbox.switchOn({ api: { fault: 'slow', ms: 600_000, operation: 'refund', times: 1 } })
  const stop = new AbortController()
  const authorization = `Basic ${Buffer.from('rzp_test_PetCare0000001:sandbox_secret_0001').toString('base64')}`
  const init = { method: 'POST', headers: { ...KEY, authorization }, signal: stop.signal }
  const first = fetch(`${sandbox.origin}/v1/payments/${payment.id}/refund`, init)
  await eventually(async () => expect((await sandbox.ledger()).refunds).toHaveLength(1))

  const second = await refund({}, KEY)

  const description = 'Another request with the same idempotency key is still in progress.'
  expect(second).toMatchObject({ status: 409, body: { error: { description } } })
  stop.abort()
  await expect(first).rejects.toThrow()
})

// PAY-7
test('a refund may stay pending and holds its amount until it is processed', async () => {
  const { sandbox, refund, read } = await aPayment()
  await sandbox.switchOn({ settings: { refundsStayPending: true } })
  const { body } = await refund()
  expect(body).toMatchObject({ status: 'pending', speed_processed: null })
  expect(await read()).toMatchObject({ status: 'captured', amount_refunded: 0 })
  expect((await refund()).status).toBe(400)

  const finished = await sandbox.post(`/control/refunds/${body.id}/finish`, { status: 'processed' })

  expect(finished.body).toMatchObject({ id: body.id, status: 'processed', speed_processed: 'normal' })
  expect(await read()).toMatchObject({ status: 'refunded', amount_refunded: 10_000 })
  expect((await sandbox.post(`/control/refunds/${body.id}/finish`, { status: 'failed' })).status).toBe(400)
})

// PAY-7
test('a refund that fails leaves the payment captured, and another may follow', async () => {
  const { sandbox, refund, read } = await aPayment()
  await sandbox.switchOn({ settings: { refundsStayPending: true } })
  const { body } = await refund({ receipt: 'RF-1' })

  await sandbox.post(`/control/refunds/${body.id}/finish`, { status: 'failed' })

  expect(await read()).toMatchObject({ status: 'captured', amount_refunded: 0, refund_status: null })
  const events = (await sandbox.ledger()).webhooks.map(({ event }) => event)
  expect(events.slice(-2)).toEqual(['refund.created', 'refund.failed'])
  await sandbox.switchOn({ settings: { refundsStayPending: false } })
  expect((await refund({ receipt: 'RF-1' })).body.status).toBe('processed')
})

// PAY-7
test('a processed refund may fail late, and the payment can then be refunded again', async () => {
  const { sandbox, refund, read } = await aPayment()
  const { body } = await refund({})
  await sandbox.post(`/control/refunds/${body.id}/finish`, { status: 'failed-late' })
  expect(await read()).toMatchObject({ status: 'captured', amount_refunded: 0, refund_status: null })
  expect((await sandbox.ledger()).webhooks.map(({ event }) => event).at(-1)).toBe('refund.failed')
  expect((await refund({})).body.status).toBe('processed')
})
