import { reportCalls } from '@petsetu/contract/office/reports.ts'
import { deskCalls } from '@petsetu/contract/payments/desk.ts'
import { receiptCalls } from '@petsetu/contract/payments/receipts.ts'
import { expect, test } from 'vitest'
import { aCheque, aDeskFee, chequeNumber, takeAtDesk, voidAtDesk } from '../../../test/desk.ts'
import { anAdmin } from '../../../test/factories.ts'
import { changeSettings } from '../../../test/foundation.ts'
import { aComplaint, aDonation, anOrder, aPaidComplaint, aRegistration, payingApp } from '../../../test/paying-app.ts'
import { adminView, checkPayment, moneyOf, refund, theAdmin } from '../../../test/payment-state.ts'
import { storedText } from '../../../test/stored.ts'
import { listOrdersOf, takeDueOrders } from '../orders/order-queries.ts'

const app = await payingApp()
await app.sandbox.injectFault({ webhooks: 'lost' })

async function receiptOf(path: string | null) {
  const token = path?.split('/').at(-1) ?? ''
  return (await app.call(receiptCalls.read, { params: { token } })).body.data
}

async function report(query: Record<string, string> = {}) {
  return (await app.call(reportCalls.payments, { query }, await theAdmin(app))).body
}

// RCP-2
test('a fee taken in cash pays the complaint, in receipt, ledger and report', async () => {
  const admin = await theAdmin(app)
  const before = await report()
  const complaintId = await aComplaint(app)
  const reply = await takeAtDesk(app, { purpose: 'complaint', subject_id: complaintId, amount: 150.5 })
  expect(reply.status).toBe(201)
  const { receipt_path, id } = reply.body.data
  expect(reply.body.data).toMatchObject({ mode: 'cash', state: 'cleared', amount: 150.5, taken_by: admin.username })
  expect(await moneyOf(app, complaintId)).toBe('paid: captured/applied')
  expect(await adminView(app, complaintId)).toMatchObject({ payment_amount: 150.5, receipt_path })
  expect(await receiptOf(receipt_path)).toMatchObject({ mode: 'cash', amount: 150.5, status: 'paid', bank: null })
  const { data, summary } = await report()
  expect(summary.total_revenue).toBe(before.summary.total_revenue + 150.5)
  const row = data.find(({ payment }) => payment === id)
  expect(row).toMatchObject({ status: 'captured', desk: { mode: 'cash', taken_by: admin.username } })
  const csv = await app.call(reportCalls.paymentsCsv, { query: {} }, admin)
  expect(csv.body).toContain(`Cash,,${admin.username}`)
  const journal = await app.db.selectFrom('payment_journal').selectAll().where('payment_id', '=', id).execute()
  expect(journal).toMatchObject([{ source: 'desk', status_after: 'captured', disposition_after: 'applied' }])
})

// RCP-2
test('a membership paid by UPI and a donation in cash count at once, with receipts', async () => {
  const { membershipId } = await aRegistration(app, { plan: { price: 499 } })
  const reference = `UPI${Date.now()}`
  const upi = { purpose: 'membership', subject_id: membershipId, mode: 'upi', amount: 499, reference } as const
  const member = await takeAtDesk(app, upi)
  expect(await receiptOf(member.body.data.receipt_path)).toMatchObject({ mode: 'upi', desk_reference: reference })
  const { donationId } = await aDonation(app, { amount: 2_500 })
  const gift = await takeAtDesk(app, { purpose: 'donation', subject_id: donationId, amount: 2_500 })
  expect(await receiptOf(gift.body.data.receipt_path)).toMatchObject({ mode: 'cash', donated_for: 'Food' })
  const rows = await app.pool.query(
    `select m.status, d.status as given from memberships m, donations d where m.id = $1 and d.id = $2`,
    [membershipId, donationId],
  )
  expect(rows.rows).toEqual([{ status: 'active', given: 'paid' }])
})

test.each([
  ['a fee below ₹100', 'complaint', 99.99, /at least/],
  ['another sum than the price', 'membership', 498, /₹499 is due/],
  ['another sum than was promised', 'donation', 501, /₹500 is due/],
  // RCP-2
] as const)('%s is refused and changes nothing', async (_, purpose, amount, message) => {
  const subject_id =
    purpose === 'complaint'
      ? await aComplaint(app)
      : purpose === 'membership'
        ? (await aRegistration(app, { plan: { price: 499 } })).membershipId
        : (await aDonation(app)).donationId
  const before = await storedText(app.pool)
  const reply = await takeAtDesk(app, { purpose, subject_id, amount })
  expect(reply.status).toBe(400)
  expect(reply.error.errors?.amount).toMatch(message)
  expect(await storedText(app.pool)).toBe(before)
})

