import { expect, test } from 'vitest'
import { aPlan, aUser } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'
import { UNRECONCILED } from '../../../test/paying-app.ts'

const app = await testApp(UNRECONCILED)
const admin = await aUser(app.db, 'admin')
const plan = await aPlan(app.db)
const ROWS = 7

// Every value but the number stands in several rows, and none in the order of the numbers.
await app.pool.query(`
  insert into users (username, username_key, email, email_key, password_hash, created_at)
    select 'walker' || n, 'walker' || n, n || '@walkers.org', n || '@walkers.org', 'x', now() - (n % 3) * interval '1 day' from generate_series(1, ${ROWS}) n;
  insert into donations (user_id, name, email, phone, address, purpose, amount_paise, language, status, razorpay_payment_id, paid_at, details_key)
    select null, (array['asha', 'Bina', 'Chitra'])[1 + n % 3], 'giver@example.org', '98200 11111', 'Lake Road', 'Food', 10000 * (1 + n % 2), 'en', 'paid',
      'pay_d' || n, now() - (n % 4) * interval '1 day', n::text from generate_series(1, ${ROWS}) n;
  insert into memberships (plan_id, user_id, username, name, email, phone, address, why_join, plan_name, category, duration_months,
      price_paise, amount_paise, features, status, start_date, expiry_date, details_key, created_at)
    select ${plan.id}, null, (array['asha', 'Bina', 'Chitra'])[1 + n % 3], 'Asha', 'asha@example.org', '98200 11111', 'Lake Road', 'To help.', 'A plan',
      'regular', 12, 0, 100 * (n % 2), 'A badge', 'active', current_date, current_date + n % 3, n::text, now() - (n % 4) * interval '1 day'
    from generate_series(1, ${ROWS}) n;
  insert into payment_orders (purpose, subject_id, amount_paise, receipt, provider_order_id, status, created_at)
    select 'membership', n, 10000 * (1 + n % 3), 'r' || n, 'order_' || n, case when n % 2 = 0 then 'created' else 'paid' end, now() - (n % 4) * interval '1 day'
    from generate_series(1, ${ROWS}) n;
  insert into payments (provider_payment_id, order_id, purpose, subject_id, amount_paise, currency, status, disposition, created_at)
    select 'pay_' || id, id, purpose, subject_id, amount_paise, 'INR', 'captured', 'applied', created_at from payment_orders where status = 'paid';
  insert into desk_payments (payment_id, mode, state, taken_by_name, taken_at, decided_at)
    select id, 'cash', 'cleared', 'admin', now() - (id % 3) * interval '1 day', now() from payments;
  insert into tags (pet_id, created_at) select repeat(chr(64 + n), 12), now() - (n % 3) * interval '1 hour' from generate_series(2, ${ROWS}) n;
  insert into audit (at, admin_id, admin_username, action, object_kind, object_id, request_id)
    select now() - (n % 3) * interval '1 hour', n, 'admin', 'pet-deleted', 'pet', n, 'r' from generate_series(1, ${ROWS}) n;
  insert into privacy_requests (kind, email, email_key, language, due_on, done_at, answer)
    select 'export', 'asha@example.org', 'asha@example.org', 'en', current_date + n % 3, case when n > 3 then now() - (n % 2) * interval '1 day' end, case when n > 3 then 'Done' end
    from generate_series(1, ${ROWS}) n;
  insert into mails (kind, about, message_id, to_address, address_key, language, subject, state, created_at)
    select 'welcome', n::text, n::text, 'asha@example.org', 'asha@example.org', 'en', 'Hello', (array['held', 'failed', 'sent'])[1 + n % 3], now() - (n % 4) * interval '1 hour'
    from generate_series(1, ${ROWS}) n;
  insert into complaints (fullname, email, phone, type_of_complaint, location_of_incident, date_of_incident, description, created_at, due_on)
    select 'Asha', 'asha@example.org', '98200 11111', 'Cruelty', 'Pune', '2026-03-31', 'A story.', now() - (n % 3) * interval '1 day',
      case when n <> 4 then current_date + n % 3 end from generate_series(1, ${ROWS}) n`)

type Row = Record<string, unknown>

const folded = (text: unknown) => String(text).toLowerCase()
const REPORTS = '/api/admin/memberships/reports'

