import { reportCalls } from '@petsetu/contract/office/reports.ts'
import { paymentCalls } from '@petsetu/contract/payments/payments.ts'
import { afterEach, expect, test } from 'vitest'
import { anOrder, aPaidComplaint, payingApp, verify } from '../../../test/paying-app.ts'
import {
  adminView,
  checkPayment,
  moneyOf,
  refund,
  refundsAtProvider,
  sendEvent,
  theAdmin,
} from '../../../test/payment-state.ts'
import { storedText } from '../../../test/stored.ts'

// No round of the reconciler changes a row while a test compares what is stored.
const app = await payingApp({ RECONCILE_EVERY_SECONDS: '86400' })
await app.sandbox.injectFault({ webhooks: 'lost' })

afterEach(async () => {
  app.wire.clearFaults()
  await app.sandbox.injectFault({ api: [], settings: { refundsStayPending: false } })
})

const refundRows = (providerPaymentId: string) =>
  app.db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(['refunds.status', 'refunds.amount_paise', 'refunds.requested_by', 'refunds.next_check_at'])
    .where('provider_payment_id', '=', providerPaymentId)
    .execute()

// PAY-9
test('a refund returns the full amount once, in reply, detail and at the provider', async () => {
  const { complaintId, orderId, checkout } = await aPaidComplaint(app, 250.75)
  const reply = await refund(app, checkout.razorpay_payment_id)
  expect(reply.status).toBe(200)
  expect(reply.body.data).toMatchObject({ status: 'refunded', disposition: 'applied', is_refund_pending: false })
  expect(await adminView(app, complaintId)).toMatchObject({ payment_status: 'refunded', payment_amount: 250.75 })
  expect(await refundsAtProvider(app, orderId)).toMatchObject([{ amount: 25_075, status: 'processed' }])
  expect(await refundRows(checkout.razorpay_payment_id)).toEqual([
    { status: 'processed', amount_paise: 25_075, requested_by: (await theAdmin(app)).id, next_check_at: null },
  ])
})

// PAY-9
test("a refunded payment is not refunded again, nor paid by the checkout's old reply", async () => {
  const { complaintId, orderId, checkout } = await aPaidComplaint(app)
  await refund(app, checkout.razorpay_payment_id)
  const before = await storedText(app.pool)
  const again = await refund(app, checkout.razorpay_payment_id)
  expect(again.status).toBe(409)
  expect(again.error.message).toBe('This payment has been refunded already.')
  expect(await verify(app, complaintId, checkout)).toMatchObject({ status: 409, error: { code: 'payment_returned' } })
  expect(await storedText(app.pool)).toBe(before)
  expect(await refundsAtProvider(app, orderId)).toHaveLength(1)
  expect(await moneyOf(app, complaintId)).toBe('refunded: refunded/applied')
})

// PAY-9
test('five clicks at once are one refund', async () => {
  for (let round = 0; round < 5; round++) {
    const { orderId, checkout, complaintId } = await aPaidComplaint(app)
    const clicks = await Promise.all(Array.from({ length: 5 }, () => refund(app, checkout.razorpay_payment_id)))
    expect(clicks.map((click) => click.status)).toContain(200)
    for (const { status } of clicks) expect([200, 409, 503]).toContain(status)
    expect(await refundsAtProvider(app, orderId)).toHaveLength(1)
    expect(await refundRows(checkout.razorpay_payment_id)).toMatchObject([{ status: 'processed' }])
    expect(await moneyOf(app, complaintId)).toBe('refunded: refunded/applied')
  }
})

// PAY-9
test('a second click while the first waits for the provider leaves one complete refund', async () => {
  await app.sandbox.injectFault({
    settings: { refundsStayPending: true },
    api: { fault: 'slow', operation: 'refund', ms: 1_500, times: 1 },
  })
  const { orderId, checkout, complaintId } = await aPaidComplaint(app)
  const first = refund(app, checkout.razorpay_payment_id)
  await expect.poll(() => refundsAtProvider(app, orderId), { interval: 20 }).toHaveLength(1)
  const second = await refund(app, checkout.razorpay_payment_id)
  const third = await refund(app, checkout.razorpay_payment_id)
  expect((await first).status).toBe(200)
  for (const { status, error } of [second, third]) {
    expect([200, 503], JSON.stringify(error)).toContain(status)
  }
  expect(await refundsAtProvider(app, orderId)).toHaveLength(1)
  expect(await refundRows(checkout.razorpay_payment_id)).toMatchObject([{ status: 'pending' }])
  expect((await adminView(app, complaintId)).payments).toMatchObject([{ is_refund_pending: true, status: 'captured' }])
})

