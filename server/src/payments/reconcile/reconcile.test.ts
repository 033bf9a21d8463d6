import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { aComplaint, anOrder, aPaidComplaint, initiate, payingApp } from '../../../test/paying-app.ts'
import { moneyOf } from '../../../test/payment-state.ts'
import { basicAuth } from '../../../test/sandbox.ts'

const app = await payingApp({ RECONCILE_EVERY_SECONDS: '1', RECONCILE_AFTER_SECONDS: '0' })
// All webhooks are lost, and no browser reports a payment.
await app.sandbox.injectFault({ webhooks: 'lost' })

afterEach(async () => {
  app.wire.clearFaults()
  await app.sandbox.injectFault({ api: [] })
})

const settled = (complaintId: number) => expect.poll(() => moneyOf(app, complaintId))

const orderOf = (complaintId: number) =>
  app.db.selectFrom('payment_orders').selectAll().where('subject_id', '=', complaintId).executeTakeFirstOrThrow()

/** Changes the age of an order, and makes it due now. */
const age = (complaintId: number, interval: string) =>
  sql`update payment_orders set created_at = now() - ${interval}::interval, next_check_at = now()
      where subject_id = ${complaintId}`.execute(app.db)

/** A refund of this payment that was asked for long ago and is due now. */
const aDueRefund = (providerPaymentId: string) =>
  sql`insert into refunds (payment_id, amount_paise, idempotency_key, next_check_at, created_at)
      select id, amount_paise, 'refund-' || gen_random_uuid(), now(), now() - interval '20 hours'
      from payments where provider_payment_id = ${providerPaymentId}`.execute(app.db)

/** Holds the reconcile lock, as another node would. */
async function holdTurn(): Promise<{ release: () => Promise<void> }> {
  const client = await app.direct.connect()
  const taken = async () =>
    (await client.query<{ taken: boolean }>("select pg_try_advisory_lock(hashtext('reconcile')) as taken")).rows[0]
      ?.taken
  await expect.poll(taken, { interval: 5 }).toBe(true)
  return { release: async () => client.release(true) }
}

const isAsked = (orderId: string, from: number) => app.wire.seen.slice(from).some(({ path }) => path.includes(orderId))

// PAY-5, PAY-6
test('payments that neither browser nor webhook reported are settled by polling', async () => {
  const captured = await anOrder(app)
  await app.sandbox.pay(captured.orderId)
  const authorized = await anOrder(app)
  await app.sandbox.pay(authorized.orderId, 'authorized')
  const retried = await anOrder(app)
  await app.sandbox.pay(retried.orderId, 'failed')
  await app.sandbox.pay(retried.orderId)
  const late = await anOrder(app)
  const { razorpay_payment_id } = await app.sandbox.pay(late.orderId, 'failed')
  await settled(late.complaintId).toBe('failed: failed/none')
  await app.sandbox.authorizeLate(razorpay_payment_id)
  const untouched = await anOrder(app)

  for (const { complaintId } of [captured, authorized, late]) {
    await settled(complaintId).toBe('paid: captured/applied')
    expect(await orderOf(complaintId)).toMatchObject({ status: 'paid' })
  }
  await settled(retried.complaintId).toContain('captured/applied')
  expect(await moneyOf(app, untouched.complaintId)).toBe('pending:')
  const statuses = (await app.sandbox.ledger(authorized.orderId)).payments.map((payment) => payment.status)
  expect(statuses).toEqual(['captured'])
})

// PAY-5
test('a replaced order is polled, too, and a second payment on it becomes surplus', async () => {
  const { complaintId, orderId } = await anOrder(app, 100)
  const newer = (await initiate(app, complaintId, 250)).body.data.order_id
  await app.sandbox.pay(newer)
  await settled(complaintId).toBe('paid: captured/applied')
  await app.sandbox.pay(orderId)
  await age(complaintId, '1 second')
  await settled(complaintId).toBe('paid: captured/applied captured/surplus')
})

