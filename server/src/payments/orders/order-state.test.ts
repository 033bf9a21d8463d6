import { paymentCalls } from '@petsetu/contract/payments/payments.ts'
import { donationCalls } from '@petsetu/contract/supporters/donations.ts'
import { membershipCalls } from '@petsetu/contract/supporters/memberships.ts'
import { afterEach, expect, test } from 'vitest'
import { aPlan, aUser } from '../../../test/factories.ts'
import { APPLICANT, aDonation, anOrder, aRegistration, DONATION, payingApp } from '../../../test/paying-app.ts'

const app = await payingApp()
afterEach(() => app.sandbox.clearFaults())

const stateOf = (orderId: string) => app.call(paymentCalls.orderState, { body: { order_id: orderId } })

const RECEIPT = expect.stringMatching(/^\/receipt\/[\w-]{22}$/)
const PAID = { is_paid: true, receipt_path: RECEIPT }
const UNPAID = { is_paid: false, receipt_path: null }

// PAY-4, PAY-6
test('a payment that nobody reported is found when its order is asked about', async () => {
  await app.sandbox.injectFault({ webhooks: 'lost' })
  for (const { orderId } of [await aRegistration(app), await aDonation(app), await anOrder(app)]) {
    expect((await stateOf(orderId)).body.data).toEqual(UNPAID)
    await app.sandbox.pay(orderId)
    expect((await stateOf(orderId)).body.data).toEqual(PAID)
  }
})

// PAY-8
test('without an answer of the provider nothing is said about an order', async () => {
  const { orderId } = await aDonation(app)
  app.wire.decide(() => ({ status: 503, body: '' }))
  const reply = await stateOf(orderId)
  app.wire.clearFaults()
  expect(reply).toMatchObject({ status: 503, error: { code: 'busy' } })
  expect((await stateOf(orderId)).body.data).toEqual(UNPAID)
})

// PAY-3
test('an order that is not ours has no state', async () => {
  expect((await stateOf('order_of_nobody')).status).toBe(404)
})

type Person = { token: string } | null

async function registerTwice(as: Person, change: object = {}) {
  const { id } = await aPlan(app.db)
  const form = { ...APPLICANT, plan_id: id }
  const first = (await app.call(membershipCalls.register, { body: form }, as)).body.data
  await app.sandbox.pay(first.order_id ?? '')
  await stateOf(first.order_id ?? '')
  const again = await app.call(membershipCalls.register, { body: { ...form, ...change } }, as)
  return { first, again: again.body.data, form }
}

// MEM-7, PAY-6
test('a registration that was paid within a day is settled, and opens no order', async () => {
  for (const as of [null, await aUser(app.db)]) {
    const { first, again } = await registerTwice(as)
    expect(again).toEqual({
      membership_id: first.membership_id,
      order_id: null,
      checkout_data: null,
      is_settled: true,
    })
  }
})

// MEM-7
test('another membership with the same details is sold to whoever asks for another', async () => {
  const { first, again } = await registerTwice(null, { is_another: true })
  expect(again).toMatchObject({ is_settled: false, order_id: expect.any(String) })
  expect(again.membership_id).not.toBe(first.membership_id)
})

// MEM-7, MEM-9
test('the same registration is a renewal a day after it was paid', async () => {
  const { first, form } = await registerTwice(null)
  await app.pool.query("update payments set captured_at = now() - interval '25 hours' where subject_id = $1", [
    first.membership_id,
  ])
  const renewal = (await app.call(membershipCalls.register, { body: form })).body.data
  expect(renewal).toMatchObject({ is_settled: false, order_id: expect.any(String) })
})

// DON-1, PAY-6
test('a donation that was paid within a day is settled, unless another one is wanted', async () => {
  const form = { ...DONATION, name: 'Lalita' }
  const donate = async (body: object = {}) =>
    (await app.call(donationCalls.donate, { body: { ...form, ...body } })).body.data
  const first = await donate()
  await app.sandbox.pay(first.order_id ?? '')
  await stateOf(first.order_id ?? '')
  expect(await donate()).toEqual({
    donation_id: first.donation_id,
    order_id: null,
    checkout_data: null,
    is_settled: true,
  })
  const another = await donate({ is_another: true })
  expect(another).toMatchObject({ is_settled: false, order_id: expect.any(String) })
  expect(another.donation_id).not.toBe(first.donation_id)
  // Other details are another donation by themselves.
  expect(await donate({ amount: 501 })).toMatchObject({ is_settled: false })
})
