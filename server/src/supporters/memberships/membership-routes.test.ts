import { reportCalls } from '@petsetu/contract/office/reports.ts'
import { paymentCalls } from '@petsetu/contract/payments/payments.ts'
import { receiptCalls } from '@petsetu/contract/payments/receipts.ts'
import { addMonths } from '@petsetu/contract/platform/calendar.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { membershipCalls } from '@petsetu/contract/supporters/memberships.ts'
import { planCalls } from '@petsetu/contract/supporters/plans.ts'
import { expect, test } from 'vitest'
import { aConfirmedUser, anAdmin, aPlan, aUser, PLAN } from '../../../test/factories.ts'
import { APPLICANT, aRegistration, payingApp } from '../../../test/paying-app.ts'

const app = await payingApp()
const admin = await anAdmin(app.db)

type Member = Awaited<ReturnType<typeof aUser>>

const history = async (member: Member) => (await app.call(membershipCalls.history, {}, member)).body.data
const active = async (member: Member) => (await app.call(membershipCalls.active, {}, member)).body.data

/** Registers, pays and verifies; returns the membership's id. */
async function buy(as: Member | null, plan: Partial<typeof PLAN> = {}, email = APPLICANT.email): Promise<number> {
  const { membershipId, orderId } = await aRegistration(app, { plan, as, email })
  const checkout = await app.sandbox.pay(orderId)
  const reply = await app.call(membershipCalls.verifyPayment, { body: { ...checkout, membership_id: membershipId } })
  expect(reply.status).toBe(200)
  return membershipId
}

// MEM-4, MEM-6, MEM-8
test('registering opens an order at the plan’s price, and paying starts the membership', async () => {
  const member = await aUser(app.db)
  const plan = await aPlan(app.db, { price: 750 })
  const registered = await app.call(membershipCalls.register, { body: { ...APPLICANT, plan_id: plan.id } }, member)
  const { membership_id, order_id, checkout_data } = registered.body.data
  expect(checkout_data).toEqual({
    key: app.provider.keyId,
    amount: 75_000,
    currency: 'INR',
    name: app.config.foundationName,
    description: `Membership: ${PLAN.name}`,
  })
  expect(await history(member)).toMatchObject([
    { id: membership_id, status: 'pending', start_date: null, amount_paid: 0 },
  ])

  const checkout = await app.sandbox.pay(order_id ?? '')
  const verified = await app.call(membershipCalls.verifyPayment, { body: { ...checkout, membership_id } })
  expect(verified.body).toMatchObject({ status: 'success', data: { membership_id } })
  expect(await active(member)).toMatchObject({
    id: membership_id,
    status: 'active',
    plan_name: PLAN.name,
    category: 'regular',
    start_date: today(),
    expiry_date: addMonths(today(), PLAN.duration_months),
    amount_paid: 750,
    features: JSON.stringify(['A newsletter', 'A badge']),
    username: member.username,
  })
})

// MEM-2
test('the server checks every field, and rejects a deleted plan', async () => {
  const empty = {
    plan_id: null,
    name: '',
    email: 'nobody',
    phone: ' ',
    address: '',
    why_join: '',
  } as unknown as typeof APPLICANT & { plan_id: number }
  const refused = await app.call(membershipCalls.register, { body: empty })
  expect(refused.status).toBe(400)
  expect(refused.error.errors).toEqual({
    plan_id: 'Please select a membership plan',
    name: 'Name is required',
    email: 'Invalid email address',
    phone: 'Phone number is required',
    address: 'Address is required',
    why_join: 'Please tell us why you want to join',
  })
  const plan = await aPlan(app.db)
  await app.call(planCalls.delete, { params: { id: String(plan.id) } }, admin)
  const gone = await app.call(membershipCalls.register, { body: { ...APPLICANT, plan_id: plan.id } })
  expect(gone.status).toBe(404)
})

