import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { reportCalls } from '@petsetu/contract/office/reports.ts'
import { addMonths } from '@petsetu/contract/platform/calendar.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { ERASED } from '@petsetu/contract/platform/removed.ts'
import { membershipCalls } from '@petsetu/contract/supporters/memberships.ts'
import { planCalls } from '@petsetu/contract/supporters/plans.ts'
import { expect, test } from 'vitest'
import { aDeskFee, takeAtDesk } from '../../../../test/desk.ts'
import { aUser } from '../../../../test/factories.ts'
import {
  anOrder,
  aPaidComplaint,
  aPaidDonation,
  aRegistration,
  initiate,
  payingApp,
  verify,
} from '../../../../test/paying-app.ts'
import { adminView, checkPayment, moneyOf, theAdmin } from '../../../../test/payment-state.ts'
import { listCaseEvents } from '../../../complaints/case-events.ts'
import { takeDueOrders } from '../../../payments/orders/order-queries.ts'
import { holdsUnknownMoney, rejectSandboxMoney } from '../../../payments/provider/account.ts'
import { ConfigError } from '../../../platform/errors.ts'
import { expirePending } from '../../../supporters/memberships/membership-purpose.ts'
import { finishErasures } from './erase-person.ts'
import { countSandboxMoney, forgetSandbox } from './forget-sandbox.ts'

const app = await payingApp()
await app.sandbox.injectFault({ webhooks: 'lost' })
const LIVE = 'rzp_live_Example0000001'

const report = async () => (await app.call(reportCalls.payments, { query: { page: '1' } }, await theAdmin(app))).body

// PAY-1
test('test money is not taken out while a back-up reads it, and nobody waits for that', async () => {
  const reader = await app.direct.connect()
  await reader.query('begin')
  await reader.query('select from payments')
  await expect(forgetSandbox(app.db)).rejects.toMatchObject({ code: '55P03' })
  await reader.query('commit')
  reader.release()
})

// PAY-1
test('another account’s order is replaced, and never polled with the wrong keys', async () => {
  const { complaintId, orderId } = await anOrder(app)
  await app.pool.query("update payment_orders set key_id = 'rzp_test_Another000001', next_check_at = now()")
  expect(await takeDueOrders(app.db, LIVE, 10, 60)).toEqual([])
  const from = app.wire.seen.length
  await checkPayment(app, complaintId)
  expect(app.wire.seen.slice(from)).toEqual([])
  const again = (await initiate(app, complaintId)).body.data
  expect(again.order_id).not.toBe(orderId)
  expect((await verify(app, complaintId, await app.sandbox.pay(again.order_id))).status).toBe(200)
})

// PAY-1
test('an order made with a live key is polled with the next key of that account', async () => {
  const { orderId } = await anOrder(app)
  await app.pool.query(
    "update payment_orders set key_id = 'rzp_live_Before00000001', next_check_at = now() where provider_order_id = $1",
    [orderId],
  )
  expect(await takeDueOrders(app.db, LIVE, 10, 60)).toMatchObject([{ providerOrderId: orderId }])
  await app.pool.query('update payment_orders set key_id = $1 where provider_order_id = $2', [
    app.provider.keyId,
    orderId,
  ])
})

// MEM-8, PLN-3
test('an unpaid membership is cancelled after a week and its personal data deleted', async () => {
  const member = await aUser(app.db)
  const { membershipId, orderId } = await aRegistration(app, { as: member })
  const { membershipId: younger } = await aRegistration(app)
  const { membershipId: trying } = await aRegistration(app)
  const row = async (id: number) => app.db.selectFrom('memberships').selectAll().where('id', '=', id).executeTakeFirst()
  for (const id of [membershipId, trying])
    await app.pool.query("update memberships set created_at = now() - interval '8 days' where id = $1", [id])
  await app.pool.query(
    "update payment_orders set created_at = now() - interval '8 days' where purpose = 'membership' and subject_id = $1",
    [membershipId],
  )
  await expirePending(app.db)
  expect(await row(younger)).toMatchObject({ status: 'pending' })
  expect(await row(trying)).toMatchObject({ status: 'pending' })
  const ended = await row(membershipId)
  expect(ended).toMatchObject({
    status: 'cancelled',
    user_id: null,
    name: 'Expired',
    email: '',
    phone: '',
    address: '',
  })
  expect((await app.call(membershipCalls.history, {}, member)).body.data).toEqual([])
  const deleted = await app.call(planCalls.delete, { params: { id: String(ended?.plan_id) } }, await theAdmin(app))
  expect(deleted.status).toBe(204)

  const checkout = await app.sandbox.pay(orderId)
  const late = await app.call(membershipCalls.verifyPayment, { body: { ...checkout, membership_id: membershipId } })
  expect(late).toMatchObject({ status: 409, error: { code: 'payment_not_used' } })
  const unmatched = await app.call(reportCalls.payments, { query: { unmatched: 'yes' } }, await theAdmin(app))
  expect(unmatched.body.data).toMatchObject([
    { razorpay_payment_id: checkout.razorpay_payment_id, disposition: 'surplus' },
  ])
})

// CFG-2, PAY-7
test('payments from before keys were stored are detected', async () => {
  const { checkout } = await aPaidComplaint(app)
  expect(await holdsUnknownMoney(app.db)).toBe(false)
  const setKey = (key: string | null) =>
    app.pool.query('update payments set key_id = $1 where provider_payment_id = $2', [
      key,
      checkout.razorpay_payment_id,
    ])
  await setKey(null)
  expect(await holdsUnknownMoney(app.db)).toBe(true)
  await setKey(app.provider.keyId)
})