test.each([
  [{ mode: 'cheque', reference: '12345', bank: 'B' }, 'reference'],
  [{ mode: 'cheque', reference: '123456' }, 'bank'],
  [{ mode: 'upi', reference: 'a b c d' }, 'reference'],
  [{ mode: 'upi' }, 'reference'],
  [{ mode: 'cash', reference: 'ABCDEF' }, 'reference'],
  [{ mode: 'upi', reference: 'ABCDEF', cheque_date: '2026-07-21' }, 'cheque_date'],
  [{ mode: 'cash', amount: 2_00_000 }, 'amount'],
  [{ mode: 'barter' }, 'mode'],
  // RCP-2
] as const)('a form of %j says what is wrong with its %s', async (form, field) => {
  const reply = await takeAtDesk(app, { purpose: 'complaint', subject_id: 1, ...(form as object) })
  expect(reply.status).toBe(400)
  expect(Object.keys(reply.error.errors ?? {})).toContain(field)
})

// RCP-2
test('the same request twice takes the money once, also when both come at once', async () => {
  const form = { purpose: 'complaint', subject_id: await aComplaint(app) } as const
  const key = `desk-${Date.now()}`
  const replies = await Promise.all([takeAtDesk(app, form, { key }), takeAtDesk(app, form, { key })])
  expect(replies.map(({ status }) => status)).toEqual([201, 201])
  expect(replies[0]?.body.data.id).toBe(replies[1]?.body.data.id)
  expect(await moneyOf(app, form.subject_id)).toBe('paid: captured/applied')
  expect((await takeAtDesk(app, form)).error).toMatchObject({ code: 'nothing_to_pay' })
})

// RCP-2
test('the same cheque, or UPI payment, taken twice is refused and names the first', async () => {
  const cheque = { mode: 'cheque', reference: chequeNumber(), bank: 'State Bank' } as const
  const upi = { mode: 'upi', reference: `ref${Date.now()}` } as const
  for (const form of [cheque, upi]) {
    const first = await aDeskFee(app, form)
    const again = { ...form, purpose: 'complaint', subject_id: await aComplaint(app) } as const
    const shouted = { ...again, reference: form.reference.toUpperCase(), ...('bank' in form && { bank: 'STATE BANK' }) }
    for (const second of [again, shouted]) {
      const reply = await takeAtDesk(app, second)
      expect(reply).toMatchObject({ status: 409, error: { code: 'desk_reference_taken' } })
      expect(reply.error.message).toContain(String(first.id))
    }
    expect(await moneyOf(app, again.subject_id)).toBe('none:')
  }
})

// RCP-2
test('two cheques of one bank with the same number are told apart by their days', async () => {
  const cheque = { mode: 'cheque', reference: chequeNumber(), bank: 'State Bank' } as const
  const [day, otherDay] = ['2026-01-05', '2026-01-06']
  expect((await aDeskFee(app, { ...cheque, cheque_date: day })).id).toBeGreaterThan(0)
  const subject_id = await aComplaint(app)
  const take = (cheque_date?: string) =>
    takeAtDesk(app, { ...cheque, purpose: 'complaint', subject_id, ...(cheque_date && { cheque_date }) })
  for (const same of [await take(day), await take()]) {
    expect(same).toMatchObject({ status: 409, error: { code: 'desk_reference_taken' } })
    expect(same.error.message).toContain('both need their date')
  }
  expect(await take(otherDay)).toMatchObject({ status: 201, body: { data: { cheque_date: otherDay } } })
})

