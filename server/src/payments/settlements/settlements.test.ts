import { reportCalls } from '@petsetu/contract/office/reports.ts'
import { settlementCalls } from '@petsetu/contract/payments/settlements.ts'
import { auditCalls } from '@petsetu/contract/people/audit.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { expect, test } from 'vitest'
import { aDeskFee } from '../../../test/desk.ts'
import { anOrder, aPaidComplaint, aPaidDonation, COMPLAINT, DONATION, payingApp } from '../../../test/paying-app.ts'
import { checkPayment, moneyOf, refund, theAdmin } from '../../../test/payment-state.ts'
import { aSettlement, type Cells, importReport, reportFile, settledPayment } from '../../../test/settlements.ts'
import { eraseComplaints } from '../../complaints/complaint-privacy.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { listLinesAfter } from './settlement-routes.ts'

const app = await payingApp()
// Nothing but the test changes money.
await app.sandbox.injectFault({ webhooks: 'lost' })

const JULY = '2021-07'
const THIS_MONTH = today().slice(0, 7)

const listed = async (month: string, state?: 'open' | 'missing' | 'matched') => {
  const query = { month, limit: '100', ...(state && { state }) }
  return (await app.call(settlementCalls.list, { query }, await theAdmin(app))).body.data
}
const lineOf = async (month: string, entityId: string, type = 'payment') =>
  (await listed(month)).find((line) => line.entity_id === entityId && line.type === type)
const summary = async (month: string) =>
  (await app.call(settlementCalls.summary, { query: { month } }, await theAdmin(app))).body.data

async function rowsOf(...tables: string[]): Promise<unknown[]> {
  const results = await Promise.all(tables.map((table) => app.pool.query(`select * from ${table} order by 1`)))
  return results.map(({ rows }) => rows)
}

/** A paid fee, and its refund at the provider. */
async function aRefundedFee(): Promise<{ paymentId: string; refundId: string; orderId: string }> {
  const { checkout, orderId } = await aPaidComplaint(app, 200)
  await refund(app, checkout.razorpay_payment_id)
  const [made] = (await app.sandbox.ledger(orderId)).refunds
  return { paymentId: checkout.razorpay_payment_id, refundId: made?.id ?? '', orderId }
}

// RCP-2
test('a report finds each payment and refund of ours, and says what is unknown', async () => {
  const { checkout } = await aPaidComplaint(app, 100)
  const { paymentId, refundId } = await aRefundedFee()
  const wrong = await aPaidComplaint(app, 300)
  const settlement = aSettlement()
  const reply = await importReport(
    app,
    reportFile([
      { ...settlement, ...settledPayment(checkout.razorpay_payment_id, 100) },
      { ...settlement, ...settledPayment(wrong.checkout.razorpay_payment_id, 250) },
      { ...settlement, ...settledPayment('pay_NotOurs', 500) },
      { ...settlement, ...settledPayment(paymentId, 200) },
      { ...settlement, transaction_entity: 'refund', entity_id: refundId, amount: 200, debit: 200, credit: 0, tax: 0 },
      { ...settlement, transaction_entity: 'adjustment', entity_id: 'adj_1', amount: 5, debit: 5, credit: 0, tax: 0 },
      { transaction_entity: 'payment', entity_id: 'pay_Later', amount: 10 },
    ]),
  )
  expect(reply.body.data).toEqual({ added: 6, known: 0, waiting: 1, months: [JULY] })
  expect(await lineOf(JULY, checkout.razorpay_payment_id)).toMatchObject({
    ...{ state: 'matched', amount: 100, ledger_amount: 100, fee: 2, tax: 0.36, net: 97.64 },
    ...{ settlement_id: settlement.settlement_id, utr: settlement.settlement_utr, at: '2021-07-21T05:00:00.000Z' },
  })
  const states = (await listed(JULY)).map(({ entity_id, state }) => [entity_id, state])
  expect(Object.fromEntries(states)).toMatchObject({
    [wrong.checkout.razorpay_payment_id]: 'different',
    ...{ pay_NotOurs: 'unknown', [paymentId]: 'matched', [refundId]: 'matched', adj_1: 'other' },
  })
  expect((await listed(JULY, 'open')).map(({ state }) => state).toSorted()).toEqual(['different', 'unknown'])
  expect(await summary(JULY)).toMatchObject({
    counts: { matched: 3, different: 1, unknown: 1, missing: 0, other: 1 },
    settled: { payments: 1_050, refunds: 200, other: -5, fee: 21, tax: 3.78, net: 820.22 },
    settlements: [{ utr: settlement.settlement_utr, lines: 6, net: 820.22 }],
  })
})

