import { expect, test } from 'vitest'
import { eventually, KEYS, testFolder, testSandbox, webhookReceiver } from '../test-sandbox.ts'
import { webhookSignature } from './keys.ts'

type Receiver = Awaited<ReturnType<typeof webhookReceiver>>

const eventsOf = ({ received }: Receiver) => received.map(({ body }) => body.event)

async function sandboxTelling(receiver: Receiver, options = {}) {
  // On a busy machine an answer may take longer than the provider waits, and its webhook would come twice.
  const sandbox = await testSandbox({ webhookUrl: receiver.url, webhookReplyMsMax: 60_000, ...options })
  const deliveries = async () => (await sandbox.ledger()).webhooks.flatMap((webhook) => webhook.deliveries)
  const arePending = async () => (await deliveries()).some(({ status }) => status === 'waiting')
  const settled = () => eventually(async () => expect(await arePending()).toBe(false))
  return { ...sandbox, deliveries, settled }
}

// PAY-4, PAY-7
test('a webhook has the documented envelope and headers, and signs its exact bytes', async () => {
  const receiver = await webhookReceiver()
  const sandbox = await sandboxTelling(receiver)
  const order = await sandbox.order({ receipt: 'CMP-1' })
  const { payment } = await sandbox.pay(order.id, 'success')
  await sandbox.settled()

  expect(eventsOf(receiver)).toEqual(['payment.authorized', 'payment.captured', 'order.paid'])
  const [authorized, , paid] = receiver.received
  expect(paid?.body).toEqual({
    entity: 'event',
    account_id: expect.stringMatching(/^acc_[A-Za-z0-9]{14}$/),
    event: 'order.paid',
    contains: ['payment', 'order'],
    payload: {
      payment: { entity: payment },
      order: { entity: { ...order, status: 'paid', attempts: 1, amount_paid: 10_000, amount_due: 0 } },
    },
    created_at: expect.any(Number),
  })
  // A snapshot of its moment, although the payment was captured by the time it was sent.
  expect(authorized?.body).toMatchObject({
    payload: { payment: { entity: { status: 'authorized', captured: false } } },
  })
  for (const { text, headers } of receiver.received) {
    expect(headers['x-razorpay-signature']).toBe(webhookSignature(text, KEYS.webhookSecret))
    expect(headers['x-razorpay-event-id']).toMatch(/^[A-Za-z0-9]{14}$/)
    expect(headers['content-type']).toBe('application/json')
  }
})

// PAY-4, PAY-7
test('failures and refunds are reported as well', async () => {
  const receiver = await webhookReceiver()
  const sandbox = await sandboxTelling(receiver)
  const order = await sandbox.order()
  await sandbox.pay(order.id, 'failed')
  const { payment } = await sandbox.pay(order.id, 'captured')
  await sandbox.post(`/v1/payments/${payment.id}/refund`)
  await sandbox.settled()

  expect(eventsOf(receiver)).toEqual([
    ...['payment.failed', 'payment.authorized', 'payment.captured', 'order.paid'],
    ...['refund.created', 'refund.processed'],
  ])
  expect(receiver.received.at(-1)?.body.contains).toEqual(['refund', 'payment'])
})

// PAY-4, PAY-7
test('anything but 2xx is sent again, with the same id and growing pauses', async () => {
  const answers = [500, 400, 302]
  const receiver = await webhookReceiver((response) => response.writeHead(answers.shift() ?? 204).end())
  const sandbox = await sandboxTelling(receiver)
  const order = await sandbox.order()
  await sandbox.pay(order.id, 'failed')
  await sandbox.settled()

  const [delivery] = await sandbox.deliveries()
  expect(delivery).toMatchObject({ status: 'delivered' })
  const tries = delivery?.tries ?? []
  expect(tries.map(({ status }) => status)).toEqual([500, 400, 302, 204])
  const [first, second, third] = tries.map(({ at }) => Number(at)) as [number, number, number]
  expect(second - first).toBeGreaterThanOrEqual(245)
  expect(third - second).toBeGreaterThanOrEqual(495)
  expect(new Set(receiver.received.map(({ headers }) => headers['x-razorpay-event-id'])).size).toBe(1)
})

// PAY-4, PAY-7
test('an answer that takes too long is a failed delivery', async () => {
  let isFirst = true
  const receiver = await webhookReceiver((response) => {
    if (!isFirst) response.end()
    isFirst = false
  })
  const sandbox = await sandboxTelling(receiver, { webhookReplyMsMax: 300 })
  const order = await sandbox.order()
  await sandbox.pay(order.id, 'failed')
  await sandbox.settled()

  const [delivery] = await sandbox.deliveries()
  expect(delivery?.status).toBe('delivered')
  expect(delivery?.tries[0]).toMatchObject({ status: null, problem: 'no answer in time' })
})

