import { dashboardCalls } from '@petsetu/contract/office/dashboard.ts'
import { reportCalls } from '@petsetu/contract/office/reports.ts'
import { paymentCalls } from '@petsetu/contract/payments/payments.ts'
import { settlementCalls } from '@petsetu/contract/payments/settlements.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { expect, test } from 'vitest'
import { bookYears } from '../../../test/financial-years.ts'
import { aPaidComplaint, payingApp } from '../../../test/paying-app.ts'
import { adminView, checkPayment, moneyOf, refund, sendEvent, theAdmin } from '../../../test/payment-state.ts'
import { basicAuth } from '../../../test/sandbox.ts'

const app = await payingApp()
await app.sandbox.injectFault({ webhooks: 'lost' })

/** A surplus payment of a complaint: our id and the provider's. */
async function aSurplus() {
  const { complaintId, orderId } = await aPaidComplaint(app)
  const { razorpay_payment_id } = await app.sandbox.pay(orderId, 'captured', { even_if_paid: true })
  await checkPayment(app, complaintId)
  const payment = (await adminView(app, complaintId)).payments.find(({ disposition }) => disposition === 'surplus')
  return { complaintId, orderId, providerId: razorpay_payment_id, id: payment?.id ?? 0 }
}

const settle = async (id: number, note: string) =>
  app.call(paymentCalls.settle, { params: { id: String(id) }, body: { note } }, await theAdmin(app))

async function waiting(): Promise<string[]> {
  const report = await app.call(reportCalls.payments, { query: { unmatched: 'yes' } }, await theAdmin(app))
  const dashboard = await app.call(dashboardCalls.figures, {}, await theAdmin(app))
  expect(dashboard.body.data.unmatched_payments).toBe(report.body.data.length)
  return report.body.data.map((row) => row.razorpay_payment_id ?? '')
}

// PAY-6
test('money that cannot be refunded is settled otherwise with a note, and is not open', async () => {
  const { complaintId, id, providerId } = await aSurplus()
  expect(await waiting()).toContain(providerId)
  const empty = await settle(id, ' \n')
  expect(empty).toMatchObject({ status: 400, error: { errors: { note: 'Note is required' } } })

  const reply = await settle(id, 'Paid back by bank transfer')
  expect(reply.body.data).toMatchObject({ status: 'captured', settled_note: 'Paid back by bank transfer' })
  expect(await waiting()).not.toContain(providerId)
  expect(await moneyOf(app, complaintId)).toBe('paid: captured/applied captured/surplus')
  expect(app.logged()).toContain('"event":"settled-otherwise"')
  const journal = await app.db.selectFrom('payment_journal').selectAll().where('payment_id', '=', id).execute()
  expect(journal.at(-1)).toMatchObject({ source: 'settled', status_after: 'captured', disposition_after: 'surplus' })
  const { settled_by } = await app.db
    .selectFrom('payments')
    .select('settled_by')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(settled_by).toBe((await theAdmin(app)).id)

  for (const again of [await settle(id, 'Once more'), await refund(app, providerId)])
    expect(again).toMatchObject({ status: 409, error: { code: 'settled_already' } })
})