// RCP-2
test('two desks that take the same UPI payment, or the same fee, at once take it once', async () => {
  for (let round = 0; round < 5; round++) {
    const [one, other] = [await aComplaint(app), await aComplaint(app)]
    const second = await anAdmin(app.db)
    const upi = { purpose: 'complaint', mode: 'upi', reference: `race${Date.now()}` } as const
    const both = await Promise.all([
      takeAtDesk(app, { ...upi, subject_id: one }),
      takeAtDesk(app, { ...upi, subject_id: other }, { by: second }),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const same = { purpose: 'complaint', subject_id: await aComplaint(app) } as const
    const replies = await Promise.all([takeAtDesk(app, same), takeAtDesk(app, same, { by: second })])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect(await moneyOf(app, same.subject_id)).toBe('paid: captured/applied')
  }
})

// RCP-2
test('money taken at many desks at once gets receipt numbers without a gap', async () => {
  const ids = await Promise.all(Array.from({ length: 8 }, () => aDeskFee(app)))
  const { rows } = await app.pool.query<{ number: number }>(
    'select number from receipts where payment_id = any($1) order by number',
    [ids.map(({ id }) => id)],
  )
  const first = rows[0]?.number ?? 0
  expect(rows.map(({ number }) => number)).toEqual(ids.map((_, index) => first + index))
})

// RCP-2
test('the provider is never asked about the desk’s money, nor refunds it', async () => {
  const { complaintId, id } = await aDeskFee(app)
  await aDeskFee(app, aCheque())
  const { order_id } = await app.db
    .selectFrom('payments')
    .select('order_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const order = app.db
    .selectFrom('payment_orders')
    .select(['key_id', 'next_check_at', 'status'])
    .where('id', '=', order_id)
  expect(await order.execute()).toEqual([{ key_id: 'desk', next_check_at: null, status: 'paid' }])
  await app.pool.query(`update payment_orders set next_check_at = now() where key_id = 'desk'`)
  for (const keyId of ['rzp_live_1', app.provider.keyId]) {
    const due = await takeDueOrders(app.db, keyId, 100, 60)
    expect(due.filter(({ providerOrderId }) => providerOrderId?.startsWith('desk_'))).toEqual([])
    expect(await listOrdersOf(app.db, keyId, 'complaint', complaintId)).toEqual([])
  }
  const { razorpay_payment_id } = await adminView(app, complaintId)
  expect(await refund(app, razorpay_payment_id ?? '')).toMatchObject({
    status: 409,
    error: { code: 'void_at_the_desk' },
  })
  expect(await moneyOf(app, complaintId)).toBe('paid: captured/applied')
})

// RCP-2
test('of a checkout and the desk, the first pays and the second is surplus', async () => {
  const { complaintId, orderId } = await anOrder(app, 100)
  await takeAtDesk(app, { purpose: 'complaint', subject_id: complaintId })
  await app.sandbox.pay(orderId)
  await checkPayment(app, complaintId)
  expect(await moneyOf(app, complaintId)).toBe('paid: captured/applied captured/surplus')
  const paid = await aPaidComplaint(app)
  expect((await takeAtDesk(app, { purpose: 'complaint', subject_id: paid.complaintId })).status).toBe(409)
})

// RCP-2
test('what is not paid yet is found by its number, a name, an e-mail or a phone number', async () => {
  const { donationId } = await aDonation(app, { name: 'Zubeida Unusual', email: 'zubeida@example.org', amount: 750 })
  const { membershipId } = await aRegistration(app, { plan: { price: 320 } })
  const search = async (query: { search: string; purpose?: 'donation' | 'membership' | 'complaint' }) =>
    (await app.call(deskCalls.subjects, { query }, await theAdmin(app))).body.data
  for (const text of ['zubeida un', 'ZUBEIDA@', String(donationId)])
    expect(await search({ search: text, purpose: 'donation' })).toMatchObject([
      { subject_id: donationId, payer: 'Zubeida Unusual', amount: 750 },
    ])
  const [membership] = await search({ search: String(membershipId), purpose: 'membership' })
  expect(membership).toMatchObject({ subject_id: membershipId, amount: 320 })
  await takeAtDesk(app, { purpose: 'donation', subject_id: donationId, amount: 750 })
  expect(await search({ search: 'zubeida' })).toEqual([])
})

// TRU-8
test('cash of one person on one day is added up by e-mail or phone', async () => {
  await changeSettings(app, { cashDayMax: 5_000 })
  const email = `cash${Date.now()}@example.org`
  const given = async (complaintId: number) => {
    const query = { purpose: 'complaint', subject_id: String(complaintId) } as const
    return (await app.call(deskCalls.cashToday, { query }, await theAdmin(app))).body.data
  }
  const first = await aComplaint(app, { email, phone: '+91 55500 77001' })
  await takeAtDesk(app, { purpose: 'complaint', subject_id: first, amount: 300 })
  const samePhone = await aComplaint(app, { email: `x${email}`, phone: '055500 77001' })
  expect(await given(samePhone)).toEqual({ given: 300, limit: 5_000 })
  const taken = await takeAtDesk(app, { purpose: 'complaint', subject_id: samePhone, amount: 200 })
  const sameEmail = await aComplaint(app, { email: email.toUpperCase(), phone: '+91 55500 77002' })
  await takeAtDesk(app, { purpose: 'complaint', subject_id: sameEmail, amount: 1_000, ...aCheque() })
  expect((await given(sameEmail)).given).toBe(300)
  expect((await given(first)).given).toBe(500)
  await voidAtDesk(app, taken.body.data.id)
  expect((await given(first)).given).toBe(300)
  await app.pool.query("update desk_payments set taken_at = taken_at - interval '1 day'")
  expect((await given(first)).given).toBe(0)
  expect((await given(await aComplaint(app, { email: 'other@example.org', phone: '+91 55500 77003' }))).given).toBe(0)
})
