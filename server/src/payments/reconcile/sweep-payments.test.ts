import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../../test/harness.ts'
import { anOrder, aPaidComplaint, payingApp } from '../../../test/paying-app.ts'
import { adminView, moneyOf, refund } from '../../../test/payment-state.ts'
import { basicAuth } from '../../../test/sandbox.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { sweepSince } from './reconcile.ts'

const database = await testDatabase()
afterAll(() => database.drop())
// Simulates a program that last ran two days ago: the missed night is caught up.
await database.pool.query(
  `insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
   values ($1, now() - interval '9 days', now() - interval '2 days')`,
  ['sweep-payments'],
)
// All webhooks are lost, no browser reports, and no order is polled.
const app = await payingApp({ RECONCILE_AFTER_SECONDS: '3600' }, database)
await app.sandbox.injectFault({ webhooks: 'lost' })

const jobs = async () =>
  (
    await app.pool.query<{ attempts: number; is_running: boolean }>(
      `select attempts, locked_at is not null as is_running from graphile_worker.jobs where task_identifier = $1`,
      ['sweep-payments'],
    )
  ).rows
// More than a hundred payments are looked up one after the other.
const isDone = () => expect.poll(jobs, { timeout: 150_000 }).toEqual([])
const retryNow = () => app.pool.query('update graphile_worker._private_jobs set run_at = now()')

/** Runs the sweep from the first page on. */
async function sweep(): Promise<void> {
  await enqueue(app.db, 'sweep-payments', null)
  await isDone()
}

/** An order at the provider without a row of ours. */
async function aStrangeOrder(): Promise<string> {
  const response = await fetch(`${app.provider.apiUrl}/v1/orders`, {
    method: 'POST',
    headers: { authorization: basicAuth(), 'content-type': 'application/json' },
    body: JSON.stringify({ amount: 30_000, currency: 'INR', receipt: 'somebody-else' }),
  })
  return ((await response.json()) as { id: string }).id
}

const ours = (providerPaymentId: string) =>
  app.db
    .selectFrom('payments')
    .select(['status', 'disposition', 'amount_paise', 'order_id'])
    .where('provider_payment_id', '=', providerPaymentId)
    .execute()

// PAY-5
test('a missed night is caught up at the start', async () => {
  const looked = () => app.wire.seen.filter(({ path }) => path.startsWith('/v1/payments?')).length
  await expect.poll(looked).toBe(1)
  await isDone()
})

// PAY-5, PAY-6
test('a capture without an order of ours is found and shown to an admin', async () => {
  const { razorpay_payment_id: captured } = await app.sandbox.pay(await aStrangeOrder())
  const { razorpay_payment_id: failed } = await app.sandbox.pay(await aStrangeOrder(), 'failed')
  await sweep()
  const kept = { status: 'captured', disposition: 'quarantined', amount_paise: 30_000, order_id: null }
  expect(await ours(captured)).toEqual([kept])
  expect(await ours(failed)).toEqual([])
})

// PAY-5, PAY-6
test('a payment after its order’s last poll is settled; agreeing ones are not fetched', async () => {
  const known = await aPaidComplaint(app)
  const late = await anOrder(app)
  await sql`update payment_orders set created_at = now() - interval '6 days', next_check_at = null
            where provider_order_id = ${late.orderId}`.execute(app.db)
  const { razorpay_payment_id } = await app.sandbox.pay(late.orderId, 'authorized')
  const from = app.wire.seen.length
  await sweep()
  expect(await moneyOf(app, late.complaintId)).toBe('paid: captured/applied')
  const asked = app.wire.seen.slice(from).map(({ path }) => path)
  expect(asked).toContain(`/v1/payments/${razorpay_payment_id}`)
  expect(asked.join()).not.toContain(known.checkout.razorpay_payment_id)
})

// PAY-5, PAY-9
test('a refund that the bank returned without an event is found at night', async () => {
  const { complaintId, orderId, checkout } = await aPaidComplaint(app)
  await refund(app, checkout.razorpay_payment_id)
  const [made] = (await app.sandbox.ledger(orderId)).refunds
  await app.sandbox.control('POST', `/refunds/${made?.id}/finish`, { status: 'failed-late' })
  await sweep()
  expect((await adminView(app, complaintId)).payments).toMatchObject([{ status: 'refunded', is_refund_failed: true }])
})

// PAY-5, PAY-9
test('a refund of an old payment is asked about for two weeks', async () => {
  const { razorpay_payment_id: providerId } = (await aPaidComplaint(app)).checkout
  await refund(app, providerId)
  await sql`update payments set created_at = now() - interval '30 days' where provider_payment_id = ${providerId}`.execute(
    app.db,
  )
  const isAsked = async () => {
    const from = app.wire.seen.length
    await sweep()
    return app.wire.seen.slice(from).some(({ path }) => path === `/v1/payments/${providerId}`)
  }
  expect(await isAsked()).toBe(true)
  await sql`update refunds set created_at = now() - interval '15 days'`.execute(app.db)
  expect(await isAsked()).toBe(false)
})

