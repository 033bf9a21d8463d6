import { reportCalls } from '@petsetu/contract/office/reports.ts'
import { financialYearOf } from '@petsetu/contract/platform/calendar.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anAdmin, aPlan } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'

const app = await testApp()
const admin = await anAdmin(app.db)
const plan = await aPlan(app.db)
const order = await app.db
  .insertInto('payment_orders')
  .values({ purpose: 'membership', subject_id: 0, amount_paise: 100, receipt: 'any', status: 'paid' })
  .returning('id')
  .executeTakeFirstOrThrow()

type Money = {
  at: Date
  purpose: 'complaint' | 'membership' | 'donation'
  status: 'captured' | 'refunded' | 'failed' | 'authorized'
  disposition: 'applied' | 'surplus' | 'quarantined'
  paise: number
  /** The share of a captured payment that went back, in percent. */
  returned: number
}

// Around midnight in India of 31 March and 1 April, and anywhere in a year and a half.
const MIDNIGHT = Date.UTC(2026, 2, 31, 18, 30)
const at = fc.oneof(
  fc.integer({ min: -3, max: 3 }).map((seconds) => new Date(MIDNIGHT + seconds * 1000)),
  fc.date({ min: new Date('2025-03-01T00:00:00Z'), max: new Date('2026-08-31T00:00:00Z'), noInvalidDate: true }),
)

const money: fc.Arbitrary<Money> = fc.record({
  at,
  purpose: fc.constantFrom('complaint', 'membership', 'donation'),
  status: fc.constantFrom('captured', 'captured', 'refunded', 'failed', 'authorized'),
  disposition: fc.constantFrom('applied', 'surplus', 'quarantined'),
  paise: fc.integer({ min: 1, max: 10_000_000 }),
  returned: fc.constantFrom(0, 0, 0, 33),
})

const returnedOf = ({ status, paise, returned }: Money) =>
  status === 'refunded' ? paise : Math.floor((paise * returned) / 100)

async function store(all: Money[]): Promise<void> {
  await app.db.deleteFrom('payments').execute()
  if (all.length === 0) return
  await app.db
    .insertInto('payments')
    .values(
      all.map((one, number) => ({
        provider_payment_id: `pay_${number}`,
        order_id: order.id,
        purpose: one.purpose,
        subject_id: number + 1,
        amount_paise: one.paise,
        refunded_paise: one.status === 'captured' || one.status === 'refunded' ? returnedOf(one) : 0,
        currency: 'INR',
        status: one.status,
        disposition: one.status === 'captured' || one.status === 'refunded' ? one.disposition : 'none',
        created_at: one.at,
      })),
    )
    .execute()
}

const indianDay = (instant: Date) => new Date(instant.getTime() + 5.5 * 3_600_000).toISOString().slice(0, 10)

async function linesOf(query: { start_date: string; end_date: string }): Promise<string[][]> {
  const file = await app.call(reportCalls.accountsCsv, { query }, admin)
  expect(file.status).toBe(200)
  const lines = file.body.trim().split('\r\n')
  return lines.slice(1).map((line) => line.split(','))
}

const inPaise = (rupees: string | undefined) => Number((rupees ?? '').replace('.', ''))
const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)

const day = fc
  .date({ min: new Date('2025-04-01T00:00:00Z'), max: new Date('2026-07-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const period = fc
  .oneof(
    fc.tuple(day, day),
    fc.constantFrom<[string, string]>(['2025-04-01', '2026-03-31'], ['2026-04-01', '2027-03-31']),
  )
  .map((days) => days.sort())
  .map(([start_date = '', end_date = '']) => ({ start_date, end_date }))

const PURPOSES = { complaint: 'Complaint', membership: 'Membership', donation: 'Donation' } as const

// DSK-7
test('the accountant’s file and the bars add up to the report’s revenue to the paisa', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(money, { maxLength: 60 }), period, async (all, query) => {
      await store(all)
      const received = all.filter(
        (one) =>
          (one.status === 'captured' || one.status === 'refunded') &&
          one.disposition !== 'quarantined' &&
          indianDay(one.at) >= query.start_date &&
          indianDay(one.at) <= query.end_date,
      )
      const report = await app.call(reportCalls.payments, { query: { ...query, page: '1' } }, admin)
      const revenue = Math.round(report.body.summary.total_revenue * 100)

      const lines = await linesOf(query)
      const total = (column: number) => sum(lines.map((cells) => inPaise(cells[column])))
      expect(total(6)).toBe(revenue)
      expect(total(4)).toBe(sum(received.map(({ paise }) => paise)))
      expect(total(5)).toBe(sum(received.map(returnedOf)))
      expect(sum(lines.map((cells) => Number(cells[3])))).toBe(received.length)
      const keys = received.map((one) => `${indianDay(one.at)},${PURPOSES[one.purpose]},Online`)
      expect(lines.map((cells) => cells.slice(0, 3).join(','))).toEqual([...new Set(keys)].sort())

      const chart = await app.call(reportCalls.paymentMonths, { query }, admin)
      const months = chart.body.data.months
      expect(sum(months.map(({ value }) => Math.round(value * 100)))).toBe(revenue)
      for (const { month, value } of months) {
        const ofMonth = received.filter((one) => one.status === 'captured' && indianDay(one.at).startsWith(month))
        expect(Math.round(value * 100)).toBe(sum(ofMonth.map((one) => one.paise - returnedOf(one))))
      }
    }),
    { numRuns: 40 },
  )
})

