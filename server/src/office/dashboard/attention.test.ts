import { dashboardCalls } from '@petsetu/contract/office/dashboard.ts'
import { reportCalls } from '@petsetu/contract/office/reports.ts'
import { expect, test } from 'vitest'
import { type Entry, threePlansAndUsers, writeBooks } from '../../../test/books.ts'
import { anAdmin } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'

const app = await testApp()
const admin = await anAdmin(app.db)
const books = await threePlansAndUsers(app.db)

const AT = new Date('2026-02-01T06:00:00Z')
const entry = (changes: Partial<Entry>): Entry => ({
  category: 'regular',
  status: 'active',
  plan: 0,
  user: 0,
  createdAt: AT,
  payments: [],
  ...changes,
})
const payment = (status: 'captured' | 'refunded', disposition: 'applied' | 'surplus' | 'quarantined') => ({
  status,
  disposition,
  paise: 50_000,
  createdAt: AT,
})

/** Makes the first of all memberships end in this many days. */
const endsIn = (days: number) =>
  app.pool.query(
    `update memberships set expiry_date = (now() at time zone 'Asia/Kolkata')::date + $1::integer
     where id = (select min(id) from memberships)`,
    [days],
  )

// ADM-1
test('the membership report shows exactly what the dashboard counts as expiring', async () => {
  await writeBooks(app.db, books, [entry({}), entry({ status: 'expired' }), entry({ status: 'pending' })])
  for (const [days, expected] of [
    [-1, 0],
    [0, 1],
    [30, 1],
    [31, 0],
  ] as const) {
    await app.pool.query("update memberships set expiry_date = '2999-12-31' where expiry_date is not null")
    await endsIn(days)
    const dashboard = await app.call(dashboardCalls.figures, {}, admin)
    const report = await app.call(reportCalls.memberships, { query: { expiring: 'yes' } }, admin)
    expect(dashboard.body.data.expiring_memberships, `${days} days`).toBe(expected)
    expect(report.body.data).toHaveLength(expected)
    expect(report.body.summary.total_memberships).toBe(expected)
  }
})

// ADM-1, PAY-6
test('the payment report shows exactly what the dashboard counts as unmatched', async () => {
  await writeBooks(app.db, books, [
    entry({ payments: [payment('captured', 'surplus'), payment('captured', 'quarantined')] }),
    entry({ payments: [payment('captured', 'applied'), payment('refunded', 'surplus')] }),
    entry({ status: 'pending' }),
  ])
  const dashboard = await app.call(dashboardCalls.figures, {}, admin)
  const report = await app.call(reportCalls.payments, { query: { unmatched: 'yes' } }, admin)
  expect(dashboard.body.data.unmatched_payments).toBe(2)
  expect(report.body.data.map(({ disposition }) => disposition).sort()).toEqual(['quarantined', 'surplus'])
  expect(report.body.summary.total_transactions).toBe(2)
})