// MEM-7
test('the same details again, also ten at once, continue one pending membership', async () => {
  const member = await aUser(app.db)
  const { id } = await aPlan(app.db)
  const register = (name: string) =>
    app.call(membershipCalls.register, { body: { ...APPLICANT, name, plan_id: id } }, member)
  const replies = await Promise.all(Array.from({ length: 10 }, () => register('The same')))
  expect(new Set(replies.map((reply) => reply.body.data.membership_id)).size).toBe(1)
  expect(new Set(replies.map((reply) => reply.body.data.order_id)).size).toBe(1)
  const other = await register('Somebody else')
  expect(other.body.data.membership_id).not.toBe(replies[0]?.body.data.membership_id)
  expect(await history(member)).toHaveLength(2)
})

// PLN-1, MEM-4
test('a bought membership keeps its terms, whatever happens to the plan meanwhile', async () => {
  const member = await aUser(app.db)
  const { membershipId, orderId } = await aRegistration(app, { as: member })
  const { plan_id } = await app.db
    .selectFrom('memberships')
    .select('plan_id')
    .where('id', '=', membershipId)
    .executeTakeFirstOrThrow()
  const body = { ...PLAN, name: 'Dearer', price: 9_000, duration_months: 1 }
  await app.call(planCalls.update, { params: { id: String(plan_id) }, body }, admin)
  const checkout = await app.sandbox.pay(orderId)
  await app.call(membershipCalls.verifyPayment, { body: { ...checkout, membership_id: membershipId } })
  expect(await active(member)).toMatchObject({
    plan_name: PLAN.name,
    amount_paid: PLAN.price,
    expiry_date: addMonths(today(), 12),
  })
})

// MEM-2, PAY-8
test('a plan whose months have changed since the form was shown is not sold', async () => {
  const member = await aUser(app.db)
  const plan = await aPlan(app.db, { duration_months: 12 })
  const register = (months: number) =>
    app.call(membershipCalls.register, { body: { ...APPLICANT, plan_id: plan.id, duration_months: months } }, member)
  const body = { ...PLAN, duration_months: 1 }
  await app.call(planCalls.update, { params: { id: String(plan.id) }, body }, admin)
  const refused = await register(12)
  expect(refused).toMatchObject({ status: 404, error: { code: 'plan_changed' } })
  expect(refused.error.message).toBe(
    'This membership plan has changed. Please check its months and price, then try again.',
  )
  expect(await history(member)).toEqual([])
  expect((await register(1)).status).toBe(200)
  expect(await history(member)).toMatchObject([{ status: 'pending' }])
})

// MEM-9
test('a renewal of one category starts at the running one’s end, another starts today', async () => {
  const member = await aUser(app.db)
  await buy(member, { duration_months: 1 })
  await buy(member, { duration_months: 2 })
  await buy(member, { category: 'premium', duration_months: 3 })
  const end = addMonths(today(), 1)
  expect(await history(member)).toMatchObject([
    { category: 'premium', start_date: today(), expiry_date: addMonths(today(), 3) },
    { category: 'regular', start_date: end, expiry_date: addMonths(end, 2) },
    { category: 'regular', start_date: today(), expiry_date: end },
  ])
  // Without a running one, the next one to start is shown, not the one that ends last.
  await buy(member, { duration_months: 6 })
  await app.db
    .updateTable('memberships')
    .set({ status: 'cancelled' })
    .where('user_id', '=', member.id)
    .where('start_date', '=', today())
    .execute()
  expect(await active(member)).toMatchObject({ start_date: end, expiry_date: addMonths(end, 2) })
})

// MEM-9
test('two renewals paid at the same time follow each other', async () => {
  const member = await aUser(app.db)
  const orders = [await aRegistration(app, { as: member }), await aRegistration(app, { as: member })]
  await Promise.all(
    orders.map(async ({ membershipId, orderId }) => {
      const checkout = await app.sandbox.pay(orderId)
      return app.call(membershipCalls.verifyPayment, { body: { ...checkout, membership_id: membershipId } })
    }),
  )
  const starts = (await history(member)).map((membership) => membership.start_date).sort()
  expect(starts).toEqual([today(), addMonths(today(), 12)])
})

