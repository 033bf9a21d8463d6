import { privacyCalls } from '@petsetu/contract/people/privacy.ts'
import { userCalls } from '@petsetu/contract/people/users.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { expect, test, vi } from 'vitest'
import { aPet, aPlan, aUser } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'
import { holdClocks, UNRECONCILED } from '../../../test/paying-app.ts'
import { openOwnerPool } from '../../platform/db/pool.ts'

const app = await testApp(UNRECONCILED)
// Work of every minute, at full hours, and the reconciler, would read the tables as well.
await holdClocks(app)
const postpone = () =>
  app.pool.query("update graphile_worker._private_known_crontabs set last_execution = now() + interval '1 day'")
// The runners of the jobs note what recurs only after the start.
await vi.waitFor(async () => expect((await postpone()).rowCount).toBe(2), { timeout: 20_000 })
// So would the work of the start: once the rows are there it takes longer than the end of the file waits for it.
const countJobs = async () => (await app.pool.query('select 1 from graphile_worker.jobs')).rowCount
await vi.waitFor(async () => expect(await countJobs()).toBe(0), { timeout: 20_000 })
const admin = await aUser(app.db, 'admin')
const owner = await aUser(app.db)
const pet = await aPet(app.db, owner)
const plan = await aPlan(app.db)
for (let more = 1; more < 8; more++) await aPlan(app.db)
const ROWS = 20_000
await app.pool.query('update users set email_confirmed_at = now() where id = $1', [owner.id])
await fill()

/** Inserts so many rows that a sequential scan is more expensive than an index; without time-outs, as a busy machine takes long. */
async function fill(): Promise<void> {
  const pool = openOwnerPool(app.direct.options.connectionString ?? '')
  const letters = "translate(upper(md5(n::text)), '01', 'GH')"
  await pool.query(`
    insert into users (username, username_key, email, email_key, password_hash)
      select 'walker' || n, 'walker' || n, n || '@walkers.org', n || '@walkers.org', 'x' from generate_series(1, ${ROWS}) n;
    insert into tag_batches (name, name_key) select 'Camp ' || n, 'camp ' || n from generate_series(1, 200) n;
    insert into tags (pet_id, created_at, bound_at, batch_id)
      select left(${letters}, 12), now() - n * interval '1 hour', case when n > 1000 then now() end,
        case when n % 400 between 1 and 200 then n % 400 end from generate_series(1, ${ROWS}) n;
    insert into pets (pet_id, user_id, pet_name, pet_type, pet_age, pet_gender, location, address, contact_details)
      select left(${letters}, 12), ${owner.id} + n, 'Pet ' || n, 'Dog', '1 year', 'male', 'Pune', 'Lake Road', '98200 11111'
      from generate_series(2001, ${ROWS}) n;
    alter table care_records disable trigger user;
    insert into care_records (pet_number, kind, valid_until) select id, 'deworming', current_date + 1 from pets;
    alter table care_records enable trigger user;
    insert into complaints (fullname, email, phone, type_of_complaint, location_of_incident, date_of_incident, description, status)
      select 'Asha', 'asha@example.org', '98200 11111', 'Cruelty', 'Pune', '2026-03-31', repeat('A long story. ', 10),
        (array['pending', 'in_progress', 'resolved', 'closed'])[1 + n % 4] from generate_series(1, ${ROWS}) n;
    insert into memberships (plan_id, user_id, username, name, email, phone, address, why_join, plan_name, category, duration_months,
        price_paise, features, status, start_date, expiry_date, details_key, created_at)
      select ${plan.id} + n % 8, ${owner.id} + n, 'walker', 'Asha', 'asha@example.org', '98200 11111', 'Lake Road', repeat('To help. ', 10), 'A plan',
        (array['regular', 'premium'])[1 + n % 2], 12, 0, 'A badge', (array['pending', 'active', 'cancelled'])[1 + n % 3],
        current_date - n / 20, current_date - n / 20 + 364, n::text, now() - n * interval '1 hour' from generate_series(1, ${ROWS}) n;
    insert into donations (user_id, name, email, phone, address, purpose, amount_paise, language, status, razorpay_payment_id, paid_at,
        details_key, created_at)
      select ${owner.id} + n, 'Giver ' || n, n || '@givers.org', '98200 11111', 'Lake Road', 'Food', 10000, 'en', 'paid', 'pay_d' || n,
        now() - n * interval '1 hour', n::text, now() - n * interval '1 hour' from generate_series(1, ${ROWS}) n;
    insert into payment_orders (purpose, subject_id, amount_paise, receipt, provider_order_id, status, created_at)
      select 'membership', n, 10000, 'r' || n, 'order_' || n, case when n % 10 = 0 then 'created' else 'paid' end, now() - n * interval '1 hour'
      from generate_series(1, ${ROWS}) n;
    insert into payments (provider_payment_id, order_id, purpose, subject_id, amount_paise, currency, status, disposition, created_at)
      select 'pay_' || id, id, purpose, subject_id, 10000, 'INR', (array['captured', 'failed'])[1 + id % 2],
        case when id % 2 = 0 then 'applied' else 'none' end, created_at from payment_orders where status = 'paid';
    insert into payment_journal (payment_id, source, status_after, disposition_after, refunded_paise_before, refunded_paise_after, at)
      select id, 'webhook', status, disposition, 0, 0, created_at from payments;
    insert into found_reports (pet_id, token_seed, token_hash)
      select id, sha256(id::text::bytea), sha256(id::text::bytea) from pets where id <> ${pet.id};
    insert into found_messages (report_id, by, message, contact) select id, 'finder', 'Here', 'finder' || id || '@finders.org' from found_reports;
    insert into mails (kind, about, to_address, address_key, user_id, language, message_id, state)
      select 'refund', 'payment ' || n, n || '@walkers.org', n || '@walkers.org', ${owner.id} + n, 'en', '<' || n || '>', 'sent'
      from generate_series(1, ${ROWS}) n;
    insert into audit (at, admin_id, admin_username, action, object_kind, object_id, request_id)
      select now() - n * interval '1 hour', n, 'walker' || n, (array['pet-deleted', 'plan-deleted'])[1 + n % 2],
        (array['pet', 'plan'])[1 + n % 2], n, 'r' from generate_series(1, ${ROWS}) n;`)
  await pool.query('vacuum analyze')
  await pool.end()
}

