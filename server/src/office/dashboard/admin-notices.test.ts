import { type PushKind, pushCalls } from '@petsetu/contract/people/push.ts'
import { expect, test } from 'vitest'
import { anAdmin } from '../../../test/factories.ts'
import { aComplaint, aPaidComplaint, payingApp, verify } from '../../../test/paying-app.ts'
import { pushCatcherOf } from '../../../test/push-catcher.ts'
import { queueAdminNotices } from './admin-notices.ts'

const app = await payingApp()
const catcher = pushCatcherOf(app.sandbox, app.provider.apiUrl)
const KINDS: PushKind[] = ['urgent-case', 'waiting-money']

async function anAdminWithDevice(duties: Parameters<typeof anAdmin>[1] = null) {
  const admin = await anAdmin(app.db, duties)
  const { origin } = new URL(app.config.pushServices[0] ?? '')
  const browser = { ...(await catcher.newBrowser()) }
  const endpoint = browser.endpoint.replace(new URL(browser.endpoint).origin, origin)
  await app.call(pushCalls.save, { body: { ...browser, endpoint, kinds: KINDS } }, admin)
  return admin
}

const noticesOf = async ({ id }: { id: number }) => {
  const rows = await app.db
    .selectFrom('push_notices')
    .innerJoin('push_devices', 'push_devices.id', 'device_id')
    .select(['kind', 'about'])
    .where('user_id', '=', id)
    .orderBy('push_notices.id')
    .execute()
  return rows.map(({ kind, about }) => `${kind}: ${about}`)
}

/** A captured payment that paid for nothing. */
async function aSurplus(): Promise<number> {
  const { complaintId, orderId } = await aPaidComplaint(app)
  const checkout = await app.sandbox.pay(orderId, 'captured', { even_if_paid: true })
  await verify(app, complaintId, checkout)
  const { id } = await app.db
    .selectFrom('payments')
    .select('id')
    .where('provider_payment_id', '=', checkout.razorpay_payment_id)
    .executeTakeFirstOrThrow()
  return id
}

// PSH-1
test('each urgent complaint and each waiting payment is told once, to whose duty it is', async () => {
  const [all, cases, money, pets] = [
    await anAdminWithDevice(),
    await anAdminWithDevice(['cases']),
    await anAdminWithDevice(['money']),
    await anAdminWithDevice(['pets']),
  ]
  const urgent = await aComplaint(app, { type_of_complaint: 'Cruelty' })
  await aComplaint(app, { type_of_complaint: 'Feeder harassment' })
  await queueAdminNotices(app)
  await queueAdminNotices(app)
  expect(await noticesOf(cases)).toEqual([`urgent-case: complaint ${urgent}`])
  const surplus = await aSurplus()
  await queueAdminNotices(app)
  await queueAdminNotices(app)
  expect(await noticesOf(money)).toEqual([`waiting-money: payment ${surplus}`])
  expect(await noticesOf(all)).toContain(`urgent-case: complaint ${urgent}`)
  expect(await noticesOf(all)).toContain(`waiting-money: payment ${surplus}`)
  expect(await noticesOf(pets)).toEqual([])
})

// PSH-1
test('money that is recorded late is told, and once more when its refund fails', async () => {
  const admin = await anAdminWithDevice(['money'])
  const surplus = await aSurplus()
  await app.pool.query("update payments set created_at = now() - interval '5 days' where id = $1", [surplus])
  const told = async () => {
    await queueAdminNotices(app)
    await queueAdminNotices(app)
    return (await noticesOf(admin)).filter((notice) => notice === `waiting-money: payment ${surplus}`).length
  }
  expect(await told()).toBe(1)
  await app.pool.query('update payments set refund_failed_at = now() where id = $1', [surplus])
  expect(await told()).toBe(2)
})

// PSH-1
test('surplus money is told once more when its refund is refused before it counted', async () => {
  const admin = await anAdminWithDevice(['money'])
  const surplus = await aSurplus()
  const refuse = (key: string) =>
    app.pool.query(
      `insert into refunds (payment_id, amount_paise, idempotency_key, status) values ($1, 10000, $2, 'failed')`,
      [surplus, key],
    )
  const told = async () => {
    await queueAdminNotices(app)
    return (await noticesOf(admin)).filter((notice) => notice === `waiting-money: payment ${surplus}`).length
  }
  expect(await told()).toBe(1)
  await refuse('refused-once')
  expect(await told()).toBe(2)
  await refuse('refused-again')
  expect(await told()).toBe(2)
})

// PSH-1
test('a case that an admin makes urgent is told, an old or finished one is not', async () => {
  const admin = await anAdminWithDevice(['cases'])
  const [raised, done, old] = [
    await aComplaint(app, { type_of_complaint: 'Feeder harassment' }),
    await aComplaint(app),
    await aComplaint(app),
  ]
  await app.db.updateTable('complaints').set({ status: 'resolved' }).where('id', '=', done).execute()
  await app.pool.query("update complaints set created_at = now() - interval '4 days' where id = $1", [old])
  await app.db.updateTable('complaints').set({ priority: 'high' }).where('id', '=', raised).execute()
  await queueAdminNotices(app)
  const told = await noticesOf(admin)
  expect(told).toContain(`urgent-case: complaint ${raised}`)
  expect(told).not.toContain(`urgent-case: complaint ${done}`)
  expect(told).not.toContain(`urgent-case: complaint ${old}`)
})

// PSH-1, PAY-9
test('a refund that a bank refused days after it was asked for is told', async () => {
  const admin = await anAdminWithDevice(['money'])
  const { checkout } = await aPaidComplaint(app)
  const { rows } = await app.pool.query<{ id: number }>(
    "update payments set created_at = now() - interval '20 days' where provider_payment_id = $1 returning id",
    [checkout.razorpay_payment_id],
  )
  const id = rows[0]?.id
  await app.pool.query(
    `insert into refunds (payment_id, amount_paise, idempotency_key, status, created_at)
     values ($1, 10000, 'refused-by-the-bank', 'failed', now() - interval '6 days')`,
    [id],
  )
  await queueAdminNotices(app)
  expect(await noticesOf(admin)).toContain(`waiting-money: payment ${id}`)
})