// PAY-5, PAY-6
test('a paid order is still polled, and a second payment or a refund is found', async () => {
  const { complaintId, orderId } = await anOrder(app)
  const { razorpay_payment_id: first } = await app.sandbox.pay(orderId)
  await settled(complaintId).toBe('paid: captured/applied')
  await app.sandbox.pay(orderId, 'captured', { even_if_paid: true })
  await age(complaintId, '1 hour')
  await settled(complaintId).toBe('paid: captured/applied captured/surplus')

  const response = await fetch(`${app.provider.apiUrl}/v1/payments/${first}/refund`, {
    method: 'POST',
    headers: { authorization: basicAuth() },
  })
  expect(response.status).toBe(200)
  await age(complaintId, '2 hours')
  await settled(complaintId).toBe('refunded: refunded/applied captured/surplus')
})

// PAY-5
test('polls grow rarer with an order’s age, up to a day, and end after five days', async () => {
  for (const [interval, pauseSeconds] of [
    ['10 minutes', 300],
    ['10 hours', 18_000],
    ['4 days', 86_400],
  ] as const) {
    const { complaintId } = await anOrder(app)
    await age(complaintId, interval)
    const pause = async () => ((await orderOf(complaintId)).next_check_at?.getTime() ?? 0) - Date.now()
    await expect.poll(pause).toBeGreaterThan((pauseSeconds - 60) * 1_000)
    expect(await pause()).toBeLessThan((pauseSeconds + 60) * 1_000)
  }
  const { complaintId, orderId } = await anOrder(app)
  await app.sandbox.pay(orderId)
  await age(complaintId, '5 days 1 hour')
  // Polled one last time.
  await settled(complaintId).toBe('paid: captured/applied')
  const unpaid = await anOrder(app)
  await age(unpaid.complaintId, '5 days 1 hour')
  await expect.poll(async () => (await orderOf(unpaid.complaintId)).next_check_at).toBeNull()
})

// PAY-5
test('an old order that somebody opens again is polled like a new one', async () => {
  const { complaintId, orderId } = await anOrder(app)
  await age(complaintId, '6 days')
  await expect.poll(async () => (await orderOf(complaintId)).next_check_at).toBeNull()
  expect((await initiate(app, complaintId)).body.data.order_id).toBe(orderId)
  // The round after it was opened finds nothing yet.
  const from = app.wire.seen.length
  await expect.poll(() => isAsked(orderId, from)).toBe(true)
  await app.sandbox.pay(orderId)
  await settled(complaintId).toBe('paid: captured/applied')
})

// PAY-5
test('while another node holds the lock, this one does not poll', async () => {
  const other = await holdTurn()
  const { complaintId, orderId } = await anOrder(app)
  await app.sandbox.pay(orderId)
  const from = app.wire.seen.length
  await setTimeout(3_500)
  expect(isAsked(orderId, from)).toBe(false)
  expect(await moneyOf(app, complaintId)).toBe('pending:')

  await other.release()
  await settled(complaintId).toBe('paid: captured/applied')
})

// PAY-5, PAY-8
test('an order whose reply was lost is found by its receipt, and can be paid once', async () => {
  const complaintId = await aComplaint(app)
  // Otherwise a round of the reconciler may take the fault that is meant for the look-up.
  const other = await holdTurn()
  // The order is created, but neither this reply nor the look-up afterwards gets through.
  await app.sandbox.injectFault({
    api: [
      { fault: 'cut-after', operation: 'createOrder', times: 1 },
      { fault: 'status500', operation: 'listOrders', times: 1 },
    ],
  })
  expect((await initiate(app, complaintId)).status).toBe(503)
  const { receipt } = await orderOf(complaintId)
  const atProvider = async () => (await app.sandbox.ledger()).orders.filter((order) => order.receipt === receipt)
  expect(await atProvider()).toHaveLength(1)
  await other.release()
  await expect.poll(async () => (await orderOf(complaintId)).provider_order_id).not.toBeNull()
  expect(await moneyOf(app, complaintId)).toBe('pending:')

  const again = await initiate(app, complaintId)
  expect(again.status).toBe(200)
  expect(await atProvider()).toMatchObject([{ id: again.body.data.order_id, amount: 10_000 }])
  await app.sandbox.pay(again.body.data.order_id)
  await settled(complaintId).toBe('paid: captured/applied')
})

