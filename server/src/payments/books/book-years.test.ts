import { reportCalls } from '@petsetu/contract/office/reports.ts'
import { bookCalls } from '@petsetu/contract/payments/books.ts'
import { paymentCalls } from '@petsetu/contract/payments/payments.ts'
import { financialYearOf } from '@petsetu/contract/platform/calendar.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { expect, test } from 'vitest'
import { aCheque, aDeskFee, clearAtDesk, voidAtDesk } from '../../../test/desk.ts'
import { bookYears, lockYear, paidOn } from '../../../test/financial-years.ts'
import { anOrder, aPaidComplaint, payingApp, verify } from '../../../test/paying-app.ts'
import { checkPayment, moneyOf, refund, theAdmin } from '../../../test/payment-state.ts'
import { movementsByYear } from './movements.ts'

const app = await payingApp()
const day = today()
const running = financialYearOf(day)

const paymentOf = async (providerPaymentId: string) => {
  const { id } = await app.db
    .selectFrom('payments')
    .select('id')
    .where('provider_payment_id', '=', providerPaymentId)
    .executeTakeFirstOrThrow()
  return id
}

/** The lines of the accountant's file for a financial year. */
async function linesOf(year: number) {
  const query = { start_date: `${year}-04-01`, end_date: `${year + 1}-03-31` }
  const { body } = await app.call(reportCalls.movementsCsv, { query }, await theAdmin(app))
  return body.trim().split('\r\n').slice(1)
}

const yearOf = async (year: number) => (await bookYears(app)).find((one) => one.year === year)

// TRU-8
test('a refund and a void move money when they happen, a cheque when it clears', async () => {
  const { checkout } = await aPaidComplaint(app, 1_000)
  await paidOn(app, await paymentOf(checkout.razorpay_payment_id), '2021-05-03')
  await refund(app, checkout.razorpay_payment_id)
  const cash = await aDeskFee(app, { amount: 200 })
  await paidOn(app, cash.id, '2021-05-04')
  await voidAtDesk(app, cash.id)
  const cheque = await aDeskFee(app, { amount: 300, ...aCheque() })
  await paidOn(app, cheque.id, '2021-05-05')
  await clearAtDesk(app, cheque.id)
  await aDeskFee(app, { amount: 400, ...aCheque() })
  expect(await linesOf(2021)).toEqual([
    '2021-05-03,Complaint,Online,1,1000.00,0.00,1000.00',
    '2021-05-04,Complaint,Cash,1,200.00,0.00,200.00',
  ])
  expect(await linesOf(running)).toEqual([
    `${day},Complaint,Cash,0,0.00,200.00,-200`,
    `${day},Complaint,Cheque,1,300.00,0.00,300.00`,
    `${day},Complaint,Online,0,0.00,1000.00,-1000`,
  ])
  expect(await yearOf(2021)).toEqual({ year: 2021, received: 1_200, returned: 0, is_running: false, locked: null })
})

// TRU-8
test('money that nothing could be matched with is in no movement', async () => {
  const before = await yearOf(running)
  const { complaintId, orderId } = await anOrder(app, 700)
  await verify(app, complaintId, await app.sandbox.pay(orderId))
  await app.pool.query(
    `with stray as (
       insert into payments (provider_payment_id, amount_paise, currency, status, disposition)
       values ('pay_Stray', 90000, 'INR', 'captured', 'quarantined') returning id)
     insert into payment_journal
       (payment_id, source, status_after, disposition_after, refunded_paise_before, refunded_paise_after)
     select id, 'webhook', 'captured', 'quarantined', 0, 0 from stray`,
  )
  expect((await yearOf(running))?.received).toBe((before?.received ?? 0) + 700)
})

// TRU-8, PAY-6, DSK-7
test('money that went back uncaptured is in no year and in no file', async () => {
  const { complaintId, orderId } = await anOrder(app, 350)
  const late = (await app.sandbox.pay(orderId, 'failed')).razorpay_payment_id
  await app.sandbox.pay(orderId)
  await checkPayment(app, complaintId)
  await paidOn(app, await paymentOf(late), '2021-05-07')
  const [before, old] = [await yearOf(running), await yearOf(2021)]
  await app.sandbox.authorizeLate(late)
  await checkPayment(app, complaintId)
  expect(await moneyOf(app, complaintId)).toBe('paid: refunded/none captured/applied')
  expect([await yearOf(running), await yearOf(2021)]).toEqual([before, old])
  const query = { start_date: '2021-05-07', end_date: '2021-05-07' }
  for (const call of [reportCalls.movementsCsv, reportCalls.accountsCsv]) {
    const { body } = await app.call(call, { query }, await theAdmin(app))
    expect(body.trim().split('\r\n').slice(1), call.path).toEqual([])
  }
})

// TRU-8, PAY-6
test('unmatched money that was kept or returned otherwise moves on that day, once', async () => {
  const settle = async (providerPaymentId: string, as: 'kept' | 'returned') =>
    app.call(
      paymentCalls.settle,
      { params: { id: String(await paymentOf(providerPaymentId)) }, body: { note: 'As agreed', as } },
      await theAdmin(app),
    )
  const sums = async () => {
    const { received = 0, returned = 0 } = (await yearOf(running)) ?? {}
    return { received, returned }
  }
  const { complaintId, orderId } = await aPaidComplaint(app, 500)
  const surplus = (await app.sandbox.pay(orderId, 'captured', { even_if_paid: true })).razorpay_payment_id
  await checkPayment(app, complaintId)
  const other = await anOrder(app, 600)
  const strange = (await app.sandbox.pay(other.orderId, 'captured', { amount: 45_000 })).razorpay_payment_id
  await checkPayment(app, other.complaintId)
  await paidOn(app, await paymentOf(strange), '2021-05-06')
  const [before, old] = [await sums(), await yearOf(2021)]

  expect((await settle(surplus, 'returned')).status).toBe(200)
  expect(await sums()).toEqual({ received: before.received, returned: before.returned + 500 })
  expect((await settle(strange, 'kept')).status).toBe(200)
  expect(await sums()).toEqual({ received: before.received + 450, returned: before.returned + 500 })
  expect(await yearOf(2021)).toEqual(old)

  await app.sandbox.refundThere(surplus)
  await checkPayment(app, complaintId)
  await app.sandbox.refundThere(strange)
  await checkPayment(app, other.complaintId)
  expect(await moneyOf(app, complaintId)).toBe('paid: captured/applied refunded/surplus')
  expect(await sums()).toEqual({ received: before.received + 450, returned: before.returned + 950 })
})

