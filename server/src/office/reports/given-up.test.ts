import { reportCalls } from '@petsetu/contract/office/reports.ts'
import { membershipCalls } from '@petsetu/contract/supporters/memberships.ts'
import { expect, test } from 'vitest'
import { aRegistration, payingApp } from '../../../test/paying-app.ts'
import { theAdmin } from '../../../test/payment-state.ts'
import { expirePending } from '../../supporters/memberships/membership-purpose.ts'

const app = await payingApp()

// MEM-8, RPT-2, RPT-3, RPT-6, RPT-9
test('the membership report leaves out a registration that nobody paid', async () => {
  const admin = await theAdmin(app)
  const { membershipId: givenUp } = await aRegistration(app)
  await app.pool.query("update memberships set created_at = now() - interval '8 days'")
  await app.pool.query("update payment_orders set created_at = now() - interval '8 days'")
  const { membershipId: waiting } = await aRegistration(app)
  const { membershipId: cancelled } = await aRegistration(app)
  const reply = await app.call(membershipCalls.cancel, { params: { id: String(cancelled) } }, admin)
  expect(reply.status).toBe(200)
  await expirePending(app.db)

  const counted = { total_memberships: 2, cancelled_memberships: 1, pending_memberships: 1, regular_memberships: 2 }
  const queries: Record<string, string>[] = [{}, { page: '1' }, { category: 'regular' }, { start_date: '2026-01-01' }]
  for (const query of queries) {
    const { body } = await app.call(reportCalls.memberships, { query }, admin)
    expect(body.data.map(({ id }) => id)).toEqual([cancelled, waiting])
    expect(body.summary).toMatchObject(counted)
  }
  const ofStatus = await app.call(reportCalls.memberships, { query: { status: 'cancelled' } }, admin)
  expect(ofStatus.body.data.map(({ id }) => id)).toEqual([cancelled])
  expect(ofStatus.body.summary).toMatchObject({ total_memberships: 1, cancelled_memberships: 1 })
  const csv = await app.call(reportCalls.membershipsCsv, { query: {} }, admin)
  expect(csv.body.trim().split('\r\n')).toHaveLength(3)
  const { body: chart } = await app.call(reportCalls.membershipMonths, { query: {} }, admin)
  expect(chart.data.months.reduce((sum, { value }) => sum + value, 0)).toBe(2)
  // A payment that comes too late leads to it by its number.
  const found = await app.call(reportCalls.memberships, { query: { membership_id: String(givenUp) } }, admin)
  expect(found.body.data.map(({ id }) => id)).toEqual([givenUp])
  expect(found.body.summary).toMatchObject({ total_memberships: 1, cancelled_memberships: 1 })
})

// RPT-2
test('the file of memberships has its columns in this order', async () => {
  const csv = await app.call(reportCalls.membershipsCsv, { query: {} }, await theAdmin(app))
  const heads = 'ID,User,Email,Plan,Category,Registered,Start Date,Expiry Date,Status,Amount Paid (₹)'
  // The mark at the start tells spreadsheets that the file is UTF-8.
  expect(csv.body.replace('\ufeff', '').split('\r\n')[0]).toBe(heads)
})

// MEM-8, PAY-6
test('money for a registration that was given up is surplus, and goes back by itself', async () => {
  const { membershipId, orderId } = await aRegistration(app)
  const weekAgo = "created_at = now() - interval '8 days'"
  await app.pool.query(`update memberships set ${weekAgo} where id = $1`, [membershipId])
  await app.pool.query(`update payment_orders set ${weekAgo} where provider_order_id = $1`, [orderId])
  await expirePending(app.db)
  const checkout = await app.sandbox.pay(orderId)
  const verified = await app.call(membershipCalls.verifyPayment, { body: { ...checkout, membership_id: membershipId } })
  expect(verified).toMatchObject({ status: 409, error: { code: 'payment_not_used' } })
  const { rows } = await app.pool.query(
    `select memberships.status, disposition, return_at is not null as goes_back
     from payments join memberships on memberships.id = subject_id and purpose = 'membership'
     where provider_payment_id = $1`,
    [checkout.razorpay_payment_id],
  )
  expect(rows).toEqual([{ status: 'cancelled', disposition: 'surplus', goes_back: true }])
})
