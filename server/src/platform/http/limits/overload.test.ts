import { allCalls } from '@petsetu/contract/calls.ts'
import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { reportCalls } from '@petsetu/contract/office/reports.ts'
import { authCalls } from '@petsetu/contract/people/auth.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import type { Call } from '@petsetu/contract/platform/call.ts'
import { planCalls } from '@petsetu/contract/supporters/plans.ts'
import { afterEach, expect, test } from 'vitest'
import { aPet, aUser, PASSWORD } from '../../../../test/factories.ts'
import { lockWaits } from '../../../../test/lock-waits.ts'
import { anOrder, payingApp, verify } from '../../../../test/paying-app.ts'
import { sendEvent, theAdmin } from '../../../../test/payment-state.ts'
import { takeConnections } from '../../../../test/taken-connections.ts'

const app = await payingApp()
await app.sandbox.injectFault({ webhooks: 'lost' })
const admin = await theAdmin(app)
const owner = await aUser(app.db)
const pet = await aPet(app.db, owner)

const BUSY = {
  status: 'error',
  code: 'busy',
  message: 'The service is busy or restarting. Please try again in a moment.',
}

let taken = 0

/** Simulates this many requests in progress. */
function fillTo(places: number): void {
  for (; taken < places; taken++) app.loadShedding.enter('critical')
}

afterEach(() => {
  for (; taken > 0; taken--) app.loadShedding.leave()
})

/** Counts the further requests of low priority that would be admitted now. */
function freePlaces(): number {
  let free = 0
  try {
    for (; ; free++) app.loadShedding.enter('low')
  } catch {
    for (let place = 0; place < free; place++) app.loadShedding.leave()
    return free
  }
}

const shedFirst = [
  () => app.call(petCalls.listAll, { query: {} }, admin),
  () => app.call(complaintCalls.listAll, { query: {} }, admin),
  () => app.call(reportCalls.payments, { query: {} }, admin),
  () => app.call(reportCalls.membershipsCsv, { query: {} }, admin),
]
const usual = [
  () => app.call(petCalls.listOwn, { query: {} }, owner),
  () => app.call(planCalls.listRegular, {}),
  () => app.call(authCalls.signin, { body: { username: owner.username, password: PASSWORD } }),
]
const scan = () => app.fetch(`/pet-detail/${pet.petId}`)
const read = () => app.call(petCalls.read, { params: { id: pet.petId } })

const waitingForLocks = () => lockWaits(app.pool)

/** Counts the requests that arrive from now on. */
function countArrivals(): () => number {
  let arrived = 0
  app.server.on('request', () => arrived++)
  return () => arrived
}

async function expectAnswered(asks: (() => Promise<{ status: number }>)[]): Promise<void> {
  for (const ask of asks) expect((await ask()).status).toBe(200)
}

async function expectRefused(
  asks: (() => Promise<{ status: number; error: unknown; headers: Headers }>)[],
): Promise<void> {
  for (const ask of asks) {
    const reply = await ask()
    expect([reply.status, reply.error]).toEqual([503, BUSY])
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
  }
}

async function expectMoneyTaken(): Promise<void> {
  const { orderId, complaintId } = await order
  const { webhooks } = await app.sandbox.ledger(orderId)
  expect(webhooks.length).toBeGreaterThan(0)
  for (const { body, event_id } of webhooks) {
    expect((await sendEvent(app, body, { eventId: event_id })).status).toBe(200)
  }
  expect((await verify(app, complaintId, await checkout)).status).toBe(200)
}

const order = anOrder(app)
const checkout = order.then(({ orderId }) => app.sandbox.pay(orderId))
await checkout

// API-5, V15.2.2
test('under load, lists and reports are rejected first, and the rest is answered', async () => {
  await expectAnswered([...shedFirst, ...usual, scan, read])
  fillTo(80)
  await expectRefused(shedFirst)
  await expectAnswered([...usual, scan, read])
})

// API-5, PAY-6, V15.2.2
test('under more load, only scans, webhooks and paid checkouts are still accepted', async () => {
  fillTo(100)
  await expectRefused([...shedFirst, ...usual])
  await expectAnswered([scan, read, () => app.fetch('/healthz'), () => app.fetch('/readyz'), () => app.fetch('/')])
  await expectMoneyTaken()
})

