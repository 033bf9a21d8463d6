import { foundationCalls } from '@petsetu/contract/office/foundation.ts'
import { reportCalls } from '@petsetu/contract/office/reports.ts'
import { type AdminPayment, paymentCalls } from '@petsetu/contract/payments/payments.ts'
import { donationCalls } from '@petsetu/contract/supporters/donations.ts'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { FOUNDATION } from '../../../test/foundation.ts'
import {
  aDonation,
  anOrder,
  aPaidComplaint,
  COMPLAINT,
  DONATION,
  payingApp,
  UNRECONCILED,
  verify,
} from '../../../test/paying-app.ts'
import { adminView, checkPayment, moneyOf, refund, refundsAtProvider, theAdmin } from '../../../test/payment-state.ts'
import { reconcile, sweepPayments } from '../reconcile/reconcile.ts'

const app = await payingApp(UNRECONCILED, undefined, { sendsMail: true })
await app.sandbox.injectFault({ webhooks: 'lost' })

beforeEach(async () => {
  await app.sandbox.injectFault({ api: [] })
  await takeForeignMoney(false)
})

const takeForeignMoney = async (takesForeignMoney: boolean) =>
  app.call(foundationCalls.update, { body: { ...FOUNDATION, takesForeignMoney } }, await theAdmin(app))

/** A complaint that was paid twice: our id of the second payment, and the provider's. */
async function aSurplus() {
  const { complaintId, orderId } = await aPaidComplaint(app)
  const { razorpay_payment_id: providerId } = await app.sandbox.pay(orderId, 'captured', { even_if_paid: true })
  await checkPayment(app, complaintId)
  const { id } = await paymentOf(complaintId, 'surplus')
  return { complaintId, orderId, providerId, id }
}

async function paymentOf(complaintId: number, disposition: AdminPayment['disposition']): Promise<AdminPayment> {
  const payment = (await adminView(app, complaintId)).payments.find((one) => one.disposition === disposition)
  if (!payment) throw new Error(`The complaint has no ${disposition} payment`)
  return payment
}

/** The test moves what is stored instead of waiting for hours. */
const pass = (hours: number) =>
  sql`
    with aged as (update payments set return_at = return_at - make_interval(hours => ${hours}))
    update refunds set created_at = created_at - make_interval(hours => ${hours}),
      next_check_at = next_check_at - make_interval(hours => ${hours})`.execute(app.db)

const round = () => reconcile(app.payments)

const settle = async (id: number, as?: 'kept' | 'returned') =>
  app.call(
    paymentCalls.settle,
    { params: { id: String(id) }, body: { note: 'For the shelter', ...(as && { as }) } },
    await theAdmin(app),
  )

// TRU-7
test('surplus money goes back by itself after 24 hours, once, and the payer is told', async () => {
  const { complaintId, orderId, id } = await aSurplus()
  const { return_at } = await paymentOf(complaintId, 'surplus')
  const hours = (Date.parse(return_at ?? '') - Date.now()) / 3_600_000
  expect(hours).toBeGreaterThan(23)
  expect(hours).toBeLessThanOrEqual(24)

  await pass(23)
  await round()
  expect(await moneyOf(app, complaintId)).toBe('paid: captured/applied captured/surplus')
  await pass(1)
  for (let times = 0; times < 3; times++) await round()
  expect(await moneyOf(app, complaintId)).toBe('paid: captured/applied refunded/surplus')
  expect(await refundsAtProvider(app, orderId)).toMatchObject([{ amount: 10_000, status: 'processed' }])
  expect((await paymentOf(complaintId, 'surplus')).return_at).toBeNull()
  const told = async () => (await app.mailsTo(COMPLAINT.email)).filter(({ subject }) => subject.includes('refunded'))
  await expect.poll(told).toHaveLength(1)
  const row = await app.db.selectFrom('refunds').select('requested_by').where('payment_id', '=', id).execute()
  expect(row).toEqual([{ requested_by: null }])
})

// TRU-7
test('the payment report shows when surplus money goes back', async () => {
  const { id } = await aSurplus()
  const report = await app.call(reportCalls.payments, { query: { payment_id: String(id) } }, await theAdmin(app))
  expect(report.body.data).toMatchObject([{ disposition: 'surplus', return_at: expect.stringMatching(/Z$/) }])
})

// TRU-7
test('money that an admin keeps for something stays, which the audit shows', async () => {
  const { complaintId, orderId, id } = await aSurplus()
  const kept = await settle(id, 'kept')
  expect(kept.body.data).toMatchObject({ settled_note: 'For the shelter', settled_as: 'kept', return_at: null })
  await pass(48)
  await round()
  expect(await moneyOf(app, complaintId)).toBe('paid: captured/applied captured/surplus')
  expect(await refundsAtProvider(app, orderId)).toEqual([])
  const audit = await app.db.selectFrom('audit').selectAll().where('action', '=', 'payment-settled').execute()
  expect(audit.at(-1)).toMatchObject({ object_id: String(id), reason: 'For the shelter', after: { as: 'kept' } })
  const file = await app.call(reportCalls.paymentsCsv, { query: { payment_id: String(id) } }, await theAdmin(app))
  expect(file.body).toContain(',Kept: For the shelter,')
})

