import {
  type MembershipFilter,
  type MembershipSummary,
  type PaymentFilter,
  reportCalls,
} from '@petsetu/contract/office/reports.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Entry, entries, threePlansAndUsers, writeBooks } from '../../../test/books.ts'
import { aConfirmedUser, anAdmin, aUser } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'

const app = await testApp()
const admin = await anAdmin(app.db)
const books = await threePlansAndUsers(app.db)

const day = fc.integer({ min: 0, max: 60 }).map((days) => today(new Date(Date.UTC(2026, 0, 1) + days * 86_400_000)))

/** No filter, one or several; a period never ends before it starts. */
const period = fc
  .record({ start_date: day, end_date: day }, { requiredKeys: [] })
  .filter(({ start_date, end_date }) => !start_date || !end_date || start_date <= end_date)

const membershipFilter = fc
  .tuple(
    fc.record(
      {
        status: fc.constantFrom('active', 'expired', 'cancelled', 'pending'),
        category: fc.constantFrom('regular', 'premium'),
        plan: fc.nat(2),
      },
      { requiredKeys: [] },
    ),
    period,
  )
  .map(([{ plan, ...filter }, dates]) => ({
    ...filter,
    ...dates,
    ...(plan !== undefined && { plan_id: books.planIds[plan] }),
  }))

const paymentFilter = fc
  .tuple(
    fc.record(
      { status: fc.constantFrom('created', 'authorized', 'captured', 'failed', 'refunded'), user: fc.nat(2) },
      { requiredKeys: [] },
    ),
    period,
  )
  .map(([{ user, ...filter }, dates]) => ({
    ...filter,
    ...dates,
    ...(user !== undefined && { user_id: books.userIds[user] }),
  }))

const asQuery = (filter: object) =>
  Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, String(value)]))

// The day in India at an instant, computed independently of the product's code.
const indianDay = (at: Date) => new Date(at.getTime() + 5.5 * 3_600_000).toISOString().slice(0, 10)
const isWithin = (
  at: Date,
  { start_date, end_date }: { start_date?: string | undefined; end_date?: string | undefined },
) => (!start_date || indianDay(at) >= start_date) && (!end_date || indianDay(at) <= end_date)

function membershipSummary(all: Entry[]): MembershipSummary {
  const countOf = (wanted: Partial<Entry>) =>
    all.filter(
      ({ status, category }) => status === (wanted.status ?? status) && category === (wanted.category ?? category),
    ).length
  return {
    total_memberships: all.length,
    active_memberships: countOf({ status: 'active' }),
    expired_memberships: countOf({ status: 'expired' }),
    cancelled_memberships: countOf({ status: 'cancelled' }),
    pending_memberships: countOf({ status: 'pending' }),
    regular_memberships: countOf({ category: 'regular' }),
    premium_memberships: countOf({ category: 'premium' }),
  }
}

// RPT-2, RPT-6
test('the membership report counts what the filters select, against a separate sum', async () => {
  await fc.assert(
    fc.asyncProperty(
      entries,
      membershipFilter,
      fc.integer({ min: 1, max: 7 }),
      async (all, filter: Partial<MembershipFilter>, limit) => {
        await writeBooks(app.db, books, all)
        const chosen = all.filter(
          (entry) =>
            (!filter.status || entry.status === filter.status) &&
            (!filter.category || entry.category === filter.category) &&
            (!filter.plan_id || books.planIds[entry.plan] === filter.plan_id) &&
            isWithin(entry.createdAt, filter),
        )
        const summary = membershipSummary(chosen)
        // The totals without a filter come from counters.
        const any = await app.call(reportCalls.memberships, { query: { page: '1' } }, admin)
        expect(any.body.summary).toEqual(membershipSummary(all))
        const whole = await app.call(reportCalls.memberships, { query: asQuery(filter) }, admin)
        expect(whole.body.summary).toEqual(summary)
        expect(whole.body.data).toHaveLength(chosen.length)

        const ids: number[] = []
        for (let page = 1; page <= Math.ceil(chosen.length / limit) + 1; page++) {
          const part = await app.call(
            reportCalls.memberships,
            { query: { ...asQuery(filter), page: String(page), limit: String(limit) } },
            admin,
          )
          expect(part.body.summary).toEqual(summary)
          ids.push(...part.body.data.map((row) => row.id))
        }
        expect(ids).toEqual(whole.body.data.map((row) => row.id))
        expect(ids).toEqual([...ids].sort((a, b) => b - a))
      },
    ),
    { numRuns: 25 },
  )
})

