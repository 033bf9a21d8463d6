import { expect, test } from 'vitest'
import { eventually, testSandbox } from '../test-sandbox.ts'
import type { Order } from './orders.ts'
import type { Payment } from './payment-store.ts'

const ALREADY_PAID =
  'Your payment has been declined as the order is already paid. Please initiate the payment with a new order.'
const CAPTURE = { amount: 10_000, currency: 'INR' }

async function paidOrder(outcome: string) {
  const sandbox = await testSandbox()
  const order = await sandbox.order()
  const { payment } = await sandbox.pay(order.id, outcome)
  const readOrder = async () => (await sandbox.get<Order>(`/v1/orders/${order.id}`)).body
  const readPayment = async () => (await sandbox.get<Payment>(`/v1/payments/${payment.id}`)).body
  const capture = (fields: object = CAPTURE) => sandbox.post(`/v1/payments/${payment.id}/capture`, fields)
  return { sandbox, order, payment, readOrder, readPayment, capture }
}

// PAY-7
test('a payment that succeeds is captured by itself with fee and tax, its order paid', async () => {
  const { payment, readOrder, readPayment } = await paidOrder('success')

  expect(payment).toMatchObject({ status: 'captured', captured: true, fee: 236, tax: 36, notes: [], error_code: null })
  expect(payment.id).toMatch(/^pay_[A-Za-z0-9]{14}$/)
  expect(await readPayment()).toEqual(payment)
  expect(await readOrder()).toMatchObject({ status: 'paid', amount_paid: 10_000, amount_due: 0, attempts: 1 })
})

test.each([
  [2_100, 50, 8],
  [1_000, 24, 4],
  [250_000, 5_900, 900],
  [500_000, 11_800, 1_800],
  // PAY-7
])('of %i paise the provider keeps %i, %i of it tax', async (amount, fee, tax) => {
  const sandbox = await testSandbox()
  const order = await sandbox.order({ amount })
  expect((await sandbox.pay(order.id, 'captured')).payment).toMatchObject({ fee, tax })
})

// TRU-7
test('a payment says whether it is international', async () => {
  const sandbox = await testSandbox()
  const [abroad, home] = [await sandbox.order(), await sandbox.order()]
  const { payment } = await sandbox.pay(abroad.id, 'captured', { international: true })
  expect((await sandbox.get(`/v1/payments/${payment.id}`)).body).toMatchObject({ international: true })
  expect((await sandbox.pay(home.id, 'captured')).payment).toMatchObject({ international: false })
})

// PAY-7
test('an order may be tried again after a failure, and all attempts are listed', async () => {
  const { sandbox, order, payment, readOrder } = await paidOrder('failed')
  expect(payment).toMatchObject({ status: 'failed', captured: false, fee: null, error_reason: 'payment_failed' })
  expect(await readOrder()).toMatchObject({ status: 'attempted', amount_due: 10_000 })

  const second = await sandbox.pay(order.id, 'success')

  const list = (await sandbox.get(`/v1/orders/${order.id}/payments`)).body
  expect(list).toEqual({ entity: 'collection', count: 2, items: [second.payment, payment] })
  expect((await sandbox.get('/v1/payments?count=1')).body).toMatchObject({ items: [second.payment] })
  expect(await readOrder()).toMatchObject({ status: 'paid', attempts: 2 })
})

test.each([
  ['captured', ALREADY_PAID],
  ['authorized', 'Payment already done for this order.'],
  // PAY-7
])('with a payment %s, another on that order is refused', async (outcome, description) => {
  const { sandbox, order } = await paidOrder(outcome)

  const reply = await sandbox.post('/control/payments', { order_id: order.id, outcome: 'success' })

  expect(reply).toMatchObject({ status: 400, body: { error: { description, reason: 'order_already_paid' } } })
  expect((await sandbox.ledger()).payments).toHaveLength(1)
})

// PAY-7
test('a test may pay twice, and another amount, where the provider would not', async () => {
  const { sandbox, order } = await paidOrder('captured')
  const { payment } = await sandbox.pay(order.id, 'captured', { even_if_paid: true, amount: 9_900 })
  expect(payment).toMatchObject({ status: 'captured', amount: 9_900, order_id: order.id })
})