// TRU-7
test('money that is kept and sent back at the same moment has one of both', async () => {
  for (let times = 0; times < 5; times++) {
    const { complaintId, orderId, id } = await aSurplus()
    await pass(25)
    const [reply] = await Promise.all([settle(id, 'kept'), round(), round()])
    await round()
    const isKept = reply.status === 200
    expect(await moneyOf(app, complaintId)).toBe(`paid: captured/applied ${isKept ? 'captured' : 'refunded'}/surplus`)
    expect(await refundsAtProvider(app, orderId)).toHaveLength(isKept ? 0 : 1)
  }
})

// TRU-7
test('surplus money that an admin has sent back does not go back again', async () => {
  const { complaintId, orderId, providerId } = await aSurplus()
  await refund(app, providerId)
  await pass(48)
  await round()
  expect(await moneyOf(app, complaintId)).toBe('paid: captured/applied refunded/surplus')
  expect(await refundsAtProvider(app, orderId)).toHaveLength(1)
})

// TRU-7
test('a return that the provider refused is tried again a day later', async () => {
  const { complaintId, orderId } = await aSurplus()
  await pass(24)
  const error = { code: 'BAD_REQUEST_ERROR', description: 'Your account does not have enough balance.' }
  app.wire.decide(({ path }) => (path.endsWith('/refund') ? { status: 400, body: JSON.stringify({ error }) } : 'pass'))
  await round()
  const refused = await paymentOf(complaintId, 'surplus')
  expect(refused).toMatchObject({ status: 'captured', is_refund_pending: false, is_return_refused: true })
  app.wire.clearFaults()
  await round()
  expect(await refundsAtProvider(app, orderId)).toEqual([])
  await pass(24)
  await round()
  expect(await moneyOf(app, complaintId)).toBe('paid: captured/applied refunded/surplus')
  expect(await refundsAtProvider(app, orderId)).toHaveLength(1)
})

// TRU-7
test('a return that the provider did not answer is the same refund later', async () => {
  const { complaintId, orderId } = await aSurplus()
  await pass(24)
  await app.sandbox.injectFault({ api: { fault: 'cut-after', operation: 'refund' } })
  await round()
  expect(await paymentOf(complaintId, 'surplus')).toMatchObject({ status: 'captured', is_refund_pending: true })
  await app.sandbox.injectFault({ api: [] })
  await pass(24)
  await round()
  expect(await moneyOf(app, complaintId)).toBe('paid: captured/applied refunded/surplus')
  expect(await refundsAtProvider(app, orderId)).toHaveLength(1)
})

// TRU-7
test('surplus money from before an upgrade goes back a day after it', async () => {
  const { complaintId, id } = await aSurplus()
  await app.db.updateTable('payments').set({ return_at: null }).where('id', '=', id).execute()
  await round()
  expect(await moneyOf(app, complaintId)).toBe('paid: captured/applied captured/surplus')
  await pass(24)
  await round()
  expect(await moneyOf(app, complaintId)).toBe('paid: captured/applied refunded/surplus')
})

// TRU-7
test('money that matches no order of ours does not go back by itself', async () => {
  const { complaintId, orderId } = await anOrder(app)
  await app.sandbox.pay(orderId, 'captured', { amount: 5_000 })
  await checkPayment(app, complaintId)
  expect((await paymentOf(complaintId, 'quarantined')).return_at).toBeNull()
  await pass(48)
  await round()
  expect(await moneyOf(app, complaintId)).toBe('pending: captured/quarantined')
})

// TRU-7
test('money from abroad pays for nothing, says so, and goes back after 24 hours', async () => {
  const { complaintId, orderId } = await anOrder(app)
  const checkout = await app.sandbox.pay(orderId, 'captured', { international: true })
  expect(await verify(app, complaintId, checkout)).toMatchObject({
    status: 409,
    error: { code: 'payment_from_abroad', message: expect.stringContaining('it goes back to you automatically') },
  })
  expect(await moneyOf(app, complaintId)).toBe('pending: captured/quarantined')
  const held = await paymentOf(complaintId, 'quarantined')
  expect(held).toMatchObject({ is_international: true, return_at: expect.stringMatching(/Z$/) })
  const mails = async () =>
    (await app.mailsTo(COMPLAINT.email)).filter(({ subject }) => subject.startsWith('We could not'))
  await expect.poll(mails).toEqual([
    expect.objectContaining({
      subject: 'We could not take your ₹100',
      text: expect.stringMatching(/will return it to you.*It came from outside India/s),
    }),
  ])
  await pass(24)
  await round()
  expect(await moneyOf(app, complaintId)).toBe('pending: refunded/quarantined')
  expect(await refundsAtProvider(app, orderId)).toHaveLength(1)
  expect(await verify(app, complaintId, checkout)).toMatchObject({ error: { code: 'payment_returned' } })
  const told = async () => (await app.mailsTo(COMPLAINT.email)).map(({ text }) => text)
  await expect.poll(told).toContainEqual(expect.stringContaining('It came from outside India'))
})

