import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { expect, test } from 'vitest'
import { aComplaint, anOrder, aPaidComplaint, COMPLAINT, initiate, payingApp } from '../../test/paying-app.ts'
import { adminView, moneyOf, refund } from '../../test/payment-state.ts'
import { storedText } from '../../test/stored.ts'

const app = await payingApp()

const PERSON = { name: COMPLAINT.fullname, email: COMPLAINT.email, phone: COMPLAINT.phone }

/** Sends raw JSON text, so that what is not a number can be tested as well. */
async function initiateRaw(body: string): Promise<{ status: number; message: string }> {
  const reply = await app.fetch(complaintCalls.initiatePayment.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  const { message } = (await reply.json()) as { message: string }
  return { status: reply.status, message }
}

const ordersOf = async (complaintId: number) =>
  app.db.selectFrom('payment_orders').selectAll().where('subject_id', '=', complaintId).orderBy('id').execute()

// CMP-5
test('the reply contains only the order and what the checkout needs, in paise', async () => {
  const complaintId = await aComplaint(app)
  const { status, body } = await initiate(app, complaintId, 150.5)
  expect(status).toBe(200)
  expect(body).toEqual({
    status: 'success',
    data: {
      order_id: expect.stringMatching(/^order_[A-Za-z0-9]{14}$/),
      checkout_data: {
        key: app.provider.keyId,
        amount: 15_050,
        currency: 'INR',
        name: app.config.foundationName,
        description: `Filing fee for complaint ${complaintId}`,
      },
    },
  })
  expect((await adminView(app, complaintId)).payment_status).toBe('pending')
})

// CMP-5, PAY-2
test('the order at the provider has the amount and the receipt of our own record', async () => {
  for (const [rupees, paise] of [
    [100, 10_000],
    [100.5, 10_050],
    [100.01, 10_001],
    // Multiplied by a hundred as floating point, these are slightly less than a whole number.
    [128.14, 12_814],
    [128.39, 12_839],
    [1_00_000, 1_00_00_000],
  ] as const) {
    const { complaintId, orderId } = await anOrder(app, rupees)
    const [row] = await ordersOf(complaintId)
    expect(row).toMatchObject({ amount_paise: paise, provider_order_id: orderId, status: 'created' })
    expect((await app.sandbox.ledger(orderId)).orders).toMatchObject([
      { amount: paise, currency: 'INR', receipt: row?.receipt, status: 'created' },
    ])
  }
})

// CMP-5, V2.3.2
test('a fee below ₹100, above the limit or of part of a paisa gets 400 and no order', async () => {
  const complaintId = await aComplaint(app)
  const before = await storedText(app.pool)
  const orders = (await app.sandbox.ledger()).orders.length
  const refused: [amount: string, message: string][] = [
    ...['0', '1', '99', '99.99', '99.999', '-100', '-1e3', '1e-3'].map(
      (amount) => [amount, 'The filing fee is at least ₹100'] as [string, string],
    ),
    ['1e9', 'The filing fee is at most ₹1,00,000'],
    ['100000.01', 'The filing fee is at most ₹1,00,000'],
    ['9007199254740993', 'The filing fee is at most ₹1,00,000'],
    ['100.555', 'The filing fee has at most two decimals'],
    ['100.001', 'The filing fee has at most two decimals'],
    ...['"100abc"', '"100"', '""', 'null', 'true', '[100]', '{"$gt":1}', '1e999'].map(
      (amount) => [amount, 'Filing fee is required'] as [string, string],
    ),
  ]
  for (const [amount, message] of refused) {
    const body = JSON.stringify({ complaint_id: complaintId, ...PERSON }).replace('}', `,"amount":${amount}}`)
    expect(await initiateRaw(body), amount).toEqual({ status: 400, message })
  }
  for (const amount of ['NaN', 'Infinity', '0x64', '100.', '٢٠٠']) {
    const body = JSON.stringify({ complaint_id: complaintId, ...PERSON }).replace('}', `,"amount":${amount}}`)
    expect((await initiateRaw(body)).status, amount).toBe(400)
  }
  expect((await initiateRaw(JSON.stringify({ complaint_id: complaintId, ...PERSON }))).status).toBe(400)
  expect(await storedText(app.pool)).toBe(before)
  expect((await app.sandbox.ledger()).orders).toHaveLength(orders)
})

// CMP-5
test('an unknown complaint and another e-mail get the same 404; letter case is ignored', async () => {
  const complaintId = await aComplaint(app)
  const body = { complaint_id: complaintId, amount: 100, ...PERSON }
  const before = await storedText(app.pool)
  const answers = [
    await app.call(complaintCalls.initiatePayment, { body: { ...body, email: 'somebody@example.org' } }),
    await app.call(complaintCalls.initiatePayment, { body: { ...body, email: `x${COMPLAINT.email}` } }),
    await app.call(complaintCalls.initiatePayment, { body: { ...body, complaint_id: 999_999 } }),
    await app.call(complaintCalls.initiatePayment, { body: { ...body, complaint_id: 9_999_999_999 } }),
  ]
  for (const { status, error } of answers) {
    expect(status).toBe(404)
    expect(error).toEqual({ status: 'error', code: 'complaint_not_found', message: 'Complaint not found' })
  }
  for (const complaint_id of [0, -1, 1.5, '1; drop', '0x1', 1e10]) {
    const reply = await app.call(complaintCalls.initiatePayment, { body: { ...body, complaint_id } })
    expect(reply.status, String(complaint_id)).toBe(400)
  }
  expect(await storedText(app.pool)).toBe(before)
  const own = await app.call(complaintCalls.initiatePayment, { body: { ...body, email: ' KAVITA@Example.ORG ' } })
  expect(own.status).toBe(200)
})

// CMP-5, V2.3.1
test('a paid complaint and a refunded one answer 409, and no order is made', async () => {
  const { complaintId, checkout } = await aPaidComplaint(app)
  for (const [code, message] of [
    ['nothing_to_pay', 'This complaint is already paid.'],
    ['complaint_refunded', 'The payment of this complaint was refunded.'],
  ] as const) {
    if (code === 'complaint_refunded') await refund(app, checkout.razorpay_payment_id)
    for (const amount of [100, 200]) {
      const reply = await initiate(app, complaintId, amount)
      expect(reply.status).toBe(409)
      expect(reply.error).toEqual({ status: 'error', code, message })
    }
  }
  expect(await ordersOf(complaintId)).toHaveLength(1)
})

// CMP-5
test('the same amount again returns the same open order, also ten times at once', async () => {
  const complaintId = await aComplaint(app)
  const replies = await Promise.all(Array.from({ length: 10 }, () => initiate(app, complaintId)))
  replies.push(await initiate(app, complaintId))
  expect(replies.map((reply) => reply.status)).toEqual(Array(11).fill(200))
  expect(new Set(replies.map((reply) => reply.body.data.order_id)).size).toBe(1)
  const rows = await ordersOf(complaintId)
  expect(rows).toHaveLength(1)
  const made = (await app.sandbox.ledger()).orders.filter((order) => order.receipt === rows[0]?.receipt)
  expect(made, 'one order at the provider').toHaveLength(1)
})

// CMP-5
test('another amount creates another order, and one order is open at a time', async () => {
  const complaintId = await aComplaint(app)
  const first = (await initiate(app, complaintId, 100)).body.data
  const second = (await initiate(app, complaintId, 200)).body.data
  expect(second.order_id).not.toBe(first.order_id)
  expect(second.checkout_data.amount).toBe(20_000)
  expect((await ordersOf(complaintId)).map((order) => order.replaced_at !== null)).toEqual([true, false])
  const back = (await initiate(app, complaintId, 100)).body.data
  expect(back.checkout_data.amount).toBe(10_000)

  for (let round = 0; round < 5; round++) {
    const other = await aComplaint(app)
    const amounts = [100, 200, 300, 100, 200, 300]
    const replies = await Promise.all(amounts.map((amount) => initiate(app, other, amount)))
    for (const [index, { status, body }] of replies.entries()) {
      expect(status).toBe(200)
      expect(body.data.checkout_data.amount, 'as asked for').toBe((amounts[index] ?? 0) * 100)
      const { orders } = await app.sandbox.ledger(body.data.order_id)
      expect(orders[0]?.amount).toBe(body.data.checkout_data.amount)
    }
    expect((await ordersOf(other)).filter((order) => order.replaced_at === null)).toHaveLength(1)
  }
})

// CMP-5, PAY-3
test('verify ignores amounts in the request', async () => {
  const { complaintId, orderId } = await anOrder(app, 500)
  const checkout = await app.sandbox.pay(orderId)
  const body = { ...checkout, complaint_id: complaintId, amount: 1, amount_paise: 1, payment_status: 'refunded' }
  expect((await app.call(complaintCalls.verifyPayment, { body })).status).toBe(200)
  expect(await adminView(app, complaintId)).toMatchObject({ payment_amount: 500, payment_status: 'paid' })
  expect(await moneyOf(app, complaintId)).toBe('paid: captured/applied')
})

// CMP-6, V2.4.1
test('who does not know the address uses up no try to pay the fee of a complaint', async () => {
  const limited = await payingApp({ RATE_LIMITS: 'on' })
  const complaintId = await aComplaint(limited)
  for (let count = 0; count < 31; count++) {
    const body = { complaint_id: complaintId, amount: 100, name: 'X', email: 'x@example.org', phone: '1' }
    await limited.call(complaintCalls.initiatePayment, { body })
  }
  const { rows } = await limited.pool.query("select from throttles where key like 'feeOrderByComplaint%'")
  expect(rows).toEqual([])
})