// CFG-2, PAY-7
test('sandbox payments prevent live keys until moved aside, and then count nowhere', async () => {
  const member = await aUser(app.db)
  const { complaintId } = await aPaidComplaint(app)
  const { membershipId, orderId } = await aRegistration(app, { as: member })
  const checkout = await app.sandbox.pay(orderId)
  await app.call(membershipCalls.verifyPayment, { body: { ...checkout, membership_id: membershipId } })
  const live = await aPaidComplaint(app)
  await app.pool.query('update payment_orders set key_id = $1 where provider_order_id = $2', [LIVE, live.orderId])
  await app.pool.query('update payments set key_id = $1 where provider_payment_id = $2', [
    LIVE,
    live.checkout.razorpay_payment_id,
  ])
  await expect(rejectSandboxMoney(app.db, app.provider.keyId)).resolves.toBeUndefined()
  await expect(rejectSandboxMoney(app.db, LIVE)).rejects.toThrow(ConfigError)
  const found = await countSandboxMoney(app.db)
  expect(found.payments).toBeGreaterThanOrEqual(2)

  expect(await forgetSandbox(app.db)).toEqual(found)
  await expect(rejectSandboxMoney(app.db, LIVE)).resolves.toBeUndefined()
  expect(await countSandboxMoney(app.db)).toEqual({
    orders: 0,
    payments: 0,
    complaints: 0,
    memberships: 0,
    donations: 0,
  })
  const { data, summary } = await report()
  expect(data).toMatchObject([{ razorpay_payment_id: live.checkout.razorpay_payment_id }])
  expect(summary).toMatchObject({ total_revenue: 100, total_transactions: 1 })
  expect(await adminView(app, complaintId)).toMatchObject({
    payment_status: 'none',
    payment_amount: null,
    payments: [],
  })
  expect(await moneyOf(app, live.complaintId)).toBe('paid: captured/applied')
  const kindsOf = async (id: number) => (await listCaseEvents(app.db, id)).map(({ kind }) => kind)
  expect(await kindsOf(complaintId)).toEqual(['filed'])
  expect(await kindsOf(live.complaintId)).toEqual(['filed', 'paid'])
  const history = await app.call(membershipCalls.history, {}, member)
  expect(history.body.data).toMatchObject([{ status: 'cancelled', amount_paid: 0, receipt_path: null }])
  const kept = await app.pool.query<{ kind: string }>('select distinct kind from forgotten_money order by kind')
  expect(kept.rows.map(({ kind }) => kind)).toEqual(['journal', 'order', 'payment'])
  for (const table of ['payment_journal', 'case_events'])
    await expect(app.pool.query(`delete from ${table}`)).rejects.toThrow('only added')
  const listed = await app.call(complaintCalls.listAll, { query: {} }, await theAdmin(app))
  expect(listed.status).toBe(200)
})

const numbers = async (isTest: boolean) =>
  (await app.db.selectFrom('receipts').select('number').where('is_test', '=', isTest).orderBy('number').execute()).map(
    ({ number }) => number,
  )

// RCP-1, PAY-7
test('receipts of the desk are numbered apart from those of test money, without gaps', async () => {
  await app.pool.query('delete from refund_receipts; delete from receipts; delete from receipt_floors')
  for (let index = 0; index < 2; index++) {
    await aPaidComplaint(app)
    await aDeskFee(app)
  }
  expect(await numbers(true)).toEqual([1, 2])
  await forgetSandbox(app.db)
  await aDeskFee(app)
  expect(await numbers(true)).toEqual([])
  expect(await numbers(false)).toEqual([1, 2, 3])
})

// RCP-1, PAY-7
test('the number of a test receipt from before its series is given to nobody else', async () => {
  await app.pool.query('delete from refund_receipts; delete from receipts; delete from receipt_floors')
  await aPaidComplaint(app)
  await app.pool.query('update receipts set is_test = false, number = 41')
  await forgetSandbox(app.db)
  await aDeskFee(app)
  expect(await numbers(false)).toEqual([42])
})

// PAY-7, TRU-1
test('a donation of test money soon says no more who gave it', async () => {
  const { donationId } = await aPaidDonation(app)
  await forgetSandbox(app.db)
  await finishErasures(app)
  const donation = await app.db
    .selectFrom('donations')
    .select(['status', 'name', 'email', 'phone', 'address', 'pan_enc'])
    .where('id', '=', donationId)
    .executeTakeFirstOrThrow()
  const nothing = { email: '', phone: '', address: '', pan_enc: null }
  expect(donation).toEqual({ status: 'expired', name: ERASED, ...nothing })
})

// MEM-9, PAY-7
test('a membership paid with real money waits no longer for those of test money', async () => {
  const as = await aUser(app.db)
  const plan = { price: 500, duration_months: 12 }
  for (let number = 0; number < 2; number++) {
    const { membershipId, orderId } = await aRegistration(app, { as, plan })
    const checkout = await app.sandbox.pay(orderId)
    await app.call(membershipCalls.verifyPayment, { body: { ...checkout, membership_id: membershipId } })
  }
  const { membershipId } = await aRegistration(app, { as, plan })
  await takeAtDesk(app, { purpose: 'membership', subject_id: membershipId, amount: 500 })
  const stored = app.db.selectFrom('memberships').select(['status', 'start_date', 'expiry_date'])
  const real = () => stored.where('id', '=', membershipId).executeTakeFirstOrThrow()
  expect(await real()).toMatchObject({ start_date: addMonths(today(), 24) })
  await forgetSandbox(app.db)
  expect(await real()).toEqual({ status: 'active', start_date: today(), expiry_date: addMonths(today(), 12) })
})