// TRU-7
test('a donation from abroad counts nowhere, and its donor can pay again from India', async () => {
  const { donationId, orderId } = await aDonation(app)
  const checkout = await app.sandbox.pay(orderId, 'captured', { international: true })
  const report = (body: typeof checkout) =>
    app.call(donationCalls.verifyPayment, { body: { ...body, donation_id: donationId } })
  expect(await report(checkout)).toMatchObject({ status: 409, error: { code: 'payment_from_abroad' } })
  const { status, paid_at } = await app.db
    .selectFrom('donations')
    .select(['status', 'paid_at'])
    .where('id', '=', donationId)
    .executeTakeFirstOrThrow()
  expect({ status, paid_at }).toEqual({ status: 'pending', paid_at: null })
  const again = (await app.call(donationCalls.donate, { body: DONATION })).body.data
  expect(again.donation_id).toBe(donationId)
  expect(again.order_id).not.toBe(orderId)
  expect((await report(await app.sandbox.pay(again.order_id ?? ''))).status).toBe(200)
})

// TRU-7
test('an authorised payment from abroad is not captured', async () => {
  const { complaintId, orderId } = await anOrder(app)
  const checkout = await app.sandbox.pay(orderId, 'authorized', { international: true })
  expect(await verify(app, complaintId, checkout)).toMatchObject({ error: { code: 'payment_from_abroad' } })
  expect((await app.sandbox.ledger(orderId)).payments.map(({ status }) => status)).toEqual(['authorized'])
})

// TRU-7
test('money from abroad cannot be kept, but may be marked as returned otherwise', async () => {
  const { complaintId, orderId } = await anOrder(app)
  await app.sandbox.pay(orderId, 'captured', { international: true })
  await checkPayment(app, complaintId)
  const { id } = await paymentOf(complaintId, 'quarantined')
  expect(await settle(id, 'kept')).toMatchObject({ status: 409, error: { code: 'foreign_money_kept' } })
  expect((await settle(id)).body.data).toMatchObject({ settled_as: 'returned', return_at: null })
})

// TRU-7
test('money from abroad that was returned otherwise never counts later', async () => {
  const { complaintId, orderId } = await anOrder(app)
  const checkout = await app.sandbox.pay(orderId, 'captured', { international: true })
  await checkPayment(app, complaintId)
  const { id } = await paymentOf(complaintId, 'quarantined')
  await settle(id, 'returned')
  await takeForeignMoney(true)
  expect((await verify(app, complaintId, checkout)).status).toBe(409)
  await checkPayment(app, complaintId)
  expect(await moneyOf(app, complaintId)).toBe('pending: captured/quarantined')
})

// TRU-7
test('the nightly sweep asks about old unmatched money until it is settled', async () => {
  const { id, providerId } = await aSurplus()
  await sql`update payments set created_at = now() - interval '30 days' where id = ${id}`.execute(app.db)
  const isAsked = async () => {
    const from = app.wire.seen.length
    await sweepPayments(app.payments, null)
    return app.wire.seen.slice(from).some(({ path }) => path === `/v1/payments/${providerId}`)
  }
  expect(await isAsked()).toBe(true)
  await settle(id, 'returned')
  expect(await isAsked()).toBe(false)
})

// TRU-7
test('where the settings take money from abroad, it counts like any other', async () => {
  await takeForeignMoney(true)
  const { complaintId, orderId } = await anOrder(app)
  const checkout = await app.sandbox.pay(orderId, 'captured', { international: true })
  expect((await verify(app, complaintId, checkout)).status).toBe(200)
  expect(await paymentOf(complaintId, 'applied')).toMatchObject({ is_international: true, return_at: null })
})

// TRU-7
test('money that is held counts once the settings take it, and does not go back', async () => {
  const { complaintId, orderId } = await anOrder(app)
  const checkout = await app.sandbox.pay(orderId, 'captured', { international: true })
  await verify(app, complaintId, checkout)
  await takeForeignMoney(true)
  await pass(24)
  expect((await verify(app, complaintId, checkout)).status).toBe(200)
  await round()
  expect(await moneyOf(app, complaintId)).toBe('paid: captured/applied')
})