// PAY-9
test('a refund that is pending shows as such, and its event finishes it', async () => {
  await app.sandbox.injectFault({ settings: { refundsStayPending: true } })
  const { complaintId, orderId, checkout } = await aPaidComplaint(app)
  const reply = await refund(app, checkout.razorpay_payment_id)
  expect(reply.body.data).toMatchObject({ status: 'captured', is_refund_pending: true })
  expect(await moneyOf(app, complaintId)).toBe('paid: captured/applied')

  const [{ id } = { id: '' }] = await refundsAtProvider(app, orderId)
  await app.sandbox.control('POST', `/refunds/${id}/finish`, { status: 'processed' })
  const { webhooks } = await app.sandbox.ledger(orderId)
  const event = webhooks.find((sent) => sent.event === 'refund.processed')?.body ?? ''
  for (let times = 0; times < 3; times++) {
    expect((await sendEvent(app, event, { eventId: `${id}-${times}` })).status).toBe(200)
  }
  await expect.poll(() => moneyOf(app, complaintId)).toBe('refunded: refunded/applied')
  expect((await adminView(app, complaintId)).payments).toMatchObject([{ is_refund_pending: false }])
})

// PAY-9
test('a refund that fails at the bank leaves the complaint paid and can be repeated', async () => {
  await app.sandbox.injectFault({ settings: { refundsStayPending: true } })
  const { complaintId, orderId, checkout } = await aPaidComplaint(app)
  await refund(app, checkout.razorpay_payment_id)
  const [{ id } = { id: '' }] = await refundsAtProvider(app, orderId)
  await app.sandbox.control('POST', `/refunds/${id}/finish`, { status: 'failed' })
  const { webhooks } = await app.sandbox.ledger(orderId)
  await sendEvent(app, webhooks.find((sent) => sent.event === 'refund.failed')?.body ?? '')
  const isPending = async () => (await adminView(app, complaintId)).payments[0]?.is_refund_pending
  await expect.poll(isPending).toBe(false)
  expect(await moneyOf(app, complaintId)).toBe('paid: captured/applied')
  await app.sandbox.injectFault({ settings: { refundsStayPending: false } })
  expect((await refund(app, checkout.razorpay_payment_id)).body.data.status).toBe('refunded')
  expect((await refundsAtProvider(app, orderId)).map((made) => made.status)).toEqual(['failed', 'processed'])
})

// PAY-9
test('only captured money can be refunded: 409 for others, 404 for an unknown one', async () => {
  for (const outcome of ['failed', 'authorized'] as const) {
    const { complaintId, orderId } = await anOrder(app)
    const checkout = await app.sandbox.pay(orderId, outcome)
    await app.sandbox.injectFault({ api: { fault: 'status500', operation: 'capture' } })
    await verify(app, complaintId, checkout)
    const before = await storedText(app.pool)
    const reply = await refund(app, checkout.razorpay_payment_id)
    expect(reply.status).toBe(409)
    expect(reply.error.message).toBe('Only a captured payment can be refunded.')
    expect(await storedText(app.pool)).toBe(before)
    expect(await refundsAtProvider(app, orderId)).toEqual([])
  }
  for (const [id, status] of [
    ['999999', 404],
    ['0', 400],
    ['x', 400],
    ['P999999', 404],
    ['PP1', 400],
    ['1.5', 400],
  ] as const) {
    expect((await app.call(paymentCalls.refund, { params: { id } }, await theAdmin(app))).status).toBe(status)
  }
})

// PAY-9
test('a refund takes the number that the row of the payment report shows', async () => {
  const { checkout } = await aPaidComplaint(app)
  const admin = await theAdmin(app)
  const report = await app.call(reportCalls.payments, { query: {} }, admin)
  const row = report.body.data.find(({ razorpay_payment_id: id }) => id === checkout.razorpay_payment_id)
  expect(row?.id).toMatch(/^P\d+$/)
  const reply = await app.call(paymentCalls.refund, { params: { id: row?.id ?? '' } }, admin)
  expect(reply.body.data).toMatchObject({ status: 'refunded' })
})

// PAY-9
test('a refund that the provider rejects is reported, and can be tried again', async () => {
  const { complaintId, checkout, orderId } = await aPaidComplaint(app)
  const body = '{"error":{"code":"BAD_REQUEST_ERROR","description":"Your account does not have enough balance"}}'
  app.wire.decide(({ path }) => (path.endsWith('/refund') ? { status: 400, body } : 'pass'))
  const reply = await refund(app, checkout.razorpay_payment_id)
  expect(reply.status).toBe(409)
  expect(reply.error.message).toBe('The payment provider refused the refund.')
  expect(await moneyOf(app, complaintId)).toBe('paid: captured/applied')
  expect((await adminView(app, complaintId)).payments).toMatchObject([{ is_refund_pending: false }])
  app.wire.clearFaults()
  expect((await refund(app, checkout.razorpay_payment_id)).status).toBe(200)
  expect(await refundsAtProvider(app, orderId)).toHaveLength(1)
})

