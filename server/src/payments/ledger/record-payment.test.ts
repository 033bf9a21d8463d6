import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { anOrder, aPaidComplaint, initiate, payingApp, verify } from '../../../test/paying-app.ts'
import { adminView, checkPayment, moneyOf, refund } from '../../../test/payment-state.ts'
import { basicAuth } from '../../../test/sandbox.ts'
import { storedText } from '../../../test/stored.ts'

const app = await payingApp()

async function paymentOf(providerPaymentId: string) {
  return app.db
    .selectFrom('payments')
    .selectAll()
    .where('provider_payment_id', '=', providerPaymentId)
    .executeTakeFirstOrThrow()
}

const journalOf = (paymentId: number) =>
  app.db.selectFrom('payment_journal').selectAll().where('payment_id', '=', paymentId).orderBy('id').execute()

/** Makes the provider answer with an old state of every payment, like a delayed reply. */
function answerWithStatus(status: string, refunded = 0) {
  app.wire.decide(({ path }) =>
    /payments/.test(path)
      ? (answer) => ({
          ...answer,
          body: answer.body
            .replaceAll(/"status":"(captured|refunded)"/g, `"status":"${status}"`)
            .replaceAll(/"amount_refunded":\d+/g, `"amount_refunded":${refunded}`),
        })
      : 'pass',
  )
}

// PAY-6
test('a captured payment never becomes failed, and a refunded one never captured', async () => {
  const { complaintId, checkout } = await aPaidComplaint(app)
  for (const [reached, olds] of [
    ['paid: captured/applied', ['failed', 'authorized', 'created']],
    ['refunded: refunded/applied', ['captured', 'failed', 'authorized', 'created']],
  ] as const) {
    if (reached.startsWith('refunded')) await refund(app, checkout.razorpay_payment_id)
    expect(await moneyOf(app, complaintId)).toBe(reached)
    // Each check by an admin adds a row to the audit.
    const except = ['webhook_inbox', 'audit']
    const before = await storedText(app.pool, { except })
    for (const old of olds) {
      answerWithStatus(old)
      await checkPayment(app, complaintId)
      await verify(app, complaintId, checkout)
    }
    app.wire.clearFaults()
    expect(await moneyOf(app, complaintId)).toBe(reached)
    expect(await storedText(app.pool, { except })).toBe(before)
  }
})

// PAY-6
test('the journal holds every change with its source, and replays to the present state', async () => {
  await app.sandbox.injectFault({ webhooks: 'lost' })
  const { complaintId, orderId } = await anOrder(app)
  const checkout = await app.sandbox.pay(orderId, 'failed')
  await verify(app, complaintId, checkout)
  await app.sandbox.authorizeLate(checkout.razorpay_payment_id)
  await checkPayment(app, complaintId)
  await refund(app, checkout.razorpay_payment_id)
  await app.sandbox.clearFaults()

  const { id } = await paymentOf(checkout.razorpay_payment_id)
  const told = (await journalOf(id)).map((line) => `${line.source} ${line.status_before}→${line.status_after}`)
  expect(told).toEqual(['verify null→failed', 'admin failed→captured', 'admin captured→refunded'])
})

// PAY-6
test('money without an order of ours is recorded once and shown to an admin', async () => {
  await app.sandbox.injectFault({ webhooks: 'doubled' })
  const payments: string[] = []
  for (let round = 0; round < 15; round++) {
    const response = await fetch(`${app.provider.apiUrl}/v1/orders`, {
      method: 'POST',
      headers: { authorization: basicAuth(), 'content-type': 'application/json' },
      body: JSON.stringify({ amount: 5_000, currency: 'INR', receipt: `somebody-elses-${round}` }),
    })
    const { id } = (await response.json()) as { id: string }
    payments.push((await app.sandbox.pay(id)).razorpay_payment_id)
  }
  const rows = () => app.db.selectFrom('payments').selectAll().where('provider_payment_id', 'in', payments).execute()
  await expect.poll(async () => (await rows()).length).toBe(payments.length)
  const open = () => app.db.selectFrom('webhook_inbox').select('event_id').where('processed_at', 'is', null).execute()
  await expect.poll(open).toEqual([])
  for (const row of await rows()) {
    expect(row).toMatchObject({ status: 'captured', disposition: 'quarantined', order_id: null, amount_paise: 5_000 })
    expect(await journalOf(row.id), 'told once').toHaveLength(1)
  }
  await app.sandbox.clearFaults()
})