// RCP-2
test('by status, what somebody has to look into comes first, and the newest of it', async () => {
  const { checkout } = await aPaidComplaint(app, 100)
  const on = (day: string) => ({ ...aSettlement(), settled_at: `${day}/03/2021 10:30:00` })
  await importReport(
    app,
    reportFile([
      { ...on('23'), ...settledPayment(checkout.razorpay_payment_id, 100) },
      { ...on('21'), ...settledPayment('pay_UnknownOnce', 500) },
      { ...on('22'), ...settledPayment('pay_UnknownAgain', 500) },
    ]),
  )
  const statesBy = async (sort: 'status' | 'status-desc') => {
    const query = { month: '2021-03', limit: '100', sort }
    const { data } = (await app.call(settlementCalls.list, { query }, await theAdmin(app))).body
    return data.map(({ state, entity_id }) => (state === 'matched' ? state : entity_id))
  }
  expect(await statesBy('status')).toEqual(['pay_UnknownAgain', 'pay_UnknownOnce', 'matched'])
  expect((await statesBy('status-desc'))[0]).toBe('matched')
})

// RCP-2, CASE-5
test('a line names who paid, and for what, unless the name is withheld', async () => {
  const fee = await aPaidComplaint(app, 100, { fullname: 'Zarina Begum' })
  const hidden = await aPaidComplaint(app, 100, { withhold_name: 'true' })
  const donation = await aPaidDonation(app)
  const { paymentId, refundId } = await aRefundedFee()
  const settlement = { ...aSettlement(), settled_at: '21/02/2021 10:30:00' }
  const ids = [...[fee, hidden, donation].map(({ checkout }) => checkout.razorpay_payment_id), 'pay_Nobody']
  const refunded = { ...settlement, transaction_entity: 'refund', entity_id: refundId, amount: 200, debit: 200 }
  await importReport(app, reportFile([...ids.map((id) => ({ ...settlement, ...settledPayment(id, 100) })), refunded]))
  const lines = await listed('2021-02')
  expect(Object.fromEntries(lines.map(({ entity_id, payer, purpose }) => [entity_id, [payer, purpose]]))).toEqual({
    [fee.checkout.razorpay_payment_id]: ['Zarina Begum', 'complaint'],
    [hidden.checkout.razorpay_payment_id]: ['', 'complaint'],
    [donation.checkout.razorpay_payment_id]: [DONATION.name, 'donation'],
    [refundId]: [COMPLAINT.fullname, 'complaint'],
    pay_Nobody: [null, null],
  })
  expect(await lineOf(THIS_MONTH, paymentId)).toMatchObject({ state: 'missing', payer: COMPLAINT.fullname })
})

// RCP-2, RPT-6
test('a line of somebody whose data was erased is named as in the payment report', async () => {
  const { complaintId, checkout } = await aPaidComplaint(app)
  await inTransaction(app.db, (transaction) => eraseComplaints(transaction, [complaintId]))
  const reported = (await app.call(reportCalls.payments, { query: {} }, await theAdmin(app))).body.data
  const name = reported.find(({ complaint_id }) => complaint_id === complaintId)?.username
  expect(name).not.toBe(COMPLAINT.fullname)
  expect(await lineOf(THIS_MONTH, checkout.razorpay_payment_id)).toMatchObject({ payer: name, purpose: 'complaint' })
})