const MEMBERSHIPS = '/api/admin/memberships/reports/membership?page=1'
const PAYMENTS = '/api/admin/memberships/reports/payment?page=1'
const DAYS = 'start_date=2026-01-01&end_date=2026-12-31'

const MEMBERSHIP_MONTHS = '/api/admin/memberships/reports/membership/months'
const PAYMENT_MONTHS = '/api/admin/memberships/reports/payment/months'

/** Every list with every filter that a page offers. */
const PAGES: [address: string, as: { token: string } | null][] = [
  [`/pets/${pet.petId}`, null],
  [`/pet-detail/${pet.petId}`, null],
  ['/pets?page=1', owner],
  ['/care/due', owner],
  ['/api/complaints/own?page=1', owner],
  ['/api/memberships/history', owner],
  ['/api/memberships/active', owner],
  ...[
    '/admin/pets?page=1',
    '/admin/pets?page=2&search=Pet%20777',
    `/admin/pets?page=1&owner_id=${owner.id + 2777}`,
    ...[
      'sort=name',
      'sort=name-desc',
      'search=walker777',
      'search=zebrafinch&sort=name',
      'search=76543%2021098',
      'lost=yes',
      'lost=yes&sort=name&search=Pet',
    ].map((filter) => `/admin/pets?page=1&${filter}`),
    '/admin/users?page=1',
    '/admin/users?page=1&search=walker777',
    ...[
      'sort=username',
      'sort=email-desc',
      'sort=newest',
      'sort=newest&search=zebrafinch',
      'search=76543%2021098',
      'sort=seen',
      'sort=seen-desc',
      'sort=seen-desc&search=zebrafinch',
    ].map((filter) => `/admin/users?page=1&${filter}`),
    ...[
      '',
      '&state=blank',
      '&state=registered',
      '&state=spent',
      '&batch=7',
      '&batch=7&state=spent',
      '&sort=generated',
      '&sort=tag',
      '&sort=tag-desc&state=blank',
    ].map((filter) => `/admin/tags?page=1${filter}`),
    '/admin/tag-batches?batch=7',
    '/api/admin/dashboard',
    '/api/admin/dashboard/work',
    '/api/admin/dashboard/waiting',
    '/api/admin/dashboard/weeks',
    ...['', '&status=pending', '&status=closed'].map((status) => `/api/admin/complaints?page=1${status}`),
    ...[
      'search=zebrafinch',
      'search=crested%20bulbul',
      'search=98765%2043210',
      'search=77',
      'type=Neglect',
      'payment=failed',
      'assignee=none&status=pending',
      'assignee=me',
      'overdue=yes',
      'waiting=yes',
      'from=2026-01-01&to=2026-01-31',
      'sort=oldest',
      'sort=due&status=pending',
      'sort=due-desc',
    ].map((filter) => `/api/admin/complaints?page=1&${filter}`),
    // Frequent ones, and rare ones.
    ...[
      'walker',
      'asha',
      '98200 11111',
      'walker777',
      'zebrafinch',
      '98765 43210',
      '9876543',
      '77',
      'मोती',
      'pay_777',
      'R-2026-27-000777',
      'ABCD',
    ].map((typed) => `/api/admin/search?q=${encodeURIComponent(typed)}`),
    '/api/admin/complaints/77/neighbours?sort=due',
    '/api/admin/complaints/77/neighbours',
    '/api/admin/complaints/77/events',
    '/api/admin/complaints/77',
    ...[
      '',
      '&financial_year=2026',
      '&search=giver%20777',
      '&sort=date',
      '&sort=name',
      '&sort=amount-desc',
      '&sort=name-desc&financial_year=2026',
    ].map((filter) => `/api/admin/donations?page=1${filter}`),
    ...[
      '',
      '&admin=Walker7',
      '&action=pet-deleted',
      '&object_kind=plan',
      '&object_id=77',
      '&from=2026-01-01&to=2026-02-01',
      '&sort=when',
    ].map((filter) => `/api/admin/audit?page=1${filter}`),
    MEMBERSHIPS,
    ...[
      'status=active',
      'status=expired',
      'status=pending',
      'category=premium',
      `plan_id=${plan.id}`,
      'expiring=yes',
      DAYS,
      'sort=start',
      'sort=expiry&status=active',
      'sort=expiry-desc',
      'sort=user',
      'sort=amount-desc&category=premium',
    ].map((filter) => `${MEMBERSHIPS}&${filter}`),
    PAYMENTS,
    ...[
      'status=captured',
      'status=failed',
      `user_id=${owner.id + 77}`,
      'unmatched=yes',
      DAYS,
      'sort=date',
      'sort=amount',
      'sort=amount-desc&status=captured',
    ].map((filter) => `${PAYMENTS}&${filter}`),
    ...['', 'status=active', `plan_id=${plan.id}`, DAYS].map((filter) => `${MEMBERSHIP_MONTHS}?${filter}`),
    ...['', 'status=captured', `user_id=${owner.id + 77}`, DAYS].map((filter) => `${PAYMENT_MONTHS}?${filter}`),
    '/api/admin/memberships/reports/accounts.csv?start_date=2026-03-31&end_date=2026-04-01',
  ].map((address): [string, { token: string }] => [address, admin]),
]