/** A refund whose reply was lost after the provider had made it. */
async function aRefundWithoutReply() {
  const paid = await aPaidComplaint(app)
  await app.sandbox.injectFault({ api: { fault: 'cut-after', operation: 'refund' } })
  expect((await refund(app, paid.checkout.razorpay_payment_id)).status).toBe(503)
  await app.sandbox.injectFault({ api: [] })
  const [made] = await refundsAtProvider(app, paid.orderId)
  return { ...paid, made: made?.id ?? '' }
}

async function tell(orderId: string, name: string): Promise<void> {
  const { webhooks } = await app.sandbox.ledger(orderId)
  await sendEvent(app, webhooks.find(({ event }) => event === name)?.body ?? '', { eventId: `${name}-${orderId}` })
}

const providerIds = (providerPaymentId: string) =>
  app.db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(['refunds.status', 'provider_refund_id'])
    .where('provider_payment_id', '=', providerPaymentId)
    .orderBy('refunds.id')
    .execute()

// PAY-9
test('a refund whose reply was lost gets the provider’s id from its event', async () => {
  const { complaintId, orderId, checkout, made } = await aRefundWithoutReply()
  await tell(orderId, 'refund.processed')
  await expect.poll(() => moneyOf(app, complaintId)).toBe('refunded: refunded/applied')
  expect(await providerIds(checkout.razorpay_payment_id)).toEqual([{ status: 'processed', provider_refund_id: made }])
})

// PAY-9
test('a refund that is finished before its reply comes keeps the id of the reply', async () => {
  await app.sandbox.injectFault({ api: { fault: 'slow', operation: 'refund', ms: 1_500, times: 1 } })
  const { complaintId, orderId, checkout } = await aPaidComplaint(app)
  const reply = refund(app, checkout.razorpay_payment_id)
  await expect.poll(() => refundsAtProvider(app, orderId), { interval: 20 }).toHaveLength(1)
  await checkPayment(app, complaintId)
  expect(await providerIds(checkout.razorpay_payment_id)).toEqual([{ status: 'processed', provider_refund_id: null }])
  expect((await reply).status).toBe(200)
  const [made] = await refundsAtProvider(app, orderId)
  expect(await providerIds(checkout.razorpay_payment_id)).toEqual([
    { status: 'processed', provider_refund_id: made?.id },
  ])
})

// PAY-9
test('a refund that counted without its id and then failed is made again, on record', async () => {
  const { complaintId, orderId, checkout, made } = await aRefundWithoutReply()
  await checkPayment(app, complaintId)
  await app.sandbox.control('POST', `/refunds/${made}/finish`, { status: 'failed-late' })
  await tell(orderId, 'refund.failed')
  const isFailed = async () => (await adminView(app, complaintId)).payments[0]?.is_refund_failed
  await expect.poll(isFailed).toBe(true)

  const again = await refund(app, checkout.razorpay_payment_id)
  expect(again.body.data).toMatchObject({ status: 'refunded', is_refund_failed: false })
  const refunds = await refundsAtProvider(app, orderId)
  expect(refunds.map(({ status }) => status)).toEqual(['failed', 'processed'])
  expect(await providerIds(checkout.razorpay_payment_id)).toEqual([
    { status: 'failed', provider_refund_id: null },
    { status: 'processed', provider_refund_id: refunds[1]?.id },
  ])
  const audited = app.db.selectFrom('audit').select('id').where('action', '=', 'payment-refunded')
  expect(await audited.where('object_id', '=', String(again.body.data.id)).execute()).toHaveLength(2)
})

// PAY-9, RPT-8, RPT-9
test('the part of a payment that went back is in the report and in its file', async () => {
  const { complaintId, checkout } = await aPaidComplaint(app, 250.75)
  await app.sandbox.refundThere(checkout.razorpay_payment_id, 10_050)
  await checkPayment(app, complaintId)
  const { payments } = await adminView(app, complaintId)
  expect(payments).toMatchObject([{ status: 'captured', amount: 250.75, returned: 100.5 }])
  const admin = await theAdmin(app)
  const query = { payment_id: String(payments[0]?.id) }
  const report = await app.call(reportCalls.payments, { query }, admin)
  expect(report.body.data).toMatchObject([{ amount: 250.75, returned: 100.5 }])
  expect(report.body.summary.total_revenue).toBe(150.25)
  expect((await app.call(reportCalls.paymentsCsv, { query }, admin)).body).toContain(',250.75,100.5,')
  const rest = await refund(app, checkout.razorpay_payment_id)
  expect(rest.body.data).toMatchObject({ status: 'refunded', amount: 250.75, returned: 250.75 })
})