// RCP-2
test('what is in no report is missing in its month, and desk money never is', async () => {
  const { checkout } = await aPaidComplaint(app, 120)
  const { paymentId, orderId } = await aRefundedFee()
  const before = await summary(THIS_MONTH)
  expect(await lineOf(THIS_MONTH, checkout.razorpay_payment_id)).toMatchObject({
    ...{ state: 'missing', amount: null, ledger_amount: 120 },
  })
  expect(await lineOf(THIS_MONTH, paymentId, 'refund')).toMatchObject({ state: 'missing', ledger_amount: 200 })
  await aDeskFee(app, { amount: 999 })
  expect((await summary(THIS_MONTH)).not_settled).toBe(before.not_settled)
  // A report of the dashboard names the order of a refund, and not its payment.
  const settlement = aSettlement()
  await importReport(
    app,
    reportFile([
      { ...settlement, ...settledPayment(checkout.razorpay_payment_id, 120) },
      {
        ...settlement,
        transaction_entity: 'refund',
        entity_id: 'rfnd_Dashboard',
        order_id: orderId,
        amount: 200,
        debit: 200,
      },
    ]),
  )
  expect(await lineOf(JULY, 'rfnd_Dashboard', 'refund')).toMatchObject({ state: 'matched', ledger_amount: 200 })
  expect(await lineOf(THIS_MONTH, checkout.razorpay_payment_id)).toBeUndefined()
  expect(await lineOf(THIS_MONTH, paymentId, 'refund')).toBeUndefined()
  expect((await summary(THIS_MONTH)).not_settled).toBe(before.not_settled - 120 + 200)
})

// RCP-2
test('each part that went back and is in no report is missing, with its own amount', async () => {
  const { checkout, complaintId, orderId } = await aPaidComplaint(app, 200)
  const paymentId = checkout.razorpay_payment_id
  for (const paise of [5_000, 3_000]) {
    await app.sandbox.refundThere(paymentId, paise)
    await checkPayment(app, complaintId)
  }
  const missing = async () =>
    (await listed(THIS_MONTH, 'missing')).filter((line) => line.entity_id === paymentId && line.type === 'refund')
  expect((await missing()).map((line) => line.ledger_amount)).toEqual([30, 50])
  const keys = (await listed(THIS_MONTH)).map(({ key }) => key)
  expect(new Set(keys).size).toBe(keys.length)
  const [first] = (await app.sandbox.ledger(orderId)).refunds.toSorted((one, other) => other.amount - one.amount)
  const line = { ...aSettlement(), transaction_entity: 'refund', entity_id: first?.id ?? '', order_id: orderId }
  await importReport(app, reportFile([{ ...line, amount: 50, debit: 50 }]))
  expect((await missing()).map((left) => left.ledger_amount)).toEqual([30])
})

// RCP-2, PAY-6
test('of two payments of an order that went back, only the one in a report is settled', async () => {
  const { checkout, complaintId, orderId } = await aPaidComplaint(app, 200)
  const second = await app.sandbox.pay(orderId, 'captured', { even_if_paid: true })
  await checkPayment(app, complaintId)
  for (const one of [second, checkout]) await refund(app, one.razorpay_payment_id)
  expect(await moneyOf(app, complaintId)).toBe('refunded: refunded/applied refunded/surplus')
  const { provider_refund_id } = await app.db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'payment_id')
    .select('provider_refund_id')
    .where('provider_payment_id', '=', second.razorpay_payment_id)
    .executeTakeFirstOrThrow()
  const line = {
    ...aSettlement(),
    transaction_entity: 'refund',
    entity_id: provider_refund_id ?? '',
    order_id: orderId,
  }
  await importReport(app, reportFile([{ ...line, amount: 200, debit: 200 }]))
  const missing = (await listed(THIS_MONTH, 'missing')).filter(({ type }) => type === 'refund')
  const ids = missing.map(({ entity_id }) => entity_id)
  expect(ids).toContain(checkout.razorpay_payment_id)
  expect(ids).not.toContain(second.razorpay_payment_id)
})