/** Each list with its orders: the name of the ascending one, that of the opposite one, and what stands in the column. */
const LISTS: [address: string, up: string, down: string, shownOf: (row: Row) => unknown][] = [
  ['/admin/users?', 'oldest', 'newest', ({ joinedAt }) => joinedAt],
  ['/api/admin/complaints?', 'oldest', 'newest', ({ created_at }) => created_at],
  ['/api/admin/complaints?', 'due', 'due-desc', ({ due_on }) => due_on ?? '9999-12-31'],
  ['/api/admin/donations?', 'date', 'date-desc', ({ paid_at }) => paid_at],
  ['/api/admin/donations?', 'name', 'name-desc', ({ name }) => folded(name)],
  ['/api/admin/donations?', 'amount', 'amount-desc', ({ amount }) => amount],
  ['/api/admin/mails?', 'written', 'written-desc', ({ created_at }) => created_at],
  ['/api/admin/mails?', 'status', 'status-desc', ({ state }) => state],
  ['/api/admin/audit?', 'when', 'when-desc', ({ at }) => at],
  ['/api/admin/privacy-requests?state=open&', 'received', 'received-desc', ({ id }) => id],
  ['/api/admin/privacy-requests?state=open&', 'due', 'due-desc', ({ due_on }) => due_on],
  ['/api/admin/privacy-requests?state=done&', 'done', 'done-desc', ({ done_at }) => done_at],
  ['/admin/tags?', 'generated', 'generated-desc', ({ createdAt }) => createdAt],
  ['/admin/tags?', 'tag', 'tag-desc', ({ petId }) => petId],
  [`${REPORTS}/membership?`, 'start', 'start-desc', ({ created_at }) => created_at],
  [`${REPORTS}/membership?`, 'expiry', 'expiry-desc', ({ expiry_date }) => expiry_date],
  [`${REPORTS}/membership?`, 'user', 'user-desc', ({ username }) => folded(username)],
  [`${REPORTS}/membership?`, 'amount', 'amount-desc', ({ amount_paid }) => amount_paid],
  ['/api/admin/desk-payments?', 'taken', 'taken-desc', ({ taken_at }) => taken_at],
  ['/api/admin/desk-payments?', 'amount', 'amount-desc', ({ amount }) => amount],
  [`${REPORTS}/payment?`, 'date', 'date-desc', ({ created_at }) => created_at],
  [`${REPORTS}/payment?`, 'amount', 'amount-desc', ({ amount }) => amount],
]

/** The whole list in this order, read in pages of three. */
async function read(address: string, sort: string): Promise<Row[]> {
  const rows: Row[] = []
  for (let page = 1; ; page++) {
    const reply = await app.fetch(`${address}sort=${sort}&page=${page}&limit=3`, {
      headers: { authorization: `Bearer ${admin.token}` },
    })
    expect(reply.status).toBe(200)
    const body = (await reply.json()) as Row[] | { data: Row[] }
    const next = Array.isArray(body) ? body : body.data
    if (next.length === 0) return rows
    rows.push(...next)
  }
}

const nameOf = (address: string) => address.replace(/^.*\/|\?.*$/g, '')
const keyOf = ({ id, petId }: Row) => String(id ?? petId)

for (const [address, up, down, shownOf] of LISTS) {
  // DSK-3
  test(`the list of ${nameOf(address)} is sorted by ${up}, both ways, page by page`, async () => {
    const [rising, falling] = [await read(address, up), await read(address, down)]
    const values = rising.map(shownOf) as (string | number)[]
    expect(new Set(values).size).toBeGreaterThan(1)
    expect(values).toEqual(values.toSorted((one, other) => (one < other ? -1 : Number(one > other))))
    expect(falling.map(shownOf)).toEqual(values.toReversed())
    const keys = rising.map(keyOf)
    expect(new Set(keys).size).toBe(keys.length)
    expect(falling.map(keyOf).toSorted()).toEqual(keys.toSorted())
  })
}

// DSK-3, API-3
test('a list refuses an order that it does not have', async () => {
  for (const address of new Set(LISTS.map(([list]) => list))) {
    const reply = await app.fetch(`${address}sort=password_hash&page=1`, {
      headers: { authorization: `Bearer ${admin.token}` },
    })
    expect(reply.status, address).toBe(400)
  }
})
