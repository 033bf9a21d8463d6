import { afterEach, expect, test } from 'vitest'
import { aComplaint, anOrder, aPaidComplaint, initiate, payingApp, verify } from '../../../test/paying-app.ts'
import { checkPayment, moneyOf, refund } from '../../../test/payment-state.ts'

const app = await payingApp()
await app.sandbox.injectFault({ webhooks: 'lost' })

afterEach(() => app.wire.clearFaults())

/** Makes the provider answer each call with the reply to another one. */
function mixUpAnswers() {
  app.wire.decide(() => (answer) => ({
    ...answer,
    body: answer.body
      .replaceAll(/"((?:payment_|order_)?id)":"([a-z]+)_\w+"/g, '"$1":"$2_Somebodys000001"')
      .replaceAll(/"receipt":"[^"]+"/g, '"receipt":"complaint-9-somebody"'),
  }))
}

function answerInstead(told: string, instead: string) {
  app.wire.decide(({ path }) =>
    /payments/.test(path) ? (answer) => ({ ...answer, body: answer.body.replaceAll(told, instead) }) : 'pass',
  )
}

const recorded = async () => (await app.db.selectFrom('payments').select('id').execute()).length

// PAY-8
test('a reply about another order is rejected, and the next attempt has one order', async () => {
  const complaintId = await aComplaint(app)
  mixUpAnswers()
  for (let tries = 0; tries < 2; tries++) expect((await initiate(app, complaintId)).status).toBe(502)
  app.wire.clearFaults()
  const { body } = await initiate(app, complaintId)
  const { orders } = await app.sandbox.ledger()
  const own = orders.filter(({ receipt }) => receipt.startsWith(`complaint-${complaintId}-`))
  expect(own).toMatchObject([{ id: body.data.order_id }])
})

// PAY-6, PAY-8
test('a reply about another payment is not recorded, and the right one pays', async () => {
  for (const outcome of ['captured', 'authorized'] as const) {
    const { complaintId, orderId } = await anOrder(app)
    const checkout = await app.sandbox.pay(orderId, outcome)
    const before = await recorded()
    mixUpAnswers()
    expect((await verify(app, complaintId, checkout)).status).toBe(502)
    expect((await checkPayment(app, complaintId)).status).toBe(502)
    expect(await recorded()).toBe(before)
    app.wire.clearFaults()
    expect((await verify(app, complaintId, checkout)).status).toBe(200)
    expect(await moneyOf(app, complaintId)).toBe('paid: captured/applied')
  }
})

// PAY-8, PAY-9
test('a reply about another refund does not count, and the refund is sent once', async () => {
  const { complaintId, orderId, checkout } = await aPaidComplaint(app)
  mixUpAnswers()
  expect((await refund(app, checkout.razorpay_payment_id)).status).toBe(503)
  expect(await moneyOf(app, complaintId)).toBe('paid: captured/applied')
  app.wire.clearFaults()
  expect((await refund(app, checkout.razorpay_payment_id)).status).toBe(200)
  expect(await moneyOf(app, complaintId)).toBe('refunded: refunded/applied')
  expect((await app.sandbox.ledger(orderId)).refunds).toHaveLength(1)
})

for (const [what, told, instead] of [
  ['amount', '"amount":10000', '"amount":10100'],
  ['currency', '"currency":"INR"', '"currency":"USD"'],
] as const) {
  // PAY-6, PAY-8
  test(`a payment that was first told with another ${what} pays once it is told rightly`, async () => {
    const { complaintId, orderId } = await anOrder(app)
    const checkout = await app.sandbox.pay(orderId)
    answerInstead(told, instead)
    for (let tries = 0; tries < 2; tries++) expect((await verify(app, complaintId, checkout)).status).toBe(409)
    expect(await moneyOf(app, complaintId)).toBe('pending: captured/quarantined')
    app.wire.clearFaults()
    expect((await checkPayment(app, complaintId)).status).toBe(200)
    expect(await moneyOf(app, complaintId)).toBe('paid: captured/applied')
    answerInstead(told, instead)
    await checkPayment(app, complaintId)
    expect(await moneyOf(app, complaintId)).toBe('paid: captured/applied')
  })
}
