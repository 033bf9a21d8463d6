import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { paymentCalls } from '@petsetu/contract/payments/payments.ts'
import { expect, test } from 'vitest'
import { anAdmin } from '../../test/factories.ts'
import { anOrder, aPaidComplaint, payingApp } from '../../test/paying-app.ts'

const app = await payingApp()

// CMP-6, CMP-11, PAY-6
test('a paid complaint shows the payment, its id and its date', async () => {
  const admin = await anAdmin(app.db)
  const { complaintId, checkout } = await aPaidComplaint(app, 150.5)

  const { status, body } = await app.call(complaintCalls.read, { params: { id: String(complaintId) } }, admin)

  expect(status).toBe(200)
  expect(body.data).toMatchObject({
    payment_status: 'paid',
    payment_amount: 150.5,
    razorpay_payment_id: checkout.razorpay_payment_id,
    payment_date: expect.stringMatching(/^20\d\d-/),
    payments: [{ disposition: 'applied', status: 'captured', amount: 150.5 }],
  })
})

// CMP-6
test("repeating the checkout's reply succeeds again and applies nothing twice", async () => {
  const { complaintId, checkout } = await aPaidComplaint(app)
  const again = await app.call(complaintCalls.verifyPayment, { body: { ...checkout, complaint_id: complaintId } })
  expect(again.status).toBe(200)
  expect(again.body.status).toBe('success')
  const payments = await app.db.selectFrom('payments').select('id').where('subject_id', '=', complaintId).execute()
  expect(payments).toHaveLength(1)
})

// PAY-9
test('an admin refunds a paid complaint in full, and it shows as refunded', async () => {
  const admin = await anAdmin(app.db)
  const { complaintId } = await aPaidComplaint(app)
  const before = await app.call(complaintCalls.read, { params: { id: String(complaintId) } }, admin)
  const [payment] = before.body.data.payments
  const reply = await app.call(paymentCalls.refund, { params: { id: String(payment?.id) } }, admin)
  expect(reply.body.data).toMatchObject({ status: 'refunded', is_refund_pending: false })
  const after = await app.call(complaintCalls.read, { params: { id: String(complaintId) } }, admin)
  expect(after.body.data.payment_status).toBe('refunded')
  const twice = await app.call(paymentCalls.refund, { params: { id: String(payment?.id) } }, admin)
  expect(twice.status).toBe(409)
})

// PAY-4
test('a payment that no browser reported is settled by the webhook', async () => {
  const admin = await anAdmin(app.db)
  const { complaintId, orderId } = await anOrder(app)
  await app.sandbox.pay(orderId)
  await expect
    .poll(
      async () =>
        (await app.call(complaintCalls.read, { params: { id: String(complaintId) } }, admin)).body.data.payment_status,
    )
    .toBe('paid')
})