// PAY-5
test('orders unknown to the provider or reported invalidly block no others', async () => {
  const other = await holdTurn()
  const paid: number[] = []
  for (let count = 0; count < 4; count++) {
    const broken = await anOrder(app)
    await sql`update payment_orders set provider_order_id = ${`order_Gone000000000${count}`}
              where subject_id = ${broken.complaintId}`.execute(app.db)
    const { complaintId, orderId } = await anOrder(app)
    await app.sandbox.pay(orderId)
    paid.push(complaintId)
  }
  app.wire.decide(({ path }) => (/Gone000000000[01]/.test(path) ? { status: 200, body: '{"items":7}' } : 'pass'))
  // All are due at the same time; an order that is skipped would be polled an hour later.
  await sql`update payment_orders set created_at = now() - interval '2 hours', next_check_at = now() where status <> 'paid'`.execute(
    app.db,
  )
  await other.release()
  for (const complaintId of paid) await settled(complaintId).toBe('paid: captured/applied')
})

// PAY-5, PAY-8
test('a provider that does not answer is polled again, and nothing is lost', async () => {
  const { complaintId, orderId } = await anOrder(app)
  const before = app.logged().length
  app.wire.decide(() => ({ status: 500, body: '' }))
  await app.sandbox.pay(orderId)
  await expect.poll(() => app.logged().slice(before)).toContain('the payment provider could not be asked')
  expect(await moneyOf(app, complaintId)).toBe('pending:')
  app.wire.clearFaults()
  await settled(complaintId).toBe('paid: captured/applied')
})

// PAY-5, PAY-8
test('the last poll of an old order counts only if the provider answered', async () => {
  const { complaintId, orderId } = await anOrder(app)
  await app.sandbox.pay(orderId)
  app.wire.decide(({ path }) => (path.includes(orderId) ? { status: 500, body: '' } : 'pass'))
  await age(complaintId, '5 days 1 hour')
  const pause = async () => ((await orderOf(complaintId)).next_check_at?.getTime() ?? 0) - Date.now()
  await expect.poll(pause).toBeGreaterThan(23 * 3_600_000)
  app.wire.clearFaults()
  await age(complaintId, '6 days')
  await settled(complaintId).toBe('paid: captured/applied')
})

// PAY-5, PAY-8
test('an order or a refund without an answer does not delay the others', async () => {
  const other = await holdTurn()
  const silent: string[] = []
  const [paid, returned]: [number[], number[]] = [[], []]
  for (let count = 0; count < 2; count++) {
    const { orderId } = await anOrder(app)
    const { checkout } = await aPaidComplaint(app)
    silent.push(orderId, checkout.razorpay_payment_id)
    await aDueRefund(checkout.razorpay_payment_id)
    for (let more = 0; more < 2; more++) {
      const order = await anOrder(app)
      await app.sandbox.pay(order.orderId)
      paid.push(order.complaintId)
      const { complaintId, checkout: kept } = await aPaidComplaint(app)
      await aDueRefund(kept.razorpay_payment_id)
      returned.push(complaintId)
    }
  }
  app.wire.decide(({ path }) => (silent.some((id) => path.includes(id)) ? { status: 500, body: '' } : 'pass'))
  // All are due at the same time; one that has to wait is asked about hours later.
  await sql`update payment_orders set created_at = now() - interval '20 hours', next_check_at = now() where status <> 'paid'`.execute(
    app.db,
  )
  await other.release()
  for (const complaintId of paid) await settled(complaintId).toBe('paid: captured/applied')
  for (const complaintId of returned) await settled(complaintId).toBe('refunded: refunded/applied')
})