// PAY-7
test('without auto-capture a payment stays authorised until it is captured, once', async () => {
  const sandbox = await testSandbox()
  await sandbox.switchOn({ settings: { autoCapture: false } })
  const order = await sandbox.order()
  const { payment } = await sandbox.pay(order.id, 'success')
  expect(payment).toMatchObject({ status: 'authorized', captured: false, fee: null })
  const capture = (fields: unknown) => sandbox.post(`/v1/payments/${payment.id}/capture`, fields)

  for (const [fields, description] of [
    [{ ...CAPTURE, amount: 9_999 }, 'Capture amount must be equal to the amount authorized.'],
    [{ ...CAPTURE, amount: '10000' }, 'The amount must be an integer.'],
    [{ ...CAPTURE, currency: 'USD' }, 'Capture request currency must be same as payment currency.'],
    [{ ...CAPTURE, colour: 1 }, 'colour is/are not required and should not be sent'],
  ]) {
    expect(await capture(fields)).toMatchObject({ status: 400, body: { error: { description } } })
  }
  expect(await capture(CAPTURE)).toMatchObject({ status: 200, body: { status: 'captured', captured: true } })
  expect(await capture(CAPTURE)).toMatchObject({
    status: 400,
    body: { error: { description: 'This payment has already been captured' } },
  })
})

// PAY-7
test('what an order says about capturing wins over the account', async () => {
  const sandbox = await testSandbox()
  const manual = await sandbox.order({ payment: { capture: 'manual' } })
  expect((await sandbox.pay(manual.id, 'success')).payment.status).toBe('authorized')

  await sandbox.switchOn({ settings: { autoCapture: false } })
  const capture_options = { automatic_expiry_period: 12 }
  const automatic = await sandbox.order({ payment: { capture: 'automatic', capture_options } })
  expect((await sandbox.pay(automatic.id, 'success')).payment.status).toBe('captured')

  const order = { amount: 100, currency: 'INR', payment: { capture: 'automatic' } }
  expect((await sandbox.post('/v1/orders', order)).status).toBe(400)
})

test.each([
  ['failed', 'Only payments which have been authorized and not yet captured can be captured.'],
  ['silent', 'Only payments which have been authorized and not yet captured can be captured.'],
  ['captured', 'This payment has already been captured'],
  // PAY-7
])('a payment %s cannot be captured', async (outcome, description) => {
  const { capture } = await paidOrder(outcome)
  expect(await capture()).toMatchObject({ status: 400, body: { error: { description } } })
})

test.each(['failed', 'silent'])(
  // PAY-5, PAY-7
  'a payment %s may be authorised late, and is then captured',
  async (outcome) => {
    const { sandbox, payment, readOrder, readPayment } = await paidOrder(outcome)

    await sandbox.post(`/control/payments/${payment.id}/late-authorise`)

    expect(await readPayment()).toMatchObject({ id: payment.id, status: 'captured', error_code: null })
    expect((await readOrder()).status).toBe('paid')
  },
)

// PAY-5, PAY-7
test('a late payment on a paid order is returned by the provider without a capture', async () => {
  const { sandbox, order, payment, readOrder, readPayment } = await paidOrder('failed')
  await sandbox.pay(order.id, 'success')

  await sandbox.post(`/control/payments/${payment.id}/late-authorise`)

  expect(await readPayment()).toMatchObject({ status: 'refunded', captured: false, amount_refunded: 10_000 })
  expect((await readOrder()).status).toBe('paid')
  const { refunds, webhooks } = await sandbox.ledger()
  expect(refunds).toMatchObject([{ payment_id: payment.id, amount: 10_000, status: 'processed' }])
  expect(webhooks.map(({ event }) => event).slice(-3)).toEqual([
    'payment.authorized',
    'refund.created',
    'refund.processed',
  ])
})

// PAY-5, PAY-7
test('a bank that stays silent makes the payment fail after a while', async () => {
  const sandbox = await testSandbox()
  await sandbox.switchOn({ settings: { silentPaymentsFailAfter: 0 } })
  const order = await sandbox.order()
  const { payment } = await sandbox.pay(order.id, 'silent')
  expect(payment.status).toBe('created')

  await eventually(async () => {
    const { body } = await sandbox.get(`/v1/payments/${payment.id}`)
    expect(body).toMatchObject({ status: 'failed', error_reason: 'payment_timed_out' })
  })
})

// PAY-7
test('an uncaptured payment is returned after its window', async () => {
  const sandbox = await testSandbox()
  await sandbox.switchOn({ settings: { uncapturedRefundedAfter: 0 } })
  const order = await sandbox.order()
  const { payment } = await sandbox.pay(order.id, 'authorized')

  await eventually(async () => {
    const { body } = await sandbox.get(`/v1/payments/${payment.id}`)
    expect(body).toMatchObject({ status: 'refunded', captured: false })
  })
  const capture = await sandbox.post(`/v1/payments/${payment.id}/capture`, CAPTURE)
  expect(capture.body).toMatchObject({
    error: { description: 'The payment has already been either captured or voided.' },
  })
})