const LONG_TABLES =
  'users tags pets care_records complaints memberships donations payments payment_orders audit found_messages'.split(
    ' ',
  )

for (const [address, as] of PAGES) {
  // API-5
  test(`no table is read from end to end for ${address.replace(pet.petId, '{petId}')}`, async () => {
    const before = await wholeScans()
    const reply = await app.fetch(address, {
      headers: { accept: 'application/json', ...(as && { authorization: `Bearer ${as.token}` }) },
    })
    await reply.text()
    expect(reply.status).toBe(200)
    expect(await wholeScans()).toEqual(before)
  })
}

// API-5, PRV-4
test('no table is read from end to end to look whether an address is known', async () => {
  const known = ['77@givers.org', 'finder777@finders.org', 'nobody@example.org']
  const before = await wholeScans()
  for (const email of known) await app.call(privacyCalls.sendCode, { body: { email } })
  const waiting = () => app.pool.query("select from graphile_worker.jobs where task_identifier = 'send-privacy-code'")
  await expect.poll(async () => (await waiting()).rows.length).toBe(0)
  const { rows } = await app.pool.query("select to_address from mails where kind = 'privacy-code' order by 1")
  expect(rows.map(({ to_address }) => to_address)).toEqual(known.slice(0, 2))
  expect(await wholeScans()).toEqual(before)
})

