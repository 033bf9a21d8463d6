import { donationCalls } from '@petsetu/contract/supporters/donations.ts'
import { membershipCalls } from '@petsetu/contract/supporters/memberships.ts'
import { expect, test } from 'vitest'
import { aPlan } from '../../../test/factories.ts'
import { lockWaits } from '../../../test/lock-waits.ts'
import { APPLICANT, aComplaint, DONATION, initiate, payingApp } from '../../../test/paying-app.ts'
import { basicAuth } from '../../../test/sandbox.ts'
import { forgetOldDonations } from '../../supporters/donations/donation-purpose.ts'
import { expirePending } from '../../supporters/memberships/membership-purpose.ts'
import { openOrderRow } from './order-queries.ts'

const app = await payingApp()

// PAY-5
test('a request that read the order before another asked creates no second order', async () => {
  const complaintId = await aComplaint(app)
  const wanted = { purpose: 'complaint', subjectId: complaintId, amountPaise: 10_000 } as const
  const { id, receipt } = await openOrderRow(app.db, wanted, { keyId: app.provider.keyId, reconcileAfterSeconds: 600 })
  const other = await app.pool.connect()
  try {
    await other.query('begin')
    await other.query('select from payment_orders where id = $1 for update', [id])
    const reply = initiate(app, complaintId)
    await expect.poll(() => lockWaits(app.pool)).toBe(1)
    // The other request asked the provider and failed before it stored the answer.
    const created = await createAtProvider(receipt)
    await other.query('update payment_orders set was_asked = true where id = $1', [id])
    await other.query('commit')
    expect((await reply).body.data.order_id).toBe(created)
  } finally {
    other.release()
  }
  const { orders } = await app.sandbox.ledger()
  expect(orders.filter((order) => order.receipt === receipt)).toHaveLength(1)
})

// PAY-8
test('if two requests create one order, both get the stored one', async () => {
  const complaintId = await aComplaint(app)
  const { promise: isStored, resolve: stored } = Promise.withResolvers<void>()
  const from = app.wire.seen.length
  app.wire.decide(() => async (answer) => {
    await isStored
    return answer
  })
  const slow = initiate(app, complaintId)
  await expect.poll(() => app.wire.seen.slice(from)).toMatchObject([{ method: 'POST', path: '/v1/orders' }])
  // Simulates another node that called the provider after this one's lease had expired, and stored its order.
  await app.db
    .updateTable('payment_orders')
    .set({ provider_order_id: 'order_WrittenDown001', status: 'created' })
    .where('subject_id', '=', complaintId)
    .execute()
  stored()
  expect((await slow).body.data.order_id).toBe('order_WrittenDown001')
  expect((await initiate(app, complaintId)).body.data.order_id).toBe('order_WrittenDown001')
})

// PAY-5, DON-1
test('a membership or a donation that is opened again stays for another week', async () => {
  const { id: planId } = await aPlan(app.db, { price: 900 })
  const form = { ...APPLICANT, email: 'again@example.org', plan_id: planId }
  const register = async () => (await app.call(membershipCalls.register, { body: form })).body.data.membership_id
  const donate = async () => (await app.call(donationCalls.donate, { body: DONATION })).body.data.donation_id
  const made = [await register(), await donate()]
  for (const table of ['memberships', 'donations', 'payment_orders'])
    await app.pool.query(`update ${table} set created_at = now() - interval '8 days'`)
  const statuses = async () => {
    await expirePending(app.db)
    await forgetOldDonations(app.db)
    const membership = app.db
      .selectFrom('memberships')
      .select('status')
      .where('id', '=', made[0] ?? 0)
    const donation = app.db
      .selectFrom('donations')
      .select('status')
      .where('id', '=', made[1] ?? 0)
    return [...(await membership.execute()), ...(await donation.execute())].map(({ status }) => status)
  }
  expect([await register(), await donate()]).toEqual(made)
  expect(await statuses()).toEqual(['pending', 'pending'])
  await app.pool.query("update payment_orders set last_opened_at = now() - interval '8 days'")
  expect(await statuses()).toEqual(['cancelled', 'expired'])
})

async function createAtProvider(receipt: string): Promise<string> {
  const response = await fetch(`${app.provider.apiUrl}/v1/orders`, {
    method: 'POST',
    headers: { authorization: basicAuth(), 'content-type': 'application/json' },
    body: JSON.stringify({ amount: 10_000, currency: 'INR', receipt, notes: { kind: 'complaint' } }),
  })
  return ((await response.json()) as { id: string }).id
}