// DSK-7
test('money around midnight of 1 April in India is in two financial years', async () => {
  const paid = { purpose: 'donation', status: 'captured', disposition: 'applied', returned: 0 } as const
  await store([
    { ...paid, at: new Date(MIDNIGHT - 1), paise: 10_050 },
    { ...paid, at: new Date(MIDNIGHT), paise: 20_000, returned: 33 },
  ])
  expect(await linesOf({ start_date: '2025-04-01', end_date: '2026-03-31' })).toEqual([
    ['2026-03-31', 'Donation', 'Online', '1', '100.50', '0.00', '100.50'],
  ])
  expect(await linesOf({ start_date: '2026-04-01', end_date: '2027-03-31' })).toEqual([
    ['2026-04-01', 'Donation', 'Online', '1', '200.00', '66.00', '134.00'],
  ])
  const chart = await app.call(
    reportCalls.paymentMonths,
    { query: { start_date: '2026-04-01', end_date: '2026-04-30' } },
    admin,
  )
  expect(chart.body.data).toEqual({
    from: '2026-04-01',
    to: '2026-04-30',
    months: [{ month: '2026-04', value: 134, month_before: '2026-03', value_before: 100.5 }],
  })
})

// DSK-7
test('the accountant’s file needs its days in order, at most sixty months', async () => {
  const year = financialYearOf('2026-05-01')
  const call = reportCalls.accountsCsv
  const refusals: [query: Record<string, string>, fields: string[]][] = [
    [{}, ['start_date', 'end_date']],
    [{ start_date: '2026-04-02', end_date: '2026-04-01' }, ['end_date']],
    [{ start_date: `${year - 5}-03-31`, end_date: `${year}-03-01` }, ['end_date']],
    [{ start_date: '2026-02-30', end_date: '2026-03-01' }, ['start_date']],
  ]
  for (const [query, fields] of refusals) {
    const reply = await app.call(call, { query: query as { start_date: string; end_date: string } }, admin)
    expect(reply.status).toBe(400)
    expect(Object.keys(reply.error.errors ?? {})).toEqual(fields)
  }
  const query = { start_date: `${year - 5}-04-01`, end_date: `${year}-03-31` }
  const file = await app.fetch(`${call.path}?${new URLSearchParams(query)}`, {
    headers: { authorization: `Bearer ${admin.token}`, 'accept-language': 'en' },
  })
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="accounts-2021-04-01-2026-03-31.csv"')
  expect(await file.text()).toContain('Day,Purpose,Mode,Payments,Received (₹),Refunded or void (₹),Net (₹)')
})

// DSK-7
test('memberships are counted by the Indian month of registration, with filters', async () => {
  await app.pool.query(
    `insert into memberships (plan_id, username, name, email, phone, address, why_join, plan_name, category, duration_months, price_paise,
       features, details_key, created_at)
     select $1, 'u', 'n', 'e', 'p', 'a', 'w', 'plan', case when n = 4 then 'premium' else 'regular' end, 1, 0, 'f', 'k' || n, at::timestamptz
     from unnest(array['2026-03-31T18:29:59Z', '2026-03-31T18:30:00Z', '2026-04-30T18:29:59Z', '2026-04-15T00:00:00Z', '2026-04-30T18:30:00Z'])
       with ordinality as instants (at, n)`,
    [plan.id],
  )
  const days = { start_date: '2026-04-01', end_date: '2026-04-30' }
  const monthsOf = async (query: Record<string, string>) =>
    (await app.call(reportCalls.membershipMonths, { query: { ...days, ...query } }, admin)).body.data.months
  expect(await monthsOf({})).toEqual([{ month: '2026-04', value: 3, month_before: '2026-03', value_before: 1 }])
  expect(await monthsOf({ category: 'premium' })).toMatchObject([{ value: 1, value_before: 0 }])
  expect(await monthsOf({ status: 'active' })).toMatchObject([{ value: 0, value_before: 0 }])
})