const LATE_PAGES = {
  '/admin/users': 'memberships',
  '/api/admin/memberships/reports/membership': 'payments',
  '/api/admin/memberships/reports/payment': 'refunds',
}

for (const [list, table] of Object.entries(LATE_PAGES)) {
  // API-5
  test(`a late page of ${list} reads no ${table} for those before it`, async () => {
    const before = await readsOf(table)
    const reply = await app.fetch(`${list}?page=500&limit=20`, {
      headers: { accept: 'application/json', authorization: `Bearer ${admin.token}` },
    })
    const body = (await reply.json()) as unknown[] | { data: unknown[] }
    expect(Array.isArray(body) ? body : body.data).toHaveLength(20)
    expect((await readsOf(table)) - before).toBeLessThan(100)
  })
}

// API-5, TRU-8
test('the movements of an old day are found without those since', async () => {
  const day = today(new Date(Date.now() - 400 * 24 * 60 * 60 * 1_000))
  const before = await readsOf('payment_journal')
  const reply = await app.fetch(`/api/admin/memberships/reports/movements.csv?start_date=${day}&end_date=${day}`, {
    headers: { authorization: `Bearer ${admin.token}` },
  })
  expect(await reply.text()).toContain(`${day},Membership,Online,`)
  expect((await readsOf('payment_journal')) - before).toBeLessThan(500)
})

// API-5, ADM-4
test('no mails of others are read when an account is deleted', async () => {
  const before = await readsOf('mails')
  const reply = await app.call(userCalls.delete, { params: { id: String(owner.id + 778) } }, admin)
  expect(reply.status).toBe(204)
  expect((await readsOf('mails')) - before).toBeLessThan(500)
})

const readsOf = async (table: string) =>
  (await scansOf('seq_scan + seq_tup_read + coalesce(idx_scan + idx_tup_fetch, 0)', [table]))[0]?.scans ?? 0

const wholeScans = () => scansOf('seq_scan')

/**
 * Counts these scans of each table. A connection's statistics are only complete once it is closed. The one that holds the
 * clocks stays: without it, their work would begin in the middle of the file.
 */
async function scansOf(kind: string, tables = LONG_TABLES): Promise<{ relname: string; scans: number }[]> {
  const { rows: ended } = await app.pool.query<{
    pid: number
  }>(`select pid, pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
      and pid not in (select pid from pg_locks where locktype = 'advisory')`)
  await expect.poll(() => livingOf(ended.map(({ pid }) => pid))).toBe(0)
  await app.pool.query('select pg_stat_force_next_flush()')
  const { rows } = await app.pool.query<{ relname: string; scans: number }>(
    `select relname, ${kind} as scans from pg_stat_user_tables where relname = any($1) order by 1`,
    [tables],
  )
  return rows
}

async function livingOf(pids: number[]): Promise<number> {
  const { rows } = await app.pool.query<{ count: number }>(
    'select count(*) from pg_stat_activity where pid = any($1)',
    [pids],
  )
  return rows[0]?.count ?? 0
}