// MEM-8
test('a membership is active on its last day and expired the day after, without a job', async () => {
  const member = await aUser(app.db)
  const id = await buy(member)
  const setExpiry = (days: number) => {
    const expiry = today(new Date(Date.now() + days * 86_400_000))
    return app.db
      .updateTable('memberships')
      .set({ start_date: '2020-01-01', expiry_date: expiry })
      .where('id', '=', id)
      .execute()
  }
  await setExpiry(0)
  expect(await history(member)).toMatchObject([{ status: 'active' }])
  await setExpiry(-1)
  expect(await history(member)).toMatchObject([{ status: 'expired' }])
  expect(await active(member)).toBeNull()
  const late = await app.call(membershipCalls.cancel, { params: { id: String(id) } }, admin)
  expect(late.status).toBe(409)
  expect(await history(member)).toMatchObject([{ status: 'expired' }])
})

// MEM-10
test('a visitor’s membership belongs to no account, even with the same e-mail', async () => {
  const email = 'visitor@example.org'
  await buy(null, {}, email)
  const member = await aUser(app.db)
  await app.db.updateTable('users').set({ email, email_key: email }).where('id', '=', member.id).execute()
  expect(await history(member)).toEqual([])
  expect(await active(member)).toBeNull()
  // Nor if the account was there before: whoever typed its address need not be its owner.
  const earlier = await aUser(app.db)
  await buy(null, {}, earlier.email)
  expect(await history(earlier)).toEqual([])
  expect(await active(earlier)).toBeNull()
  // A membership that an account bought with an address is that account's, also for whoever reads the mails to it.
  const [buyer, reader] = [await aUser(app.db), await aConfirmedUser(app.db)]
  await buy(buyer, {}, reader.email)
  expect(await history(reader)).toEqual([])
})

// MEM-14
test('an account sees its own memberships and nobody else’s', async () => {
  const member = await aUser(app.db)
  const stranger = await aUser(app.db)
  await buy(member)
  expect(await history(stranger)).toEqual([])
  expect(await history(member)).toHaveLength(1)
})

// MEM-4
test('the same details of two accounts, and of a visitor, are memberships of their own', async () => {
  const { id } = await aPlan(app.db)
  const ids = []
  for (const person of [await aUser(app.db), await aUser(app.db), null]) {
    const register = () => app.call(membershipCalls.register, { body: { ...APPLICANT, plan_id: id } }, person)
    const [first, again] = [await register(), await register()]
    expect(again.body.data.membership_id).toBe(first.body.data.membership_id)
    ids.push(first.body.data.membership_id)
  }
  expect(new Set(ids).size).toBe(3)
})

// MEM-11
test('a plan priced 0 is active at once, without an order', async () => {
  const member = await aUser(app.db)
  const { id } = await aPlan(app.db, { price: 0, duration_months: 1 })
  const reply = await app.call(membershipCalls.register, { body: { ...APPLICANT, plan_id: id } }, member)
  expect(reply.body.data).toMatchObject({ order_id: null, checkout_data: null })
  expect(await active(member)).toMatchObject({
    status: 'active',
    amount_paid: 0,
    start_date: today(),
    receipt_path: null,
  })
})

// MEM-11
test('a plan priced 0 is active at once for a visitor without an account, too', async () => {
  const { id } = await aPlan(app.db, { price: 0 })
  const reply = await app.call(membershipCalls.register, { body: { ...APPLICANT, plan_id: id } })
  const { membership_id: membershipId } = reply.body.data
  const stored = app.db.selectFrom('memberships').select(['status', 'user_id']).where('id', '=', membershipId)
  expect(await stored.execute()).toEqual([{ status: 'active', user_id: null }])
})

// MEM-11, MEM-7
test('a free plan’s same details again are one membership, and a renewal the next day', async () => {
  const member = await aUser(app.db)
  const { id } = await aPlan(app.db, { price: 0, duration_months: 1 })
  const register = () => app.call(membershipCalls.register, { body: { ...APPLICANT, plan_id: id } }, member)
  const replies = await Promise.all(Array.from({ length: 5 }, register))
  expect(new Set(replies.map((reply) => reply.body.data.membership_id)).size).toBe(1)
  expect(await history(member)).toHaveLength(1)
  await app.pool.query("update memberships set created_at = now() - interval '25 hours' where user_id = $1", [
    member.id,
  ])
  await register()
  expect((await history(member)).map(({ start_date }) => start_date)).toEqual([addMonths(today(), 1), today()])
})

