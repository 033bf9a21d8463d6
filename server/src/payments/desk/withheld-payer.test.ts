import { caseCalls } from '@petsetu/contract/complaints/cases.ts'
import { cashSheetCalls } from '@petsetu/contract/payments/books.ts'
import { deskCalls } from '@petsetu/contract/payments/desk.ts'
import { linkCalls } from '@petsetu/contract/payments/links.ts'
import { paymentCalls } from '@petsetu/contract/payments/payments.ts'
import { receiptCalls } from '@petsetu/contract/payments/receipts.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { expect, test } from 'vitest'
import { takeAtDesk, voidAtDesk } from '../../../test/desk.ts'
import { anAdmin } from '../../../test/factories.ts'
import { aFeeLink, anOrderByLink } from '../../../test/pay-links.ts'
import { aComplaint, anOrder, payingApp, verify } from '../../../test/paying-app.ts'
import { theAdmin } from '../../../test/payment-state.ts'

const app = await payingApp()
const clerk = await anAdmin(app.db, ['money'])

/** Reads the clerk's list and cash sheet. */
async function shownToClerk(id: number) {
  const list = await app.call(deskCalls.list, { query: {} }, clerk)
  const sheet = await app.call(cashSheetCalls.read, { query: { day: today(), admin_id: String(clerk.id) } }, clerk)
  return [list.body.data, sheet.body.data.payments].map((payments) => payments.find((payment) => payment.id === id))
}

// CASE-5, RCP-2
test('the desk leads to no receipt of a complainant whose name is withheld', async () => {
  const complaintId = await aComplaint(app, { withhold_name: 'true', fullname: 'Zarina Begum' })
  const taken = await takeAtDesk(app, { purpose: 'complaint', subject_id: complaintId }, { by: clerk })
  const { id } = taken.body.data
  const hidden = { id, payer: '', receipt_path: null, refund_receipt_path: null }
  expect([taken.body.data, ...(await shownToClerk(id))]).toMatchObject([hidden, hidden, hidden])

  // With the duty for cases and a reason, the receipt is there.
  const revealed = await app.call(
    caseCalls.reveal,
    { params: { id: String(complaintId) }, body: { reason: 'To hand over the receipt' } },
    await theAdmin(app),
  )
  const token = revealed.body.data.receipt_path?.split('/').at(-1) ?? ''
  expect((await app.call(receiptCalls.read, { params: { token } })).body.data).toMatchObject({
    paid_by: 'Zarina Begum',
  })

  expect((await voidAtDesk(app, id)).body.data).toMatchObject({ ...hidden, state: 'void' })
  expect(await shownToClerk(id)).toMatchObject([hidden, hidden])
})

// CASE-5, LNK-1
test('a pay link leads to no receipt of a complainant whose name is withheld', async () => {
  const link = await aFeeLink(app, { withhold_name: 'true', fullname: 'Zarina Begum' })
  const { orderId } = await anOrderByLink(app, link)
  const body = { token: link.token, ...(await app.sandbox.pay(orderId)) }
  const paid = await app.call(linkCalls.verifyPayment, { body })
  expect([paid.status, paid.body.data]).toEqual([200, { receipt_path: null }])
  const page = await (await app.fetch(`/pay/${link.token}`, { headers: { accept: 'text/html' } })).text()
  expect(page).toContain('This is paid.')
  expect(page).not.toContain('/receipt/')
})

// CASE-5, LNK-1
test('whoever pays a withheld fee by a link is led to no receipt in another way', async () => {
  const link = await aFeeLink(app, { withhold_name: 'true', fullname: 'Zarina Begum' })
  const { orderId } = await anOrderByLink(app, link)
  const { subject_id } = await app.db
    .selectFrom('payment_orders')
    .select('subject_id')
    .where('provider_order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  const paid = await verify(app, subject_id, await app.sandbox.pay(orderId))
  expect([paid.status, paid.body.data]).toMatchObject([200, { payment_status: 'paid', receipt_path: null }])
})

// CASE-5, PAY-6
test('an order leads to no receipt of a complainant whose name is withheld', async () => {
  for (const [withhold_name, receipt_path] of [
    ['true', null],
    ['false', expect.stringMatching(/^\/receipt\//)],
  ] as const) {
    const { orderId } = await anOrder(app, 100, { withhold_name, fullname: 'Zarina Begum' })
    await app.sandbox.pay(orderId)
    const { body } = await app.call(paymentCalls.orderState, { body: { order_id: orderId } })
    expect(body.data).toEqual({ is_paid: true, receipt_path })
  }
})

// RCP-2
test('the desk leads to the receipt and the refund’s receipt of everybody else', async () => {
  const complaintId = await aComplaint(app)
  const taken = await takeAtDesk(app, { purpose: 'complaint', subject_id: complaintId }, { by: clerk })
  expect(taken.body.data.receipt_path).toMatch(/^\/receipt\//)
  expect((await voidAtDesk(app, taken.body.data.id)).body.data.refund_receipt_path).toMatch(/^\/receipt\//)
})
