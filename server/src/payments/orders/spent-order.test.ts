import { expect, test } from 'vitest'
import { anOrder, initiate, payingApp, verify } from '../../../test/paying-app.ts'
import { checkPayment, moneyOf } from '../../../test/payment-state.ts'
import { basicAuth } from '../../../test/sandbox.ts'
import { IS_PAYABLE } from '../../complaints/complaint-payment.ts'

const app = await payingApp()
await app.sandbox.injectFault({ webhooks: 'lost' })

/** Expects that the complaint can be paid with a new order, for which the provider accepts money. */
async function expectPayable(complaintId: number, spentOrderId: string): Promise<void> {
  const { status, body } = await initiate(app, complaintId)
  expect(status).toBe(200)
  expect(body.data.order_id).not.toBe(spentOrderId)
  expect((await verify(app, complaintId, await app.sandbox.pay(body.data.order_id))).status).toBe(200)
}

// PAY-6, PAY-8
test('an order whose payment was returned unnoticed is replaced, and the new one pays', async () => {
  const { complaintId, orderId } = await anOrder(app)
  const { razorpay_payment_id } = await app.sandbox.pay(orderId)
  await fetch(`${app.provider.apiUrl}/v1/payments/${razorpay_payment_id}/refund`, {
    method: 'POST',
    headers: { authorization: basicAuth() },
  })
  await checkPayment(app, complaintId)
  expect(await moneyOf(app, complaintId)).toBe('pending: refunded/none')
  await expectPayable(complaintId, orderId)
  expect(await moneyOf(app, complaintId)).toBe('paid: refunded/none captured/applied')
})

// PAY-6, PAY-8
test('an order that was paid with another amount is replaced, and the new one pays', async () => {
  const { complaintId, orderId } = await anOrder(app)
  await app.sandbox.pay(orderId, 'captured', { amount: 7_700 })
  await checkPayment(app, complaintId)
  expect(await moneyOf(app, complaintId)).toBe('pending: captured/quarantined')
  await expectPayable(complaintId, orderId)
  expect(await moneyOf(app, complaintId)).toBe('paid: captured/quarantined captured/applied')
})

for (const [what, oddity] of [
  ['from abroad', { international: true }],
  ['of another amount', { amount: 7_700 }],
] as const) {
  // PAY-6, PAY-8, TRU-7
  test(`an order that holds money ${what} is replaced before it goes back`, async () => {
    const { complaintId, orderId } = await anOrder(app)
    await app.sandbox.pay(orderId, 'authorized', oddity)
    await checkPayment(app, complaintId)
    expect(await moneyOf(app, complaintId)).toBe('pending: authorized/none')
    const shown = app.db.selectFrom('complaints').select(IS_PAYABLE.as('is_payable')).where('id', '=', complaintId)
    expect(await shown.execute()).toEqual([{ is_payable: true }])
    await expectPayable(complaintId, orderId)
    expect(await moneyOf(app, complaintId)).toBe('paid: authorized/none captured/applied')
  })
}

// PAY-6
test('an authorised payment that is about to be captured is not paid a second time', async () => {
  const { complaintId, orderId } = await anOrder(app)
  await app.sandbox.injectFault({ api: { fault: 'status500', operation: 'capture' } })
  await app.sandbox.pay(orderId, 'authorized')
  await checkPayment(app, complaintId)
  expect(await moneyOf(app, complaintId)).toBe('pending: authorized/none')
  const shown = app.db.selectFrom('complaints').select(IS_PAYABLE.as('is_payable')).where('id', '=', complaintId)
  expect(await shown.execute()).toEqual([{ is_payable: false }])
  expect((await initiate(app, complaintId)).body.data.order_id).toBe(orderId)
})
