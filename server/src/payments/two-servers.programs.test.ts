import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../test/harness.ts'
import { COMPLAINT, submit } from '../../test/paying-app.ts'
import { sendEvent } from '../../test/payment-state.ts'
import { startSandbox } from '../../test/sandbox.ts'
import { type ServerProcess, serverProcess } from '../../test/server-process.ts'

const database = await testDatabase()
afterAll(() => database.drop())
// The sandbox sends no webhooks; the test sends them to both servers.
const { provider, sandbox } = await startSandbox('http://127.0.0.1:9/')
await sandbox.injectFault({ webhooks: 'lost' })
// Nodes of one installation have the same key.
const SHARED = { SECRET_KEY: Buffer.alloc(32, 7).toString('base64') }
const first = await serverProcess(database.url, provider.apiUrl, SHARED)
const second = await serverProcess(database.url, provider.apiUrl, SHARED)

function post(server: ServerProcess, path: string, body: object): Promise<Response> {
  return server.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

async function anOrder(): Promise<{ complaintId: number; orderId: string }> {
  const filed = (await (await submit(first)).json()) as { data: { complaint_id: number } }
  const { complaint_id } = filed.data
  const { fullname: name, email, phone } = COMPLAINT
  const asked = { complaint_id, amount: 100, name, email, phone }
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      post(index % 2 ? first : second, complaintCalls.initiatePayment.path, asked),
    ),
  )
  const orders = new Set<string>()
  for (const reply of replies) {
    const { data } = (await reply.json()) as { data: { order_id: string } }
    orders.add(data.order_id)
  }
  expect([...orders], 'one order, whichever server made it').toHaveLength(1)
  return { complaintId: complaint_id, orderId: String([...orders][0]) }
}

// CMP-5, PAY-3, PAY-4, PAY-6, V2.3.4
test('twenty verify and webhook calls for one payment on two servers apply it once', async () => {
  for (let round = 0; round < 12; round++) {
    const { complaintId, orderId } = await anOrder()
    const checkout = await sandbox.pay(orderId, round % 2 ? 'captured' : 'authorized')
    const { webhooks, orders } = await sandbox.ledger(orderId)
    expect(orders).toHaveLength(1)

    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) => {
        const server = index % 2 ? first : second
        const event = webhooks[(index >> 2) % webhooks.length]
        return index % 4 < 2 && event
          ? sendEvent(server, event.body, { eventId: `${event.event_id}-${index % 8 < 4 ? 'same' : index}` })
          : post(server, complaintCalls.verifyPayment.path, { ...checkout, complaint_id: complaintId })
      }),
    )

    expect(replies.map((reply) => reply.status)).toEqual(Array(20).fill(200))
    const payments = await database.db
      .selectFrom('payments')
      .select(['id', 'status', 'disposition', 'amount_paise'])
      .where('subject_id', '=', complaintId)
      .execute()
    expect(payments).toMatchObject([{ status: 'captured', disposition: 'applied', amount_paise: 10_000 }])
    const journal = await database.db
      .selectFrom('payment_journal')
      .select('id')
      .where('payment_id', '=', payments[0]?.id ?? 0)
      .where('disposition_after', '=', 'applied')
      .execute()
    expect(journal, 'applied once').toHaveLength(1)
    expect((await sandbox.ledger(orderId)).payments).toMatchObject([{ status: 'captured' }])
  }
  const open = () =>
    database.db.selectFrom('webhook_inbox').select('event_id').where('processed_at', 'is', null).execute()
  await expect.poll(open).toEqual([])
  const twice = await database.db
    .selectFrom('payment_journal')
    .select('payment_id')
    .where('disposition_after', '=', 'applied')
    .groupBy('payment_id')
    .having((where) => where.fn.countAll(), '>', 1)
    .execute()
  expect(twice).toEqual([])
})

// CMP-4, PAY-6
test('one submission sent ten times at once to two servers is one complaint', async () => {
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, index) => submit(index % 2 ? first : second, { key: 'submission-over-two' })),
  )
  const ids = await Promise.all(replies.map(async (reply) => JSON.stringify(await reply.json())))
  expect(new Set(ids).size).toBe(1)
  const filed = database.db.selectFrom('complaints').select('id').where('idempotency_key', '=', 'submission-over-two')
  expect(await filed.execute()).toHaveLength(1)
})