// PAY-6
test('afterwards every journal has no gaps and ends at its payment’s state', async () => {
  const payments = await app.db.selectFrom('payments').selectAll().execute()
  expect(payments.length).toBeGreaterThan(10)
  for (const payment of payments) {
    let state: object = { status: null, disposition: null, refunded: 0 }
    for (const line of await journalOf(payment.id)) {
      const { status_before, disposition_before, refunded_paise_before: refunded } = line
      expect({ status: status_before, disposition: disposition_before, refunded }).toEqual(state)
      state = { status: line.status_after, disposition: line.disposition_after, refunded: line.refunded_paise_after }
    }
    expect(state).toEqual({
      status: payment.status,
      disposition: payment.disposition,
      refunded: payment.refunded_paise,
    })
  }
})

// PAY-6
test('the database rejects changing, deleting or emptying the journal', async () => {
  await aPaidComplaint(app)
  const before = await storedText(app.pool, { except: ['webhook_inbox'] })
  for (const statement of [
    "update payment_journal set status_after = 'failed'",
    'update payment_journal set at = now() where false',
    'delete from payment_journal',
    'truncate payment_journal',
    'truncate payments cascade',
    'delete from payments',
  ]) {
    await expect(app.pool.query(statement), statement).rejects.toThrow(/only added|foreign key/)
  }
  expect(await storedText(app.pool, { except: ['webhook_inbox'] })).toBe(before)
})

// PAY-6
test('the database rejects invalid states, whatever the code does', async () => {
  const { complaintId, checkout, orderId } = await aPaidComplaint(app)
  const applied = await paymentOf(checkout.razorpay_payment_id)
  const open = await anOrder(app)
  const other = await aPaidComplaint(app)
  const insertCopy = (values: Record<string, unknown>) =>
    app.db
      .insertInto('payments')
      .values({
        provider_payment_id: 'pay_Other000000001',
        order_id: applied.order_id,
        purpose: applied.purpose,
        subject_id: applied.subject_id,
        amount_paise: 10_000,
        currency: 'INR',
        status: 'captured',
        disposition: 'none',
        ...values,
      })
      .execute()
  const openNow = { order_id: null, purpose: 'complaint', subject_id: open.complaintId }
  const refusals: [what: string, tried: () => Promise<unknown>][] = [
    ['payments_applied', () => insertCopy({ disposition: 'applied' })],
    ['payments_provider_payment_id_key', () => insertCopy({ provider_payment_id: checkout.razorpay_payment_id })],
    ['payments_check', () => insertCopy({ ...openNow, disposition: 'applied', status: 'authorized' })],
    ['payments_check', () => insertCopy({ ...openNow, disposition: 'applied' })],
    ['payments_check', () => insertCopy({ refunded_paise: 10_001 })],
    [
      'payment_orders_provider_order_id_key',
      () =>
        sql`update payment_orders set provider_order_id = ${orderId} where provider_order_id = ${open.orderId}`.execute(
          app.db,
        ),
    ],
    [
      'payment_orders_open',
      () =>
        sql`insert into payment_orders (purpose, subject_id, amount_paise, receipt) values ('complaint', ${open.complaintId}, 10000, 'x')`.execute(
          app.db,
        ),
    ],
    ['payment_orders_amount_paise_check', () => sql`update payment_orders set amount_paise = 99`.execute(app.db)],
    [
      'complaints_check',
      () => sql`update complaints set payment_status = 'paid' where id = ${open.complaintId}`.execute(app.db),
    ],
    [
      'payments_applied',
      () =>
        sql`update payments set subject_id = ${complaintId} where provider_payment_id = ${other.checkout.razorpay_payment_id}`.execute(
          app.db,
        ),
    ],
  ]
  const before = await storedText(app.pool, { except: ['webhook_inbox'] })
  for (const [what, tried] of refusals) await expect(tried(), what).rejects.toThrow(what)
  expect(await storedText(app.pool, { except: ['webhook_inbox'] })).toBe(before)
  expect((await initiate(app, open.complaintId)).body.data.order_id).toBe(open.orderId)
  expect((await adminView(app, complaintId)).payment_status).toBe('paid')
})