// RCP-2, PAY-6
test('a payment that was sent back uncaptured is missing from no report', async () => {
  const { complaintId, orderId } = await anOrder(app)
  const late = await app.sandbox.pay(orderId, 'failed')
  const { razorpay_payment_id: paid } = await app.sandbox.pay(orderId)
  await app.sandbox.authorizeLate(late.razorpay_payment_id)
  await checkPayment(app, complaintId)
  expect(await moneyOf(app, complaintId)).toContain('refunded/none')
  const missing = (await listed(THIS_MONTH, 'missing')).map(({ entity_id }) => entity_id)
  expect(missing).toContain(paid)
  expect(missing).not.toContain(late.razorpay_payment_id)
})

// RCP-2
test('an import changes no payment, and the same report twice changes nothing', async () => {
  const { checkout } = await aPaidComplaint(app, 100)
  const file = reportFile([{ ...aSettlement(), ...settledPayment(checkout.razorpay_payment_id, 40) }])
  const money = () => rowsOf('payments', 'payment_journal', 'refunds', 'receipts')
  const before = await money()
  const replies = await Promise.all([importReport(app, file), importReport(app, file)])
  expect(replies.map(({ body }) => body.data.added).toSorted()).toEqual([0, 1])
  const imported = await rowsOf('settlement_lines', 'audit')
  expect((await importReport(app, file)).body.data).toMatchObject({ added: 0, known: 1 })
  expect(await rowsOf('settlement_lines', 'audit')).toEqual(imported)
  expect(await money()).toEqual(before)
})

// RCP-2
test('an import is in the audit with what it added', async () => {
  const settlement = aSettlement()
  await importReport(app, reportFile([{ ...settlement, ...settledPayment('pay_Audited', 100) }]))
  const { body } = await app.call(auditCalls.list, { query: { action: 'settlements-imported' } }, await theAdmin(app))
  expect(body.data[0]).toMatchObject({
    object_kind: 'settlement',
    after: { added: 1, settlements: settlement.settlement_id },
  })
})

// RCP-2
test('columns may stand in any order and case, and instants may be Unix time', async () => {
  const columns = ['Type', 'SETTLEMENT_ID', 'Entity_Id', 'tax', 'Fee', 'credit', 'debit', 'amount', 'settled_at']
  const cells: Cells = {
    ...{ Type: 'Payment', SETTLEMENT_ID: 'setl_api', Entity_Id: 'pay_Api', tax: 360, Fee: 2_360, credit: 97_640 },
    ...{ debit: 0, amount: 100_000, settled_at: Date.parse('2021-06-30T18:30:00Z') / 1_000 },
  }
  expect((await importReport(app, reportFile([cells], columns))).body.data).toMatchObject({ added: 1, months: [JULY] })
  expect(await lineOf(JULY, 'pay_Api')).toMatchObject({ amount: 1_000, fee: 20, tax: 3.6, net: 976.4 })
})

const bad = (cells: Cells): Cells => ({ ...aSettlement(), ...settledPayment('pay_Bad', 100), ...cells })

// RCP-2
test('a report with wrong lines is refused as a whole, and each line is named', async () => {
  const good = { ...aSettlement(), ...settledPayment('pay_Good', 100) }
  const reply = await importReport(
    app,
    reportFile([
      good,
      bad({ settled_at: '31/02/2021' }),
      bad({ amount: '-1' }),
      bad({ credit: '1.005' }),
      bad({ entity_id: '' }),
    ]),
  )
  expect(reply).toMatchObject({ status: 400, error: { code: 'settlement_lines_wrong' } })
  expect(reply.error.message).toContain('4 lines')
  expect(Object.keys(reply.error.errors ?? {})).toEqual(['line 3', 'line 4', 'line 5', 'line 6'])
  expect(reply.error.errors?.['line 3']).toBe('Line 3: settled_at is not a date that can be read')
  expect(await lineOf(JULY, 'pay_Good')).toBeUndefined()
})