// PAY-5
test('any number of payments is read by pages, and a silent provider is called again', async () => {
  const { complaintId, orderId } = await anOrder(app)
  await app.sandbox.pay(orderId)
  const strange = await aStrangeOrder()
  await Promise.all(Array.from({ length: 120 }, () => app.sandbox.pay(strange, 'captured', { even_if_paid: true })))
  // The first page fails, and later a look-up of one of the payments.
  let refused = 0
  app.wire.decide(({ path }) => {
    const isFailing =
      refused === 0 ? path.startsWith('/v1/payments?') : refused === 1 && path.startsWith('/v1/payments/')
    if (isFailing) refused++
    return isFailing ? { status: 500, body: '' } : 'pass'
  })
  await enqueue(app.db, 'sweep-payments', null)
  for (const attempts of [1, 2]) {
    await expect.poll(() => refused).toBe(attempts)
    // Once it has failed, it waits for its next turn: to make that earlier before has no effect.
    await expect.poll(jobs).toMatchObject([{ attempts, is_running: false }])
    await retryNow()
  }
  await isDone()
  expect(await moneyOf(app, complaintId)).toBe('paid: captured/applied')
  const { rows } = await app.pool.query(
    `select 1 from payments where disposition = 'quarantined' and amount_paise = 30000`,
  )
  expect(rows).toHaveLength(121)
}, 200_000)

// PAY-6
test('the sweep tries again an event whose job has given up', async () => {
  await app.db
    .insertInto('webhook_inbox')
    .values({ event_id: 'evt_given_up', body: Buffer.from('{}') })
    .execute()
  await sweep()
  const isProcessed = async () =>
    (
      await app.db
        .selectFrom('webhook_inbox')
        .select('processed_at')
        .where('event_id', '=', 'evt_given_up')
        .executeTakeFirstOrThrow()
    ).processed_at !== null
  await expect.poll(isProcessed).toBe(true)
})

// PAY-5
test('a payment that cannot be read does not block others', async () => {
  const { razorpay_payment_id: first } = await app.sandbox.pay(await aStrangeOrder())
  const { razorpay_payment_id: broken } = await app.sandbox.pay(await aStrangeOrder())
  const { razorpay_payment_id: third } = await app.sandbox.pay(await aStrangeOrder())
  app.wire.decide(({ path }) => (path.endsWith(broken) ? { status: 200, body: '{"id":7}' } : 'pass'))
  await sweep()
  app.wire.clearFaults()
  expect([await ours(first), await ours(broken), await ours(third)]).toMatchObject([[{}], [], [{}]])
})

// PAY-5, PAY-6
test('a refund of money without an order of ours is found, however old it is', async () => {
  const { razorpay_payment_id: young } = await app.sandbox.pay(await aStrangeOrder())
  const { razorpay_payment_id: old } = await app.sandbox.pay(await aStrangeOrder())
  await sweep()
  for (const payment of [young, old]) {
    await app.sandbox.refundThere(payment)
  }
  await sql`update payments set created_at = now() - interval '30 days' where provider_payment_id = ${old}`.execute(
    app.db,
  )
  // The provider lists only the payments of the last days, so this one is no longer listed.
  app.wire.decide(({ path }) =>
    path.startsWith('/v1/payments?')
      ? (answer) => ({ ...answer, body: answer.body.replaceAll(old, 'pay_Other000000001') })
      : 'pass',
  )
  await sweep()
  app.wire.clearFaults()
  for (const payment of [young, old]) expect(await ours(payment)).toMatchObject([{ status: 'refunded' }])
})

// PAY-5, PAY-9, CFG-4
test('a refund of an old payment that nobody told of is found, also after a restore', async () => {
  const sinceBackUp = async () => {
    await sweepSince(app.db, new Date(Date.now() - 3_600_000))
    await isDone()
  }
  for (const search of [sweep, sinceBackUp]) {
    const { complaintId, checkout } = await aPaidComplaint(app)
    const old = checkout.razorpay_payment_id
    await app.sandbox.refundThere(old)
    // Such a payment is too old to be listed.
    app.wire.decide(({ path }) =>
      path.startsWith('/v1/payments?')
        ? (answer) => ({ ...answer, body: answer.body.replaceAll(old, 'pay_Other000000002') })
        : 'pass',
    )
    await search()
    app.wire.clearFaults()
    expect(await moneyOf(app, complaintId)).toBe('refunded: refunded/applied')
  }
})
