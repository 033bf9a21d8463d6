import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../../test/harness.ts'
import { anOrder } from '../../../test/paying-app.ts'
import { startSandbox } from '../../../test/sandbox.ts'
import { serverProcess } from '../../../test/server-process.ts'
import { wireTo } from '../../../test/wire.ts'

const ORDERS = 14

const database = await testDatabase()
afterAll(() => database.drop())
const { provider, sandbox } = await startSandbox('http://127.0.0.1:9/')
const wire = await wireTo(provider.apiUrl)
// Keeps orders from being due before the test says so.
const node = await serverProcess(database.url, wire.url, {
  RECONCILE_EVERY_SECONDS: '1',
  RECONCILE_AFTER_SECONDS: '3600',
})

// PAY-5, PAY-8, API-5
test('a stop during many polls ends in time, and unpolled orders are due for others', async () => {
  for (let count = 0; count < ORDERS; count++) await anOrder(node)
  // Each reply is well within its time-out; all together take twice as long as a stop may.
  await sandbox.injectFault({ api: { fault: 'slow', operation: 'fetchOrderPayments', ms: 1_500 } })
  const asked = () => wire.seen.filter(({ path }) => path.endsWith('/payments')).length
  await sql`update payment_orders set created_at = now() - interval '10 hours', next_check_at = now()`.execute(
    database.db,
  )
  await expect.poll(asked).toBeGreaterThan(0)

  // If it is not done after ten seconds, it exits with 1.
  expect(await node.stop()).toBe(0)
  const due = await database.db.selectFrom('payment_orders').where('next_check_at', '<=', sql<Date>`now()`).execute()
  expect(due.length).toBeGreaterThanOrEqual(ORDERS - asked())
  expect(due.length).toBeGreaterThan(0)
})