// RCP-2
test('a line imported before with other amounts and a contradictory file are refused', async () => {
  const settlement = aSettlement()
  const first = { ...settlement, ...settledPayment('pay_Changed', 100) }
  const second = { ...settlement, ...settledPayment('pay_Changed', 101) }
  expect((await importReport(app, reportFile([first, second]))).error.errors).toEqual({
    'line 3': 'Line 3: this was imported before with other amounts',
  })
  expect(await lineOf(JULY, 'pay_Changed')).toBeUndefined()
  await importReport(app, reportFile([first]))
  expect((await importReport(app, reportFile([second]))).status).toBe(400)
  expect(await lineOf(JULY, 'pay_Changed')).toMatchObject({ amount: 100 })
})

test.each([
  ['no file', null, 'csv_missing', 'Please choose a CSV file.'],
  ['another report', 'id,amount\r\n1,2\r\n', 'settlement_columns_missing', 'entity_id, type, settlement_id'],
  ['a workbook', new Uint8Array([0x50, 0x4b, 3, 4, 0xff, 0xfe, 0, 0]), 'csv_unreadable', 'line 1 is broken'],
  ['an open quote', 'a,b\r\n"1,2\r\n', 'csv_unreadable', 'is broken'],
  ['a short line', 'a,b\r\n1\r\n', 'csv_unreadable', 'line 2 is broken'],
  // RCP-2
])('%s is refused with what is wrong', async (_what, content, code, told) => {
  const body = content === null ? {} : { file: new Blob([content]) }
  const reply = await app.call(settlementCalls.import, { body: body as Record<string, never> }, await theAdmin(app))
  expect(reply).toMatchObject({ status: 400, error: { code } })
  expect(reply.error.message).toContain(told)
})

// RCP-2
test('a report of more than 5 MB is refused', async () => {
  const reply = await importReport(app, new Blob(['a,b\r\n', '1,2\r\n'.repeat(1_100_000)]))
  expect([400, 413]).toContain(reply.status)
})

// RCP-2
test('a month can be saved as CSV, safe to open in a spreadsheet', async () => {
  const month = '2021-05'
  const cells = { ...aSettlement(), settled_at: '2021-05-02 09:00:00', ...settledPayment('=1+1', 100) }
  await importReport(app, reportFile([cells]))
  const csv = await app.call(settlementCalls.csv, { query: { month } }, await theAdmin(app))
  expect(csv.headers.get('content-disposition')).toContain('settlements-2021-05.csv')
  const lines = csv.body.trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(`Only in the report,Payment,"'=1+1",${cells.settlement_id}`)
  expect(lines[1]).toMatch(/^2021-05-02T09:00:00\+05:30,/)
})

// RCP-2, API-5
test('a line that comes while a month is saved neither repeats nor skips another', async () => {
  const month = '2021-04'
  const settledAt = (second: number, id: string) => ({
    ...aSettlement(),
    settled_at: `2021-04-02 09:00:0${second}`,
    ...settledPayment(id, 100),
  })
  await importReport(app, reportFile([settledAt(1, 'pay_One'), settledAt(1, 'pay_Two'), settledAt(2, 'pay_Three')]))
  const [first, second] = await listLinesAfter(app.db, { month }, null, 2)
  expect([first?.entity_id, second?.entity_id]).toEqual(['pay_Three', 'pay_Two'])
  await importReport(app, reportFile([settledAt(3, 'pay_Four')]))
  const rest = await listLinesAfter(app.db, { month }, second ?? null, 2)
  expect(rest.map(({ entity_id }) => entity_id)).toEqual(['pay_One'])
})