// PAY-4, PAY-7
test('what could not be delivered before a restart is delivered after it', async () => {
  let isUp = false
  const receiver = await webhookReceiver((response) => response.writeHead(isUp ? 200 : 503).end())
  const folder = await testFolder()
  const before = await sandboxTelling(receiver, { folder })
  const order = await before.order()
  await before.pay(order.id, 'failed')
  await eventually(() => expect(receiver.received.length).toBeGreaterThan(0))
  await before.close()
  isUp = true

  const after = await sandboxTelling(receiver, { folder })
  await after.settled()

  expect(await after.deliveries()).toMatchObject([{ status: 'delivered' }])
})

// PAY-4, PAY-7
test('a lost webhook is sent only when a resend is requested', async () => {
  const receiver = await webhookReceiver()
  const sandbox = await sandboxTelling(receiver)
  await sandbox.switchOn({ webhooks: { fault: 'lost', event: 'payment.captured' } })
  const order = await sandbox.order()
  await sandbox.pay(order.id, 'success')
  await sandbox.settled()
  expect(eventsOf(receiver)).toEqual(['payment.authorized', 'order.paid'])
  const lost = (await sandbox.ledger()).webhooks.find(({ event }) => event === 'payment.captured')
  expect(lost?.deliveries).toMatchObject([{ status: 'lost', fault: 'lost', tries: [] }])

  await sandbox.post('/control/webhooks/resend', { event_id: lost?.event_id })
  await sandbox.settled()

  expect(receiver.received.at(-1)).toMatchObject({
    text: lost?.body,
    headers: { 'x-razorpay-event-id': lost?.event_id },
  })
  expect((await sandbox.post('/control/webhooks/resend', { event_id: 'none' })).status).toBe(400)
})

// PAY-4, PAY-7
test('a doubled webhook arrives twice at the same time', async () => {
  const held: (() => void)[] = []
  // Both must arrive before either is answered.
  const receiver = await webhookReceiver((response) => {
    held.push(() => response.end())
    if (held.length === 2) for (const release of held) release()
  })
  const sandbox = await sandboxTelling(receiver)
  await sandbox.switchOn({ webhooks: { fault: 'doubled', times: 1 } })
  const order = await sandbox.order()
  await sandbox.pay(order.id, 'failed')
  await sandbox.settled()

  const [first, second] = receiver.received
  expect(first?.headers['x-razorpay-event-id']).toBe(second?.headers['x-razorpay-event-id'])
  expect(await sandbox.deliveries()).toMatchObject([{ tries: [{ status: 200 }] }, { tries: [{ status: 200 }] }])
})

// PAY-4, PAY-7
test('reordered webhooks come last first', async () => {
  const receiver = await webhookReceiver()
  const sandbox = await sandboxTelling(receiver)
  await sandbox.switchOn({ webhooks: 'reordered' })
  const order = await sandbox.order()
  await sandbox.pay(order.id, 'success')
  await sandbox.settled()
  expect(eventsOf(receiver)).toEqual(['order.paid', 'payment.captured', 'payment.authorized'])
})

// PAY-4, PAY-7
test('a late webhook waits', async () => {
  const receiver = await webhookReceiver()
  const sandbox = await sandboxTelling(receiver)
  await sandbox.switchOn({ webhooks: { fault: 'late', ms: 3_600_000 } })
  const order = await sandbox.order()
  await sandbox.pay(order.id, 'failed')

  const [delivery] = await sandbox.deliveries()
  expect(delivery).toMatchObject({ status: 'waiting', tries: [] })
  expect(Number(delivery?.due_at)).toBeGreaterThan(Date.now() + 3_000_000)
})

// PAY-4, PAY-7
test('a webhook may be signed wrongly', async () => {
  const receiver = await webhookReceiver()
  const sandbox = await sandboxTelling(receiver)
  await sandbox.switchOn({ webhooks: 'bad-signature' })
  const order = await sandbox.order()
  await sandbox.pay(order.id, 'failed')
  await sandbox.settled()

  const [delivery] = receiver.received
  expect(delivery?.headers['x-razorpay-signature']).toMatch(/^[0-9a-f]{64}$/)
  expect(delivery?.headers['x-razorpay-signature']).not.toBe(webhookSignature(delivery?.text ?? '', KEYS.webhookSecret))
})

test.each([
  'https://example.org/hook',
  'http://10.0.0.1/hook',
  'http://localhost.example.org/',
  'ftp://127.0.0.1/',
  'x',
  // PAY-7
])('webhooks are never sent to %s', async (webhookUrl) => {
  await expect(testSandbox({ webhookUrl })).rejects.toThrow('SANDBOX_WEBHOOK_URL must be an address on loopback.')
})