// MBR-3
test('an admin reads who was reminded of the end of a membership, and when', async () => {
  const [reminded, other] = [await aRegistration(app), await aRegistration(app, { email: 'other@example.org' })]
  await app.pool.query(
    `insert into mails (kind, about, step, to_address, address_key, language, message_id, subject, text, html, state, sent_at)
     values ('membership-ends', $1, '-30', $2, $2, 'en', '<30@example.org>', 'It ends', 'It ends', '<p>It ends</p>', 'sent', $3)`,
    [`membership ${reminded.membershipId}`, APPLICANT.email, '2026-03-14T06:04:00.000Z'],
  )
  const remindersOf = (id: number) => app.call(membershipCalls.reminders, { params: { id: String(id) } }, admin)
  expect((await remindersOf(reminded.membershipId)).body.data).toEqual([
    {
      days: -30,
      state: 'sent',
      to_address: APPLICANT.email,
      created_at: expect.any(String),
      sent_at: '2026-03-14T06:04:00.000Z',
    },
  ])
  expect((await remindersOf(other.membershipId)).body.data).toEqual([])
  expect((await remindersOf(999_999)).status).toBe(404)
})

// PAY-3
test('a payment is not accepted for another membership or a complaint', async () => {
  const { orderId } = await aRegistration(app)
  const other = await aRegistration(app)
  const checkout = await app.sandbox.pay(orderId)
  const reply = await app.call(membershipCalls.verifyPayment, {
    body: { ...checkout, membership_id: other.membershipId },
  })
  expect(reply.status).toBe(400)
  expect(reply.error.message).toBe('Payment verification failed. Please contact support.')
})

// MEM-8, PAY-9
test('a full refund cancels the membership; the refund of a surplus payment does not', async () => {
  const member = await aUser(app.db)
  const id = await buy(member)
  const { provider_order_id } = await app.db
    .selectFrom('payment_orders')
    .select('provider_order_id')
    .where('purpose', '=', 'membership')
    .where('subject_id', '=', id)
    .executeTakeFirstOrThrow()
  await app.sandbox.control('POST', '/payments', {
    order_id: provider_order_id,
    outcome: 'captured',
    even_if_paid: true,
  })
  const payments = () =>
    app.db
      .selectFrom('payments')
      .select(['id', 'disposition', 'status'])
      .where('subject_id', '=', id)
      .where('purpose', '=', 'membership')
      .orderBy('id')
      .execute()
  await expect
    .poll(async () => (await payments()).map((payment) => payment.disposition))
    .toEqual(['applied', 'surplus'])

  const [applied, surplus] = await payments()
  await app.call(paymentCalls.refund, { params: { id: String(surplus?.id) } }, admin)
  expect(await history(member)).toMatchObject([{ status: 'active' }])
  await app.call(paymentCalls.refund, { params: { id: String(applied?.id) } }, admin)
  expect(await history(member)).toMatchObject([{ status: 'cancelled' }])
})

// PAY-9, RPT-4, MEM-14
test('what went back of a membership stands in its report and in the history', async () => {
  const member = await aUser(app.db)
  const id = await buy(member)
  const payment = await app.db
    .selectFrom('payments')
    .select(['id', 'provider_payment_id'])
    .where('purpose', '=', 'membership')
    .where('subject_id', '=', id)
    .executeTakeFirstOrThrow()
  const seen = async () => {
    const report = await app.call(reportCalls.memberships, { query: { membership_id: String(id) } }, admin)
    return [...(await history(member)), ...report.body.data].map(({ status, returned }) => [status, returned])
  }
  expect(await seen()).toEqual(Array(2).fill(['active', 0]))
  await app.sandbox.refundThere(payment.provider_payment_id, 20_050)
  await expect.poll(seen).toEqual(Array(2).fill(['active', 200.5]))
  await app.call(paymentCalls.refund, { params: { id: String(payment.id) } }, admin)
  expect(await seen()).toEqual(Array(2).fill(['cancelled', PLAN.price]))
})

