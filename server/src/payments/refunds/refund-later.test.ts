import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { aPaidComplaint, payingApp } from '../../../test/paying-app.ts'
import { adminView, moneyOf, refund, refundsAtProvider } from '../../../test/payment-state.ts'
import { basicAuth } from '../../../test/sandbox.ts'

const app = await payingApp({ RECONCILE_EVERY_SECONDS: '1' })
await app.sandbox.injectFault({ webhooks: 'lost' })

afterEach(async () => {
  app.wire.clearFaults()
  await app.sandbox.injectFault({ api: [], settings: { refundsStayPending: false } })
})

const finished = (complaintId: number) =>
  expect.poll(() => moneyOf(app, complaintId)).toBe('refunded: refunded/applied')

/** The reconciler polls a refund after a minute; the test moves its due time instead of waiting. */
const letAMinutePass = () =>
  sql`update refunds set next_check_at = now(), created_at = created_at - interval '1 minute' where next_check_at is not null`.execute(
    app.db,
  )

for (const [what, api] of [
  ['before the refund was made', 'cut-before'],
  ['after the refund was made', 'cut-after'],
  ['with nonsense', 'nonsense'],
  ['with a failure of its own', 'status500'],
  ['with a page of HTML', 'html'],
] as const) {
  // PAY-9, PAY-8
  test(`a provider that breaks off ${what} gives 503, and the refund is made later once`, async () => {
    const { complaintId, orderId, checkout } = await aPaidComplaint(app)
    await app.sandbox.injectFault({ api: { fault: api, operation: 'refund' } })
    const reply = await refund(app, checkout.razorpay_payment_id)
    expect(reply.status).toBe(503)
    expect(reply.error.message).toBe(
      'The refund has been requested. It is sent as soon as the payment provider answers.',
    )
    expect(await moneyOf(app, complaintId)).toBe('paid: captured/applied')
    expect((await adminView(app, complaintId)).payments).toMatchObject([{ is_refund_pending: true }])
    const clickedAgain = await refund(app, checkout.razorpay_payment_id)
    expect(clickedAgain.status).toBe(503)

    await app.sandbox.injectFault({ api: [] })
    await letAMinutePass()
    await finished(complaintId)
    expect(await refundsAtProvider(app, orderId)).toMatchObject([{ amount: 10_000, status: 'processed' }])
    const rows = await app.db
      .selectFrom('refunds')
      .innerJoin('payments', 'payments.id', 'refunds.payment_id')
      .select('refunds.status')
      .where('provider_payment_id', '=', checkout.razorpay_payment_id)
      .execute()
    expect(rows).toEqual([{ status: 'processed' }])
  })
}

// PAY-9
test('a pending refund without an event is finished by polling', async () => {
  await app.sandbox.injectFault({ settings: { refundsStayPending: true } })
  const { complaintId, orderId, checkout } = await aPaidComplaint(app)
  await refund(app, checkout.razorpay_payment_id)
  const [{ id } = { id: '' }] = await refundsAtProvider(app, orderId)
  await app.sandbox.control('POST', `/refunds/${id}/finish`, { status: 'processed' })
  await letAMinutePass()
  await finished(complaintId)
  expect(await refundsAtProvider(app, orderId)).toHaveLength(1)
})

// PAY-9
test('a failed refund without an event is found by polling; the complaint stays paid', async () => {
  await app.sandbox.injectFault({ settings: { refundsStayPending: true } })
  const { complaintId, orderId, checkout } = await aPaidComplaint(app)
  await refund(app, checkout.razorpay_payment_id)
  const [{ id } = { id: '' }] = await refundsAtProvider(app, orderId)
  await app.sandbox.control('POST', `/refunds/${id}/finish`, { status: 'failed' })
  await letAMinutePass()
  const isPending = async () => (await adminView(app, complaintId)).payments[0]?.is_refund_pending
  await expect.poll(isPending).toBe(false)
  expect(await moneyOf(app, complaintId)).toBe('paid: captured/applied')
})

// PAY-9, PAY-6
test('a provider’s refund while ours waits counts as ours, and no second is made', async () => {
  const waiting = await aPaidComplaint(app)
  await app.sandbox.injectFault({ api: { fault: 'cut-before', operation: 'refund', times: 1 } })
  expect((await refund(app, waiting.checkout.razorpay_payment_id)).status).toBe(503)
  const unknowing = await aPaidComplaint(app)
  for (const { checkout } of [waiting, unknowing]) {
    const path = `/v1/payments/${checkout.razorpay_payment_id}/refund`
    await fetch(app.provider.apiUrl + path, { method: 'POST', headers: { authorization: basicAuth() } })
  }
  await letAMinutePass()
  await finished(waiting.complaintId)
  expect((await refund(app, unknowing.checkout.razorpay_payment_id)).body.data).toMatchObject({ status: 'refunded' })
  expect(await moneyOf(app, unknowing.complaintId)).toBe('refunded: refunded/applied')
  for (const { orderId, complaintId } of [waiting, unknowing]) {
    expect(await refundsAtProvider(app, orderId)).toHaveLength(1)
    expect((await adminView(app, complaintId)).payments).toMatchObject([{ is_refund_pending: false }])
  }
})