// API-5, V15.2.2
test('under extreme load, scans get a page that says when to try again', async () => {
  fillTo(1_000)
  await expectRefused([read])
  const page = await scan()
  expect(page.status).toBe(503)
  expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  for (; taken > 0; taken--) app.loadShedding.leave()
  await expectAnswered([...shedFirst, ...usual, scan, read])
})

// API-5, PAY-6, V15.2.2
test('with every connection taken, scans, webhooks and paid checkouts still get one', async () => {
  const clients = await takeConnections(app)
  expect(app.pool.idleCount).toBe(0)
  await expectAnswered([scan])
  await expectMoneyTaken()
  for (const client of clients) client.release()
})

// V15.2.2
test('a request admitted for authentication is answered, however many have arrived', async () => {
  const holder = await app.pool.connect()
  await holder.query('begin')
  await holder.query('lock table sessions in access exclusive mode')
  const asked = app.call(petCalls.listAll, { query: {} }, admin)
  await expect.poll(waitingForLocks).toBe(1)
  fillTo(100)
  await holder.query('rollback')
  holder.release()
  expect((await asked).status).toBe(200)
  await expectRefused(shedFirst)
})

// V15.2.2
test('at most four reports at a time occupy the database', async () => {
  const holder = await app.pool.connect()
  await holder.query('begin')
  await holder.query('lock table memberships in access exclusive mode')
  const arrivals = countArrivals()
  const asked = Array.from({ length: 7 }, () => app.call(reportCalls.memberships, { query: {} }, admin))
  await expect.poll(arrivals).toBe(7)
  await expect.poll(waitingForLocks).toBe(4)
  for (let look = 0; look < 20; look++) expect(await waitingForLocks()).toBeLessThanOrEqual(4)
  await holder.query('rollback')
  holder.release()
  for (const reply of await Promise.all(asked)) expect([200, 503]).toContain(reply.status)
})

// V15.2.2
test('requests that wait for their turn are not in progress, and keep nobody out', async () => {
  const holder = await app.pool.connect()
  await holder.query('begin')
  await holder.query('lock table memberships in access exclusive mode')
  const free = freePlaces()
  const arrivals = countArrivals()
  const asked = Array.from({ length: 40 }, () => app.call(reportCalls.memberships, { query: {} }, admin))
  await expect.poll(arrivals).toBe(40)
  await expect.poll(waitingForLocks).toBe(4)
  // Those that have only just arrived are in progress until they wait.
  await expect.poll(freePlaces).toBe(free - 4)
  fillTo(70)
  await expectAnswered([() => app.call(petCalls.listAll, { query: {} }, admin)])
  await holder.query('rollback')
  holder.release()
  for (const reply of await Promise.all(asked)) expect(reply.status).toBe(200)
})

// V15.2.2
test('the connection of a request that waits longer than an idle one may stays open', async () => {
  const usual = app.server.timeout
  app.server.timeout = 200
  const holder = await app.pool.connect()
  await holder.query('begin')
  await holder.query('lock table memberships in access exclusive mode')
  const asked = app.call(reportCalls.memberships, { query: {} }, admin)
  await expect.poll(waitingForLocks).toBe(1)
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  await holder.query('rollback')
  holder.release()
  expect((await asked).status).toBe(200)
  app.server.timeout = usual
})

// V15.1.3
test('every call has a priority that says when it is rejected under load', () => {
  const nameOf = ({ method, path }: Call) => `${method} ${path}`
  const those = (priority: Call['priority']) => allCalls.filter((call: Call) => call.priority === priority).map(nameOf)
  expect(those('critical').toSorted()).toEqual([
    'GET /pets/{id}',
    'POST /api/complaints/payment/verify',
    'POST /api/donations/verify-payment',
    'POST /api/memberships/verify-payment',
    'POST /api/pay-links/verify-payment',
    'POST /api/payments/order-state',
    'POST /api/payments/webhook',
  ])
  const isBig = (call: Call) =>
    call.access === 'admin' && (call.file || call.paged || /report|dashboard/.test(call.path))
  const isPdf = ({ file }: Call) => file === 'application/pdf'
  for (const call of allCalls.filter((each) => isBig(each) || isPdf(each)))
    expect.soft(call.priority, nameOf(call)).toBe('low')
})