// MEM-8
test('money for a membership that an admin cancelled is surplus and does not revive it', async () => {
  const member = await aUser(app.db)
  const { membershipId, orderId } = await aRegistration(app, { as: member })
  await app.call(membershipCalls.cancel, { params: { id: String(membershipId) } }, admin)
  const checkout = await app.sandbox.pay(orderId)
  const verified = await app.call(membershipCalls.verifyPayment, { body: { ...checkout, membership_id: membershipId } })
  expect(verified).toMatchObject({
    status: 409,
    error: { code: 'payment_not_used', message: expect.stringContaining('Your payment will be returned.') },
  })
  expect(await history(member)).toMatchObject([{ status: 'cancelled' }])
  const payment = await app.db
    .selectFrom('payments')
    .select('disposition')
    .where('provider_payment_id', '=', checkout.razorpay_payment_id)
    .executeTakeFirst()
  expect(payment).toEqual({ disposition: 'surplus' })
})

// MEM-8, PAY-6
test('an authorised payment for a cancelled membership is not captured, but returned', async () => {
  await app.sandbox.injectFault({ webhooks: 'lost', settings: { autoCapture: false } })
  const { membershipId, orderId } = await aRegistration(app, { as: await aUser(app.db) })
  const checkout = await app.sandbox.pay(orderId, 'authorized')
  await app.call(membershipCalls.cancel, { params: { id: String(membershipId) } }, admin)
  const verified = await app.call(membershipCalls.verifyPayment, { body: { ...checkout, membership_id: membershipId } })
  expect(verified).toMatchObject({ status: 409, error: { code: 'payment_not_used' } })
  expect((await app.sandbox.ledger(orderId)).payments.map(({ status }) => status)).toEqual(['authorized'])
  await app.sandbox.clearFaults()
})

// PAY-6
test('receipts have no gaps and show who paid what, when and with which payment', async () => {
  const member = await aUser(app.db)
  await Promise.all([buy(member), buy(member), buy(null, {}, 'another@example.org')])
  const numbers = (await app.db.selectFrom('receipts').select('number').orderBy('number').execute()).map(
    (row) => row.number,
  )
  expect(numbers).toEqual(numbers.map((_, index) => index + 1))

  const [membership] = await history(member)
  const token = membership?.receipt_path?.split('/').at(-1) ?? ''
  const { body } = await app.call(receiptCalls.read, { params: { token } })
  expect(body.data).toMatchObject({
    number: expect.stringMatching(/^R-TEST-\d{4}-\d\d-\d{6}$/),
    foundation: app.config.foundationName,
    paid_by: APPLICANT.name,
    paid_for: `Membership: ${PLAN.name}, 12 months`,
    amount: PLAN.price,
    razorpay_payment_id: expect.stringMatching(/^pay_/),
    is_refunded: false,
  })
  expect((await app.call(receiptCalls.read, { params: { token: 'A'.repeat(22) } })).status).toBe(404)
})

// LNG-1
test('the payment window speaks the request’s language; a receipt is stored in English', async () => {
  const member = await aUser(app.db)
  const plan = await aPlan(app.db)
  const form = { body: { ...APPLICANT, plan_id: plan.id } }
  const { body: registered } = await app.call(membershipCalls.register, form, member, { 'accept-language': 'hi' })
  const { membership_id, order_id, checkout_data } = registered.data
  expect(checkout_data?.description).toBe(`सदस्यता: ${PLAN.name}`)

  const checkout = await app.sandbox.pay(order_id ?? '')
  const verify = { body: { ...checkout, membership_id } }
  const { body: verified } = await app.call(membershipCalls.verifyPayment, verify, null, { 'accept-language': 'hi' })
  const token = verified.data.receipt_path?.split('/').at(-1) ?? ''
  const { body } = await app.call(receiptCalls.read, { params: { token } }, null, { 'accept-language': 'hi' })
  expect(body.data).toMatchObject({
    paid_for: `Membership: ${PLAN.name}, 12 months`,
    purpose: 'membership',
    complaint_id: null,
    complaint_reference: null,
    plan_name: PLAN.name,
    duration_months: 12,
  })
})