// TRU-8
test('a year that runs, is empty, or comes after an open one cannot be closed', async () => {
  await paidOn(app, (await aDeskFee(app, { amount: 150 })).id, '2022-06-01')
  expect(await lockYear(app, running)).toMatchObject({ status: 409, error: { code: 'year_not_over' } })
  expect(await lockYear(app, 2010)).toMatchObject({ status: 409, error: { code: 'year_without_money' } })
  const early = await lockYear(app, 2022)
  expect(early).toMatchObject({ status: 409, error: { code: 'earlier_year_open' } })
  expect(early.error.message).toBe('Close the books of 2021-22 first.')
  const empty = { params: { year: '2021' }, body: { reason: ' ' } }
  expect((await app.call(bookCalls.lock, empty, await theAdmin(app))).status).toBe(400)
})

// TRU-8
test('closed books stay as they are: what comes late is booked today', async () => {
  const kept = await aPaidComplaint(app, 800)
  await paidOn(app, await paymentOf(kept.checkout.razorpay_payment_id), '2021-08-01')
  const cash = await aDeskFee(app, { amount: 160 })
  await paidOn(app, cash.id, '2021-08-02')
  const admin = await theAdmin(app)
  expect((await lockYear(app, 2021)).body.data).toEqual({
    ...{ year: 2021, received: 2_160, returned: 0, is_running: false },
    locked: { at: expect.stringMatching(/Z$/), by: admin.username, reason: 'The auditor has signed' },
  })
  expect(await lockYear(app, 2021)).toMatchObject({ status: 409, error: { code: 'year_locked_already' } })
  const closed = await linesOf(2021)
  const before = (await yearOf(running)) ?? { received: 0, returned: 0 }

  await refund(app, kept.checkout.razorpay_payment_id)
  await voidAtDesk(app, cash.id)
  const late = await aPaidComplaint(app, 900)
  await paidOn(app, await paymentOf(late.checkout.razorpay_payment_id), '2021-09-09')

  expect(await linesOf(2021)).toEqual(closed)
  expect(await yearOf(2021)).toMatchObject({ received: 2_160, returned: 0 })
  expect((await movementsByYear(app.db, 2021, 2021)).find(({ year }) => year === 2021)).toMatchObject({
    received_paise: 2_160_00,
    returned_paise: 0,
  })
  expect(await yearOf(running)).toMatchObject({ received: before.received + 900, returned: before.returned + 960 })
})

// TRU-8
test('a late payment of a closed year has its receipt in the running one', async () => {
  const { insertReceipt } = await import('../receipts/receipt-queries.ts')
  const { rows } = await app.pool.query<{ id: number }>(
    `insert into payments (provider_payment_id, amount_paise, currency, status, created_at)
     values ('pay_Late', 100, 'INR', 'captured', '2021-09-09T06:30:00Z') returning id`,
  )
  const paid = { paymentId: rows[0]?.id ?? 0, paidAt: new Date('2021-09-09T06:30:00Z'), isTest: false }
  const issued = await app.db
    .transaction()
    .execute((transaction) => insertReceipt(transaction, paid, { paidBy: 'Asha', paidFor: 'Fee' }))
  expect(issued.number).toMatch(new RegExp(`^R-${running}-`))
})

// TRU-8
test('closing waits for what is being recorded, and counts it', async () => {
  const { keepYearsOpen } = await import('./book-years.ts')
  await paidOn(app, (await aDeskFee(app, { amount: 140 })).id, '2022-07-01')
  const order: string[] = []
  const locking = await app.db.transaction().execute(async (transaction) => {
    await keepYearsOpen(transaction)
    const locks = lockYear(app, 2022).then((reply) => {
      order.push('closed')
      return reply
    })
    // The databases of other tests are on the same server.
    const waits = () =>
      app.pool.query(
        `select from pg_locks join pg_database on pg_database.oid = database
         where datname = current_database() and locktype = 'advisory' and not granted and mode = 'ExclusiveLock'`,
      )
    await expect.poll(async () => (await waits()).rowCount).toBe(1)
    order.push('recorded')
    return { locks }
  })
  expect((await locking.locks).status).toBe(200)
  expect(order).toEqual(['recorded', 'closed'])
})

// TRU-8
test('a year that cannot be closed is rejected while a payment is recorded', async () => {
  const { keepYearsOpen } = await import('./book-years.ts')
  await app.db.transaction().execute(async (transaction) => {
    await keepYearsOpen(transaction)
    expect(await lockYear(app, running)).toMatchObject({ status: 409, error: { code: 'year_not_over' } })
  })
})

// TRU-8
test('the database itself refuses to open closed books or to change their sums', async () => {
  for (const change of [
    'delete from locked_years',
    'update locked_years set received_paise = 0',
    'update locked_years set last_journal_id = last_journal_id + 10',
    'truncate locked_years',
  ])
    await expect(app.direct.query(change), change).rejects.toThrow('rows of locked_years are only added')
})