// PAY-6
test('two admins who settle the same money at once settle it once', async () => {
  const { id } = await aSurplus()
  const replies = await Promise.all([settle(id, 'One'), settle(id, 'Two')])
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

// PAY-6
test('only unmatched money can be settled otherwise, and no other payment', async () => {
  const { complaintId, id, providerId } = await aSurplus()
  const applied = (await adminView(app, complaintId)).payments.find(({ disposition }) => disposition === 'applied')
  expect(await settle(applied?.id ?? 0, 'No')).toMatchObject({ status: 409, error: { code: 'not_unmatched' } })
  await app.sandbox.injectFault({ settings: { refundsStayPending: true } })
  await refund(app, providerId)
  expect(await settle(id, 'No')).toMatchObject({ status: 409, error: { code: 'refund_under_way' } })
  await app.sandbox.injectFault({ settings: { refundsStayPending: false } })
  expect((await settle(999_999, 'No')).status).toBe(404)
})

// PAY-9
test('a refund that fails late is logged, shown to the admin, and can be tried again', async () => {
  const { complaintId, orderId, checkout } = await aPaidComplaint(app)
  const { razorpay_payment_id: providerId } = checkout
  await refund(app, providerId)
  const [made] = (await app.sandbox.ledger(orderId)).refunds
  const sendFailedEvent = async (eventId: string) => {
    const { webhooks } = await app.sandbox.ledger(orderId)
    await sendEvent(app, webhooks.find((sent) => sent.event === 'refund.failed')?.body ?? '', { eventId })
  }
  await app.sandbox.control('POST', `/refunds/${made?.id}/finish`, { status: 'failed-late' })
  await sendFailedEvent(`late-${made?.id}`)
  await expect.poll(waiting).toContain(providerId)
  expect((await adminView(app, complaintId)).payments).toMatchObject([{ status: 'refunded', is_refund_failed: true }])
  expect(app.logged()).toContain('"event":"refund-failed-late"')

  expect((await refund(app, providerId)).body.data).toMatchObject({ status: 'refunded', is_refund_failed: false })
  expect((await app.sandbox.ledger(orderId)).refunds.map(({ status }) => status)).toEqual(['failed', 'processed'])
  expect(await waiting()).not.toContain(providerId)
  // Repeating the event changes nothing.
  await sendFailedEvent(`again-${made?.id}`)
  const inbox = () => app.db.selectFrom('webhook_inbox').select('event_id').where('processed_at', 'is', null).execute()
  await expect.poll(inbox).toEqual([])
  expect(await waiting()).not.toContain(providerId)
})

// PAY-9
test('a refund made at the provider that fails late is shown, and can be settled', async () => {
  const { id, orderId, providerId } = await aSurplus()
  const made = await app.sandbox.refundThere(providerId)
  const tell = async (name: string) => {
    const { webhooks } = await app.sandbox.ledger(orderId)
    await sendEvent(app, webhooks.find((sent) => sent.event === name)?.body ?? '', { eventId: `${name}-${made}` })
  }
  await tell('refund.processed')
  await expect.poll(waiting).not.toContain(providerId)
  await app.sandbox.control('POST', `/refunds/${made}/finish`, { status: 'failed-late' })
  await tell('refund.failed')
  await expect.poll(waiting).toContain(providerId)
  expect((await settle(id, 'Paid back in cash')).status).toBe(200)
  expect(await waiting()).not.toContain(providerId)
})

// PAY-9
test("a failed refund stays open when another refund's event comes again", async () => {
  const { orderId, checkout } = await aPaidComplaint(app, 1_000)
  const { razorpay_payment_id: providerId } = checkout
  const refundPart = async (amount: number) => {
    const reply = await fetch(`${app.provider.apiUrl}/v1/payments/${providerId}/refund`, {
      method: 'POST',
      headers: { authorization: basicAuth(), 'content-type': 'application/json' },
      body: JSON.stringify({ amount }),
    })
    return ((await reply.json()) as { id: string }).id
  }
  const tell = async (name: string, made: string, eventId = `${name}-${made}`) => {
    const { webhooks } = await app.sandbox.ledger(orderId)
    const sent = webhooks.find(({ event, body }) => event === name && body.includes(made))
    await sendEvent(app, sent?.body ?? '', { eventId })
    const inbox = app.db.selectFrom('webhook_inbox').select('event_id').where('processed_at', 'is', null)
    await expect.poll(() => inbox.execute()).toEqual([])
  }
  const first = await refundPart(40_000)
  const second = await refundPart(60_000)
  await tell('refund.processed', second)
  await app.sandbox.control('POST', `/refunds/${first}/finish`, { status: 'failed-late' })
  await tell('refund.failed', first)
  expect(await waiting()).toContain(providerId)

  await tell('refund.processed', second, `again-${second}`)
  expect(await waiting()).toContain(providerId)
  await tell('refund.processed', await refundPart(40_000))
  expect(await waiting()).not.toContain(providerId)
})

// PAY-9
test('a retry of a late failed refund leaves out what the provider refunded before', async () => {
  const { complaintId, orderId, checkout } = await aPaidComplaint(app)
  const { razorpay_payment_id: providerId } = checkout
  await refund(app, providerId)
  const [made] = (await app.sandbox.ledger(orderId)).refunds
  await app.sandbox.control('POST', `/refunds/${made?.id}/finish`, { status: 'failed-late' })
  const { webhooks } = await app.sandbox.ledger(orderId)
  const body = webhooks.find(({ event }) => event === 'refund.failed')?.body ?? ''
  await sendEvent(app, body, { eventId: `late-${made?.id}` })
  await expect.poll(waiting).toContain(providerId)
  const inPart = await fetch(`${app.provider.apiUrl}/v1/payments/${providerId}/refund`, {
    method: 'POST',
    headers: { authorization: basicAuth(), 'content-type': 'application/json' },
    body: JSON.stringify({ amount: 4_000 }),
  })
  expect(inPart.status).toBe(200)

  expect((await refund(app, providerId)).body.data).toMatchObject({ status: 'refunded', is_refund_failed: false })
  const refunds = (await app.sandbox.ledger(orderId)).refunds.map(({ status, amount }) => [status, amount])
  expect(refunds).toEqual([
    ['failed', 10_000],
    ['processed', 4_000],
    ['processed', 6_000],
  ])
  expect((await adminView(app, complaintId)).payments).toMatchObject([{ is_refund_pending: false }])
})

// PAY-9, PAY-6
test('a late failure whose event is lost is found by a check, and cleared by another', async () => {
  const { complaintId, orderId, checkout } = await aPaidComplaint(app)
  const { razorpay_payment_id: providerId } = checkout
  await refund(app, providerId)
  const [made] = (await app.sandbox.ledger(orderId)).refunds
  await app.sandbox.control('POST', `/refunds/${made?.id}/finish`, { status: 'failed-late' })
  expect((await checkPayment(app, complaintId)).status).toBe(200)
  expect(await waiting()).toContain(providerId)
  expect((await adminView(app, complaintId)).payments).toMatchObject([{ status: 'refunded', is_refund_failed: true }])

  await app.sandbox.refundThere(providerId)
  expect((await checkPayment(app, complaintId)).status).toBe(200)
  expect(await waiting()).not.toContain(providerId)
})

/** A refund of an applied fee that the bank refused before it counted: our id of the payment, and the provider's. */
async function aRefusedRefund() {
  const { complaintId, orderId, checkout } = await aPaidComplaint(app)
  const { razorpay_payment_id: providerId } = checkout
  await app.sandbox.injectFault({ settings: { refundsStayPending: true } })
  const { id } = (await refund(app, providerId)).body.data
  await app.sandbox.injectFault({ settings: { refundsStayPending: false } })
  const [made] = (await app.sandbox.ledger(orderId)).refunds
  expect(await waiting()).not.toContain(providerId)
  await app.sandbox.control('POST', `/refunds/${made?.id}/finish`, { status: 'failed' })
  const { webhooks } = await app.sandbox.ledger(orderId)
  const event = webhooks.find((sent) => sent.event === 'refund.failed')?.body ?? ''
  await sendEvent(app, event, { eventId: `early-${made?.id}` })
  await expect.poll(waiting).toContain(providerId)
  return { complaintId, providerId, id }
}

// PAY-9, ADM-1
test('a refund that failed before it counted waits for an admin, who can try again', async () => {
  const { complaintId, providerId } = await aRefusedRefund()
  const [payment] = (await adminView(app, complaintId)).payments
  expect(payment).toMatchObject({ status: 'captured', disposition: 'applied', is_refund_failed: false })
  expect((await refund(app, providerId)).body.data).toMatchObject({ status: 'refunded' })
  expect(await waiting()).not.toContain(providerId)
})

// PAY-9, TRU-8
test('a failed refund made good otherwise counts as one, with its receipt and mail', async () => {
  const sums = async () => (await bookYears(app)).map(({ received, returned }) => [received, returned])
  const { complaintId, providerId, id } = await aRefusedRefund()
  const before = await sums()
  const reply = await settle(id, 'Paid back by bank transfer')
  expect(reply.body.data).toMatchObject({ status: 'refunded', returned: 100, settled_as: 'returned' })
  expect(await moneyOf(app, complaintId)).toBe('refunded: refunded/applied')
  expect(await waiting()).not.toContain(providerId)
  expect(await sums()).toEqual(before.map(([received = 0, back = 0]) => [received, back + 100]))
  const mails = app.db.selectFrom('mails').select('text').where('kind', '=', 'refund')
  expect(await mails.where('about', '=', `payment ${id}`).execute()).toEqual([
    { text: expect.stringContaining('We have returned ₹100 to you in another way') },
  ])
  const receipts = app.db.selectFrom('refund_receipts').select('payment_id').where('payment_id', '=', id)
  expect(await receipts.execute()).toHaveLength(1)

  // The provider still holds the money, which is nobody's work any more.
  expect((await checkPayment(app, complaintId)).status).toBe(200)
  const [payment] = (await adminView(app, complaintId)).payments
  expect(payment).toMatchObject({ status: 'refunded', is_refund_failed: false })
  expect(await refund(app, providerId)).toMatchObject({ status: 409, error: { code: 'settled_already' } })
  const query = { month: today().slice(0, 7), limit: '100', state: 'missing' } as const
  const missing = (await app.call(settlementCalls.list, { query }, await theAdmin(app))).body.data
  expect(missing.filter(({ type }) => type === 'refund').map(({ entity_id }) => entity_id)).not.toContain(providerId)
})

// PAY-9
test('the mail about a rest that went back otherwise names the rest alone', async () => {
  const { id } = await aRefusedRefund()
  await app.pool.query('update payments set refunded_paise = 4000 where id = $1', [id])
  expect((await settle(id, 'Paid back by bank transfer')).body.data).toMatchObject({
    status: 'refunded',
    returned: 100,
  })
  const mail = app.db.selectFrom('mails').select('text').where('kind', '=', 'refund')
  expect(await mail.where('about', '=', `payment ${id}`).execute()).toEqual([
    { text: expect.stringContaining('We have returned ₹60 to you in another way') },
  ])
})

// PAY-9
test('a failed refund that the payer gives up leaves the list, and the fee stays paid', async () => {
  const { complaintId, providerId, id } = await aRefusedRefund()
  const body = { note: 'For the shelter, as the payer asked', as: 'kept' } as const
  const reply = await app.call(paymentCalls.settle, { params: { id: String(id) }, body }, await theAdmin(app))
  expect(reply.body.data).toMatchObject({ status: 'captured', settled_as: 'kept', is_return_refused: false })
  expect(await moneyOf(app, complaintId)).toBe('paid: captured/applied')
  expect(await waiting()).not.toContain(providerId)
})

/** Forty rupees that the foundation gave back at the provider, and that the bank sent back late. Returns the id of that refund. */
async function aFailedPart(complaintId: number, providerId: string): Promise<string> {
  const inPart = await fetch(`${app.provider.apiUrl}/v1/payments/${providerId}/refund`, {
    method: 'POST',
    headers: { authorization: basicAuth(), 'content-type': 'application/json' },
    body: JSON.stringify({ amount: 4_000 }),
  })
  const { id } = (await inPart.json()) as { id: string }
  await checkPayment(app, complaintId)
  await app.sandbox.control('POST', `/refunds/${id}/finish`, { status: 'failed-late' })
  return id
}

async function tellOfFailure(orderId: string, refundId: string): Promise<void> {
  const { webhooks } = await app.sandbox.ledger(orderId)
  const event = webhooks.find((sent) => sent.event === 'refund.failed')?.body ?? ''
  await sendEvent(app, event, { eventId: `part-${refundId}` })
}

// PAY-9, TRU-8
test('a part that the bank sent back and that was returned otherwise is booked once', async () => {
  const sums = async () => (await bookYears(app)).map(({ received, returned }) => [received, returned])
  const { complaintId, orderId, checkout } = await aPaidComplaint(app)
  const before = await sums()
  await tellOfFailure(orderId, await aFailedPart(complaintId, checkout.razorpay_payment_id))
  const isTold = async () => (await adminView(app, complaintId)).payments[0]?.is_refund_failed
  await expect.poll(isTold).toBe(true)
  const returned = await sums()
  expect(returned).toEqual(before.map(([received = 0, back = 0]) => [received, back + 40]))
  expect((await settle((await adminView(app, complaintId)).payments[0]?.id ?? 0, 'By bank')).status).toBe(200)
  expect(await sums()).toEqual(returned)
})

for (const [what, isTold] of [
  ['with', true],
  ['without', false],
] as const) {
  // PAY-9
  test(`a part that came back ${what} an event is shown, and the next refund returns all`, async () => {
    const { complaintId, orderId, checkout } = await aPaidComplaint(app)
    const { razorpay_payment_id: providerId } = checkout
    const made = await aFailedPart(complaintId, providerId)
    if (isTold) {
      await tellOfFailure(orderId, made)
      await expect.poll(waiting).toContain(providerId)
      const [payment] = (await adminView(app, complaintId)).payments
      expect(payment).toMatchObject({ status: 'captured', is_refund_failed: true })
    }

    expect((await refund(app, providerId)).body.data).toMatchObject({ status: 'refunded', is_refund_failed: false })
    const refunds = (await app.sandbox.ledger(orderId)).refunds.map(({ status, amount }) => [status, amount])
    expect(refunds).toEqual([
      ['failed', 4_000],
      ['processed', 10_000],
    ])
    expect((await adminView(app, complaintId)).payments).toMatchObject([{ is_refund_pending: false }])
    expect(await waiting()).not.toContain(providerId)
  })
}
