import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { expect, test } from 'vitest'
import { aPet, aUser } from '../../../test/factories.ts'
import { aComplaint, anOrder, initiate, payingApp, submit, verify } from '../../../test/paying-app.ts'
import { adminView, sendEvent, theAdmin } from '../../../test/payment-state.ts'

// Long, because the test shows that the provider is not called while the circuit is open.
// Calls wait longer than in the product, so that the rest is surely done meanwhile; two in a row end before the server closes a
// connection on which nothing moves.
const app = await payingApp({ RAZORPAY_CIRCUIT_OPEN_SECONDS: '600' }, undefined, { callMs: 12_000 })
await app.sandbox.injectFault({ webhooks: 'lost' })
const admin = await theAdmin(app)
const owner = await aUser(app.db)
const pet = await aPet(app.db, owner)

const REFUSED = {
  status: 'error',
  code: 'payment_not_started',
  message: 'Failed to initiate payment. Please try again.',
}

// PAY-8, V16.5.2, V15.2.2
test('while requests wait for a hanging provider, everything else is answered', async () => {
  const waiting = await Promise.all(Array.from({ length: 30 }, () => aComplaint(app)))
  const { complaintId, orderId } = await anOrder(app)
  await app.sandbox.pay(orderId)
  const { webhooks } = await app.sandbox.ledger(orderId)

  app.wire.decide(() => 'hang')
  const before = app.wire.seen.length
  let answered = 0
  const hanging = waiting.map((id) =>
    initiate(app, id).finally(() => {
      answered++
    }),
  )
  await expect.poll(() => app.wire.seen.length - before).toBeGreaterThanOrEqual(waiting.length)
  const busy = async () => {
    const { rows } = await app.pool.query(
      `select state, query from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle' and backend_type = 'client backend'`,
    )
    return rows
  }
  // Statements of background work end; a connection that is held stays busy until the calls are given up.
  await expect
    .poll(busy, { timeout: 8_000, message: 'connections that are held across a call to the provider' })
    .toEqual([])

  const others = [
    app.fetch(`/pet-detail/${pet.petId}`),
    app.call(petCalls.listOwn, { query: {} }, owner),
    app.call(complaintCalls.listAll, { query: {} }, admin),
    submit(app),
    ...webhooks.map(({ body, event_id }) => sendEvent(app, body, { eventId: event_id })),
  ]
  for (const reply of await Promise.all(others)) expect([200, 201]).toContain(reply.status)
  expect(answered, 'all of that while the thirty were still waiting').toBe(0)
  for (const reply of await Promise.all(hanging)) expect([reply.status, reply.error]).toEqual([503, REFUSED])

  const asked = app.wire.seen.length
  const reply = await initiate(app, waiting[0] ?? 0)
  expect([reply.status, reply.error]).toEqual([503, REFUSED])
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
  const checkout = { razorpay_order_id: orderId, razorpay_payment_id: 'pay_x', razorpay_signature: 'x' }
  expect((await verify(app, complaintId, checkout)).status).toBe(400)
  expect(app.wire.seen.length, 'nobody asks the provider any more').toBe(asked)
  expect((await adminView(app, waiting[0] ?? 0)).payment_status).not.toBe('paid')
})
