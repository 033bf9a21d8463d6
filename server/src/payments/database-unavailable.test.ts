import { expect, test } from 'vitest'
import { breakableDatabase } from '../../test/breakable-database.ts'
import { anOrder, initiate, payingApp, submit, verify } from '../../test/paying-app.ts'
import { moneyOf, sendEvent } from '../../test/payment-state.ts'

const database = await breakableDatabase()
const app = await payingApp({ RECONCILE_EVERY_SECONDS: '1', RECONCILE_AFTER_SECONDS: '0' }, database)
// The sandbox sends no webhooks; the test sends them itself.
await app.sandbox.injectFault({ webhooks: 'lost' })

const eventsOf = async (orderId: string) => (await app.sandbox.ledger(orderId)).webhooks

// PAY-6, V16.5.2, V16.5.3
test('payments in a database outage are not confirmed, and settled afterwards', async () => {
  const told = await anOrder(app)
  const untold = await anOrder(app)

  await database.cut()
  const checkout = await app.sandbox.pay(told.orderId)
  await app.sandbox.pay(untold.orderId)
  for (const ask of [() => verify(app, told.complaintId, checkout), () => initiate(app, told.complaintId)]) {
    const reply = await ask()
    expect(reply.status).toBe(503)
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
  }
  expect((await submit(app)).status).toBe(503)
  const events = await eventsOf(told.orderId)
  expect(events.length).toBeGreaterThan(0)
  for (const { event_id, body } of events) expect((await sendEvent(app, body, { eventId: event_id })).status).toBe(503)
  // Reconcile rounds and jobs keep failing meanwhile.
  await expect.poll(() => app.logged()).toContain('reconcile failed')
  await expect.poll(() => app.logged()).toContain('Error with notify listener')

  await database.mend()
  for (const { event_id, body } of events) expect((await sendEvent(app, body, { eventId: event_id })).status).toBe(200)
  await expect.poll(() => moneyOf(app, told.complaintId)).toBe('paid: captured/applied')
  await expect.poll(() => moneyOf(app, untold.complaintId)).toBe('paid: captured/applied')
  const open = () => app.db.selectFrom('webhook_inbox').select('event_id').where('processed_at', 'is', null).execute()
  // The program may take twenty seconds to start its jobs again.
  await expect.poll(open, { timeout: 90_000 }).toEqual([])
}, 150_000)