// RPT-7, RPT-8
test('the payment report’s revenue and counts agree with an independent sum', async () => {
  await fc.assert(
    fc.asyncProperty(
      entries,
      paymentFilter,
      fc.integer({ min: 1, max: 9 }),
      async (all, filter: Partial<PaymentFilter>, limit) => {
        await writeBooks(app.db, books, all)
        const transactions = all.flatMap(({ user, createdAt, payments }) =>
          payments.length > 0
            ? payments.map((payment) => ({ ...payment, user }))
            : [{ status: 'created' as const, disposition: 'none' as const, paise: 100, createdAt, user }],
        )
        const chosen = transactions.filter(
          (transaction) =>
            (!filter.status || transaction.status === filter.status) &&
            (!filter.user_id || books.userIds[transaction.user] === filter.user_id) &&
            isWithin(transaction.createdAt, filter),
        )
        const countOf = (...statuses: string[]) =>
          chosen.filter((transaction) => statuses.includes(transaction.status)).length
        const revenue = chosen
          .filter(({ status, disposition }) => status === 'captured' && disposition !== 'quarantined')
          .reduce((sum, { paise }) => sum + paise, 0)
        const summary = {
          total_revenue: revenue / 100,
          total_transactions: chosen.length,
          successful_transactions: countOf('captured'),
          failed_transactions: countOf('failed'),
          pending_transactions: countOf('created', 'authorized'),
        }
        const whole = await app.call(reportCalls.payments, { query: asQuery(filter) }, admin)
        expect(whole.body.summary).toEqual(summary)
        expect(whole.body.data).toHaveLength(chosen.length)
        expect(whole.body.data.map((row) => row.created_at)).toEqual(
          whole.body.data
            .map((row) => row.created_at)
            .sort()
            .reverse(),
        )

        const ids: string[] = []
        for (let page = 1; page <= Math.ceil(chosen.length / limit) + 1; page++) {
          const part = await app.call(
            reportCalls.payments,
            { query: { ...asQuery(filter), page: String(page), limit: String(limit) } },
            admin,
          )
          expect(part.body.summary).toEqual(summary)
          ids.push(...part.body.data.map((row) => row.id))
        }
        expect(ids).toEqual(whole.body.data.map((row) => row.id))
        expect(new Set(ids).size).toBe(ids.length)
      },
    ),
    { numRuns: 25 },
  )
})

// MEM-10, RPT-7, RPT-8
test('an account’s payments include a membership that its confirmed address proves', async () => {
  await writeBooks(app.db, books, [])
  const [confirmed, unconfirmed] = [await aConfirmedUser(app.db), await aUser(app.db)]
  // Visitors bought with either address, and the second account with the address of the first.
  await app.pool.query(
    `insert into memberships (plan_id, user_id, username, name, email, phone, address, why_join, plan_name, category,
       duration_months, price_paise, features, details_key)
     select $1, user_id, 'u', 'n', email, 'p', 'a', 'w', 'plan', 'regular', 1, 0, 'f', 'proven ' || row_number() over ()
     from (values (null::bigint, upper($2::text)), (null, $3::text), ($4::bigint, $2::text)) bought (user_id, email)`,
    [books.planIds[0], confirmed.email, unconfirmed.email, unconfirmed.id],
  )
  await app.pool.query(
    `insert into payment_orders (purpose, subject_id, amount_paise, receipt, created_at)
     select 'membership', id, 100, 'proven' || id, now() from memberships`,
  )
  const countOf = async ({ id }: { id: number }) => {
    const { body } = await app.call(reportCalls.payments, { query: { user_id: String(id) } }, admin)
    return [body.data.length, body.summary.total_transactions]
  }
  expect(await countOf(confirmed)).toEqual([1, 1])
  expect(await countOf(unconfirmed)).toEqual([1, 1])
})

// RPT-8, V2.2.3
test.each([
  { start_date: '2026-02-30' },
  { end_date: '31.12.2026' },
  { start_date: '2026-02-02', end_date: '2026-02-01' },
  { status: 'unknown' },
  { page: '0' },
  { limit: '100000' },
  // RPT-6
])('an impossible filter %j is rejected with a message for its field', async (query) => {
  for (const call of [reportCalls.memberships, reportCalls.payments]) {
    const reply = await app.call(call, { query: query as Record<string, string> }, admin)
    expect(reply.status).toBe(400)
    expect(Object.keys(reply.error.errors ?? {})).toEqual([Object.keys(query).at(-1)])
  }
})

// RPT-6
test('a report of some thousand rows is complete, each row once', async () => {
  await writeBooks(app.db, books, [])
  const { planIds } = books
  await app.pool.query(
    `insert into memberships (plan_id, username, name, email, phone, address, why_join, plan_name, category, duration_months, price_paise, features, details_key)
     select $1, 'u' || n, 'n', 'e', 'p', 'a', 'w', 'plan', 'regular', 1, 0, 'f', 'k' || n from generate_series(1, 2500) n`,
    [planIds[0]],
  )
  await app.pool.query(
    `insert into payment_orders (purpose, subject_id, amount_paise, receipt, created_at)
     select 'membership', id, 100, 'many' || id, '2026-01-01' from memberships`,
  )
  const memberships = await app.call(reportCalls.memberships, { query: {} }, admin)
  expect(new Set(memberships.body.data.map((row) => row.id)).size).toBe(2_500)
  // All have the same instant: the order must still be total, so that no batch repeats or omits a row.
  const payments = await app.call(reportCalls.payments, { query: {} }, admin)
  expect(payments.body.data).toHaveLength(2_500)
  expect(new Set(payments.body.data.map((row) => row.id)).size).toBe(2_500)
  const csv = await app.call(reportCalls.paymentsCsv, { query: {} }, admin)
  expect(csv.body.trim().split('\r\n')).toHaveLength(2_501)
})
