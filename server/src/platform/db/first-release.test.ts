import { receiptCalls } from '@petsetu/contract/payments/receipts.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aPaidComplaint, aPaidDonation, COMPLAINT, payingApp } from '../../../test/paying-app.ts'
import { refund } from '../../../test/payment-state.ts'
import { listCaseEvents } from '../../complaints/case-events.ts'

// A node of the first release writes these statements while it runs beside this program.
const app = await payingApp()
await app.sandbox.injectFault({ webhooks: 'lost' })

const historyOf = async (complaintId: number) =>
  (await listCaseEvents(app.db, complaintId)).map(({ by, kind, before, after }) => [by, kind, before, after])

async function fileAsBefore(): Promise<number> {
  const { id } = await app.db.insertInto('complaints').values(COMPLAINT).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Pays a complaint in one transaction, as it does; its receipt has the highest number of all plus one, and no year. */
async function payAsBefore(complaintId: number): Promise<number> {
  const payment = `pay_Before${complaintId}`
  return app.db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ id: number }>`
      with ordered as (
        insert into payment_orders (purpose, subject_id, amount_paise, receipt, provider_order_id, status)
        values ('complaint', ${complaintId}, 10000, ${`before-${complaintId}`}, ${`order_Before${complaintId}`}, 'paid') returning id)
      insert into payments (provider_payment_id, key_id, order_id, purpose, subject_id, amount_paise, currency, status, disposition, captured_at)
      select ${payment}, ${app.provider.keyId}, id, 'complaint', ${complaintId}, 10000, 'INR', 'captured', 'applied', now() from ordered
      returning id`.execute(transaction)
    const id = rows[0]?.id ?? 0
    await sql`update complaints set payment_status = 'paid', payment_paise = 10000, razorpay_payment_id = ${payment}, payment_date = now()
      where id = ${complaintId}`.execute(transaction)
    await sql`insert into receipts (payment_id, number, token, paid_by, paid_for)
      values (${id}, (select coalesce(max(number), 0) + 1 from receipts), ${`before${complaintId}`.padEnd(22, '-')}, 'Kavita Rao', 'A fee')`.execute(
      transaction,
    )
    return id
  })
}

async function refundAsBefore(complaintId: number, paymentId: number): Promise<void> {
  await app.db.transaction().execute(async (transaction) => {
    await sql`update payments set status = 'refunded', refunded_paise = amount_paise where id = ${paymentId}`.execute(
      transaction,
    )
    await sql`update complaints set payment_status = 'refunded' where id = ${complaintId}`.execute(transaction)
  })
}

async function receiptOf(paymentId: number) {
  const { token } = await app.db
    .selectFrom('receipts')
    .select('token')
    .where('payment_id', '=', paymentId)
    .executeTakeFirstOrThrow()
  return (await app.call(receiptCalls.read, { params: { token } })).body.data
}

// CLU-3
test('a complaint that the first release files, pays and refunds has its whole history', async () => {
  const id = await fileAsBefore()
  expect(await historyOf(id)).toEqual([['complainant', 'filed', null, null]])
  await app.db.updateTable('complaints').set({ status: 'resolved' }).where('id', '=', id).execute()
  await refundAsBefore(id, await payAsBefore(id))
  expect(await historyOf(id)).toEqual([
    ['complainant', 'filed', null, null],
    ['admin', 'status', 'pending', 'resolved'],
    ['complainant', 'paid', null, '10000'],
    ['system', 'refund', null, '10000'],
  ])
})

// CLU-3
test('what this program writes is in the history once', async () => {
  const { complaintId, checkout } = await aPaidComplaint(app)
  await refund(app, checkout.razorpay_payment_id)
  expect((await historyOf(complaintId)).map(([, kind]) => kind)).toEqual(['filed', 'paid', 'refund'])
})

// CLU-3
test('receipts of the first release continue the year’s numbers; refunds have theirs', async () => {
  const numberOf = async (path: string) =>
    (await app.call(receiptCalls.read, { params: { token: path.split('/').at(-1) ?? '' } })).body.data.number
  const before = await numberOf((await aPaidDonation(app, { amount: 500 })).receiptPath)
  const complaintId = await fileAsBefore()
  const paymentId = await payAsBefore(complaintId)
  const after = await numberOf((await aPaidDonation(app, { amount: 500 })).receiptPath)
  const { number } = await receiptOf(paymentId)
  const [year, ...numbers] = [before.slice(0, -6), ...[before, number, after].map((one) => Number(one.slice(-6)))]
  expect(number.startsWith(year)).toBe(true)
  expect(numbers.map((one) => one - Number(before.slice(-6)))).toEqual([0, 1, 2])

  expect((await receiptOf(paymentId)).returned_by).toBeNull()
  await refundAsBefore(complaintId, paymentId)
  expect((await receiptOf(paymentId)).returned_by?.number).toMatch(/^RF-TEST-\d{4}-\d\d-\d{6}$/)
})
