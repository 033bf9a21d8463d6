import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { paymentCalls } from '@petsetu/contract/payments/payments.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import type { Call, Input } from '@petsetu/contract/platform/call.ts'
import { membershipCalls } from '@petsetu/contract/supporters/memberships.ts'
import { beforeEach, expect, test } from 'vitest'
import { LIMITS } from '../src/limits.ts'
import { aPet, aPlan, aUser } from './factories.ts'
import { testApp } from './harness.ts'
import { APPLICANT, aComplaint, COMPLAINT, initiate, payingApp } from './paying-app.ts'
import { sendEvent } from './payment-state.ts'

// Two nodes behind one proxy, which passes on the client's address.
const env = { RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1' }
const app = await payingApp(env)
const otherNode = await testApp(env, app, { provider: { ...app.provider, apiUrl: app.wire.url } })
await app.sandbox.injectFault({ webhooks: 'lost' })

beforeEach(() => app.pool.query('delete from throttles'))

let count = 0
// Takes addresses of 198.18.0.0/15, which has enough of them: anything that is no address counts as one and the same visitor.
const anAddress = () => `198.18.${++count >> 8}.${count & 255}`
const anEmail = () => `somebody-${++count}@example.org`
const aPhone = () => `+91 90000 ${String(10_000 + ++count)}`

/** Makes calls from this address, alternating between the two nodes. */
async function ask<C extends Call>(call: C, input: Input<C>, from: string) {
  const node = ++count % 2 === 0 ? app : otherNode
  const reply = await node.call(call, input, null, { 'x-forwarded-for': from })
  return { status: reply.status, retryAfter: Number(reply.headers.get('retry-after')) }
}

async function expectLimit(
  limit: { points: number; seconds: number },
  call: () => Promise<{ status: number; retryAfter: number }>,
  { refused = 429, served = 200 } = {},
): Promise<void> {
  for (let time = 0; time < limit.points; time++) expect((await call()).status, `the ${time}th`).toBe(served)
  const over = await call()
  expect(over.status).toBe(refused)
  expect(over.retryAfter).toBeGreaterThan(0)
  expect(over.retryAfter).toBeLessThanOrEqual(limit.seconds)
}

const file = (from: string, contact: { email?: string; phone?: string } = {}) =>
  ask(complaintCalls.submit, { body: { ...COMPLAINT, email: anEmail(), phone: aPhone(), ...contact } }, from)

const countOf = async (table: 'complaints' | 'memberships' | 'payment_orders' | 'webhook_inbox') =>
  (await app.pool.query(`select 1 from ${table}`)).rows.length

/** As if all others together had used up a limit but for one. */
async function leaveOne(name: keyof typeof LIMITS): Promise<void> {
  await app.pool.query('update throttles set points = $1 where key like $2', [LIMITS[name].points - 1, `${name}:%`])
}

// AUTH-13, V2.4.1
test('complaints from one address are limited, without affecting others', async () => {
  const from = anAddress()
  await expectLimit(LIMITS.complaintByAddress, () => file(from), { served: 201 })
  expect(await countOf('complaints')).toBe(LIMITS.complaintByAddress.points)
  expect((await file(anAddress())).status).toBe(201)
})

// V2.4.1
test('complaints of one e-mail or phone number are limited over any addresses', async () => {
  const email = anEmail()
  await expectLimit(
    LIMITS.complaintByContact,
    () => file(anAddress(), { email: count % 3 === 0 ? email.toUpperCase() : email }),
    { served: 201 },
  )
  const phones = ['+91 98765 43210', '9876543210', '09876543210', '(+91) 98765-43210']
  await expectLimit(
    LIMITS.complaintByContact,
    () => file(anAddress(), { phone: phones[count % phones.length] ?? '' }),
    { served: 201 },
  )
  expect((await file(anAddress())).status).toBe(201)
})

// V2.4.1
test('a repeated submission is one complaint and counts once for its e-mail', async () => {
  const email = anEmail()
  for (let time = 0; time < LIMITS.complaintByContact.points + 5; time++) {
    const headers = { 'x-forwarded-for': anAddress(), 'idempotency-key': 'the-same-submission' }
    const reply = await app.call(complaintCalls.submit, { body: { ...COMPLAINT, email } }, null, headers)
    expect(reply.status).toBe(201)
  }
  expect((await file(anAddress(), { email })).status).toBe(201)
})

// V2.4.1
test('above the limit for all visitors complaints are throttled, pet pages are not', async () => {
  expect((await file(anAddress())).status).toBe(201)
  await leaveOne('complaintOfAll')
  expect((await file(anAddress())).status).toBe(201)
  const before = await countOf('complaints')
  const over = await file(anAddress())
  expect([over.status, over.retryAfter > 0 && over.retryAfter <= 3_600]).toEqual([503, true])
  expect(await countOf('complaints')).toBe(before)
  const pet = await aPet(app.db, await aUser(app.db))
  expect((await ask(petCalls.read, { params: { id: pet.petId } }, anAddress())).status).toBe(200)
})

// V2.4.1
test('questions whether an order was paid are limited by address, before the provider', async () => {
  const { order_id } = (await initiate(app, await aComplaint(app))).body.data
  const from = anAddress()
  await expectLimit(LIMITS.orderStateByAddress, () => ask(paymentCalls.orderState, { body: { order_id } }, from))
  expect((await ask(paymentCalls.orderState, { body: { order_id } }, anAddress())).status).toBe(200)
})

// V2.4.1
test('requests to pay a fee are limited by address and complaint, before the provider', async () => {
  const pay = (complaintId: number, from: string, amount: number) => {
    const { fullname: name, email, phone } = COMPLAINT
    const body = { complaint_id: complaintId, amount, name, email, phone }
    return ask(complaintCalls.initiatePayment, { body }, from)
  }
  const [first, second, from] = [await aComplaint(app), await aComplaint(app), anAddress()]
  await expectLimit(LIMITS.feeOrderByAddress, () => pay(first, from, 100 + (count % 2)))
  expect((await pay(second, anAddress(), 100)).status).toBe(200)

  await app.pool.query('delete from throttles')
  await expectLimit(LIMITS.feeOrderByComplaint, () => pay(second, anAddress(), 100))
  const before = await countOf('payment_orders')
  expect((await pay(second, anAddress(), 4_711)).status).toBe(429)
  expect(await countOf('payment_orders')).toBe(before)
})

// V2.4.1
test('membership registrations are limited by address, by contact and in total', async () => {
  const { id: plan_id } = await aPlan(app.db, { price: 0 })
  const register = (from: string, contact: { email?: string; phone?: string } = {}) =>
    ask(
      membershipCalls.register,
      { body: { ...APPLICANT, email: anEmail(), phone: aPhone(), ...contact, plan_id } },
      from,
    )
  const from = anAddress()
  await expectLimit(LIMITS.registrationByAddress, () => register(from))
  const email = anEmail()
  await expectLimit(LIMITS.registrationByContact, () => register(anAddress(), { email }))
  await leaveOne('registrationOfAll')
  expect((await register(anAddress())).status).toBe(200)
  expect((await register(anAddress())).status).toBe(503)
})

// V2.4.1
test('look-ups of unknown tags are limited', async () => {
  const from = anAddress()
  await expectLimit(LIMITS.tagMisses, () => ask(petCalls.read, { params: { id: 'ABCDEFGHJKLM' } }, from), {
    served: 404,
  })
  expect((await ask(petCalls.read, { params: { id: 'ABCDEFGHJKLM' } }, anAddress())).status).toBe(404)
})

// V2.4.1
test('unknown tags that the complaint form is opened for are counted with the others', async () => {
  const from = anAddress()
  const open = () =>
    app.fetch('/complaint?animal=ABCDEFGHJKLM', { headers: { accept: 'text/html', 'x-forwarded-for': from } })
  for (let time = 0; time < LIMITS.tagMisses.points; time++) expect((await open()).status).toBe(200)
  expect((await ask(petCalls.read, { params: { id: 'ABCDEFGHJKLM' } }, from)).status).toBe(429)
  // The form is there for everybody.
  expect((await open()).status).toBe(200)
})

// V2.4.1
test('webhooks with a bad signature are limited, and no valid one is rejected', async () => {
  const send = async (body: string, signature?: string) => {
    const headers = { 'x-forwarded-for': '203.0.113.250' }
    const via = {
      fetch: (path: string, init?: RequestInit) =>
        app.fetch(path, { ...init, headers: { ...init?.headers, ...headers } }),
    }
    const reply = await sendEvent(via, body, { eventId: `flood_${++count}`, ...(signature && { signature }) })
    return { status: reply.status, retryAfter: Number(reply.headers.get('retry-after')) }
  }
  const event = JSON.stringify({ event: 'payment.downtime.started', payload: {} })
  await expectLimit(LIMITS.forgedWebhooks, () => send(event, 'f'.repeat(64)), { served: 400 })
  const before = await countOf('webhook_inbox')
  for (let time = 0; time < 50; time++) expect((await send(event)).status).toBe(200)
  expect(await countOf('webhook_inbox')).toBe(before + 50)
  expect((await send(event, 'f'.repeat(64))).status).toBe(429)
})
