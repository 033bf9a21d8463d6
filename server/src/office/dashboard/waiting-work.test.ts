import { caseCalls } from '@petsetu/contract/complaints/cases.ts'
import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { formatReference } from '@petsetu/contract/complaints/reference.ts'
import { dashboardCalls } from '@petsetu/contract/office/dashboard.ts'
import { breachCalls } from '@petsetu/contract/people/breaches.ts'
import type { Duty } from '@petsetu/contract/people/duties.ts'
import { foundCalls } from '@petsetu/contract/pets/found.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { expect, test } from 'vitest'
import { aCheque, aDeskFee, clearAtDesk, voidAtDesk } from '../../../test/desk.ts'
import { aFailedMail, aGrievance, anAdmin, aUser } from '../../../test/factories.ts'
import { aFoundReport } from '../../../test/found.ts'
import { changeSettings } from '../../../test/foundation.ts'
import { aComplaint, anOrder, aPaidComplaint, payingApp, verify } from '../../../test/paying-app.ts'
import { recordCaseEvent } from '../../complaints/case-events.ts'

const app = await payingApp()
await app.sandbox.injectFault({ webhooks: 'lost' })
const admin = await anAdmin(app.db)

const work = async (by = admin) => (await app.call(dashboardCalls.work, {}, by)).body.data
const weeks = async (by = admin) => (await app.call(dashboardCalls.weeks, {}, by)).body.data
const daysAgo = (table: string, id: number, days: number) =>
  app.pool.query(`update ${table} set created_at = now() - $1 * interval '1 day' where id = $2`, [days, id])

// DSK-1
test('without anything that waits the list is empty, and each of twelve weeks is there', async () => {
  expect(await work()).toEqual([])
  const empty = await weeks()
  expect(empty).toHaveLength(12)
  expect(empty.every(({ complaints, revenue }) => complaints === 0 && revenue === 0)).toBe(true)
  const mondays = empty.map(({ monday }) => new Date(`${monday}T00:00:00Z`))
  expect(mondays.every((day) => day.getUTCDay() === 1)).toBe(true)
  expect(mondays).toEqual(mondays.toSorted((one, other) => one.getTime() - other.getTime()))
})

// DSK-1
test('what needs doing comes oldest first, with its age and the page that shows it', async () => {
  const complaint = await aComplaint(app)
  const { complaintId: paid, orderId } = await aPaidComplaint(app)
  const surplus = await app.sandbox.pay(orderId, 'captured', { even_if_paid: true })
  await verify(app, paid, surplus)
  const { id: payment } = await app.db
    .selectFrom('payments')
    .select('id')
    .where('provider_payment_id', '=', surplus.razorpay_payment_id)
    .executeTakeFirstOrThrow()
  const mail = await aFailedMail(app.db)
  const { id: request } = await app.db
    .insertInto('privacy_requests')
    .values({
      kind: 'export',
      email: 'x@example.org',
      email_key: 'x@example.org',
      language: 'en',
      due_on: '2020-01-01',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await daysAgo('mails', mail, 9)
  await daysAgo('complaints', complaint, 7)
  await app.pool.query("update complaints set due_on = (now() at time zone 'Asia/Kolkata')::date - 2 where id = $1", [
    complaint,
  ])
  await daysAgo('privacy_requests', request, 5)
  await daysAgo('payments', payment, 3)
  const { rows } = await app.pool.query<{ created_at: Date }>('select created_at from complaints where id = $1', [
    complaint,
  ])
  const reference = formatReference({ id: complaint, createdAt: rows[0]?.created_at ?? new Date() })
  const owner = await aUser(app.db)
  const { id: conversation } = await aFoundReport(app, owner)
  const params = { id: String(conversation) }
  await app.call(foundCalls.reportAbuse, { params, body: { reason: 'Asks for money' } }, owner)
  const listed = await work()
  expect(listed).toMatchObject([
    { kind: 'mail', id: mail, is_overdue: false, due_on: null, path: '/admin/mail?state=failed' },
    {
      kind: 'complaint',
      id: complaint,
      title: reference,
      is_overdue: true,
      days_overdue: 2,
      due_on: today(new Date(Date.now() - 2 * 86_400_000)),
      path: `/admin/complaints/${complaint}`,
    },
    {
      ...{ kind: 'privacy-request', id: request, sort: 'export', is_overdue: true, due_on: '2020-01-01' },
      path: '/admin/privacy',
    },
    {
      kind: 'payment',
      id: payment,
      title: surplus.razorpay_payment_id,
      path: `/admin/memberships/reports/payment?payment_id=${payment}`,
    },
    { kind: 'complaint', id: paid, is_overdue: false, days_overdue: 0 },
    { kind: 'conversation', id: conversation, title: 'Moti', path: '/admin/found' },
  ])
  for (const [duty, kinds] of [
    ['cases', ['complaint', 'complaint', 'conversation']],
    ['money', ['payment']],
    ['privacy', ['privacy-request']],
    ['members', []],
    ['settings', ['mail']],
    ['pets', []],
  ] as [Duty, string[]][]) {
    const some = await work(await anAdmin(app.db, [duty]))
    expect(
      some.map(({ kind }) => kind),
      duty,
    ).toEqual(kinds)
  }
})

// DSK-1, CASE-5
test('what a complainant adds waits until an admin does something in the case', async () => {
  const id = await aComplaint(app)
  await app.pool.query("update complaints set status = 'closed' where id = $1", [id])
  const news = async () => (await work()).filter(({ kind }) => kind === 'news')
  expect(await news()).toEqual([])
  for (const text of ['The dog is back', 'At the same corner'])
    await recordCaseEvent(app.db, id, { by: { role: 'complainant' }, kind: 'note', text })
  expect(await news()).toMatchObject([
    { id, title: expect.stringMatching(/^PS-/), sort: 'Cruelty', is_counted: true, path: `/admin/complaints/${id}` },
  ])
  const reveal = { params: { id: String(id) }, body: { reason: 'The police asked' } }
  expect((await app.call(caseCalls.reveal, reveal, admin)).status).toBe(200)
  expect(await news()).toHaveLength(1)
  const note = { params: { id: String(id) }, body: { text: 'Seen', internal: true } }
  expect((await app.call(caseCalls.addNote, note, admin)).status).toBe(201)
  expect(await news()).toEqual([])
})

const counts = async (by = admin) => (await app.call(dashboardCalls.waiting, {}, by)).body.data

// JRN-7, CASE-5
test('the menu counts what a complainant adds, and no complaint twice', async () => {
  const by = await anAdmin(app.db, ['cases'])
  const before = (await counts(by)).complaints ?? 0
  const [pending, closed] = [await aComplaint(app), await aComplaint(app)]
  await app.pool.query("update complaints set status = 'closed' where id = $1", [closed])
  expect((await counts(by)).complaints).toBe(before + 1)
  for (const id of [pending, closed])
    await recordCaseEvent(app.db, id, { by: { role: 'complainant' }, kind: 'note', text: 'It is back' })
  expect((await counts(by)).complaints).toBe(before + 2)
  const news = (await work(by)).filter(({ kind }) => kind === 'news')
  expect(news.map(({ id, is_counted }) => [id, is_counted])).toEqual([
    [pending, false],
    [closed, true],
  ])
  for (const id of [pending, closed])
    await app.call(caseCalls.addNote, { params: { id: String(id) }, body: { text: 'Seen', internal: true } }, admin)
  expect((await counts(by)).complaints).toBe(before + 1)
})

// JRN-7
test('the menu counts what waits, and only what the duties of an admin cover', async () => {
  const before = await counts()
  const [overdue, begun, done] = [await aComplaint(app), await aComplaint(app), await aComplaint(app)]
  await app.pool.query("update complaints set status = 'in_progress' where id = any($1)", [[overdue, begun]])
  await app.pool.query("update complaints set due_on = (now() at time zone 'Asia/Kolkata')::date - 2 where id = $1", [
    overdue,
  ])
  await app.pool.query(
    "update complaints set status = 'resolved', due_on = (now() at time zone 'Asia/Kolkata')::date - 2 where id = $1",
    [done],
  )
  const owner = await aUser(app.db)
  const { id: conversation } = await aFoundReport(app, owner)
  await app.call(
    foundCalls.reportAbuse,
    { params: { id: String(conversation) }, body: { reason: 'Asks for money' } },
    owner,
  )
  await aComplaint(app)
  await aFailedMail(app.db)
  const after = await counts()
  expect(after).toEqual({
    ...before,
    complaints: (before.complaints ?? 0) + 2,
    overdue_complaints: (before.overdue_complaints ?? 0) + 1,
    conversations: (before.conversations ?? 0) + 1,
    mails: (before.mails ?? 0) + 1,
  })
  for (const [duty, names] of [
    ['cases', ['complaints', 'overdue_complaints', 'conversations']],
    ['money', ['payments', 'desk']],
    ['privacy', ['privacy_requests', 'grievances', 'breaches']],
    ['members', []],
    ['settings', ['mails', 'settings']],
    ['pets', []],
  ] as [Duty, (keyof typeof after)[]][]) {
    const covered = Object.fromEntries(names.map((name) => [name, after[name]]))
    expect(await counts(await anAdmin(app.db, [duty])), duty).toEqual(covered)
  }
})

// JRN-7, RCP-2, TRU-6
test('the menu counts voids that wait for another admin, and open breaches', async () => {
  const countsOf = async () => {
    const { desk, grievances, breaches } = await counts()
    return { desk, grievances, breaches }
  }
  const { id } = await aDeskFee(app, { amount: 20_000 })
  const cheque = await aDeskFee(app, { amount: 20_000, ...aCheque() })
  expect(await countsOf()).toEqual({ desk: 1, grievances: 0, breaches: 0 })
  for (const payment of [id, cheque.id]) await voidAtDesk(app, payment, admin)
  const body = { title: 'Lost list', happened: 'A list of members was lost', noticed_at: new Date().toISOString() }
  const breach = (await app.call(breachCalls.create, { body }, admin)).body.data
  expect(await countsOf()).toEqual({ desk: 2, grievances: 1, breaches: 1 })

  const another = await anAdmin(app.db)
  for (const payment of [id, cheque.id]) await voidAtDesk(app, payment, another)
  await app.pool.query('update breaches set closed_at = now() where id = $1', [breach.id])
  expect(await countsOf()).toEqual({ desk: 0, grievances: 0, breaches: 0 })
})

/** Its fee is the work of these tests, and the complaint would be work for the next ones. */
const resolve = (id: number) => app.pool.query("update complaints set status = 'resolved' where id = $1", [id])

// DSK-1, RCP-2
test('a cheque to clear leads to the desk, which lists the oldest first', async () => {
  const by = await anAdmin(app.db, ['money'])
  const cheque = aCheque()
  const { complaintId, id } = await aDeskFee(app, cheque)
  await resolve(complaintId)
  const cheques = async () => (await work(by)).filter(({ kind }) => kind === 'cheque')
  expect(await cheques()).toMatchObject([
    { id, title: cheque.reference, path: '/admin/desk?view=cheques&sort=taken#desk-money' },
  ])
  await clearAtDesk(app, id)
  expect(await cheques()).toEqual([])
})

// DSK-1, RCP-2
test('a void that waits for another admin is work at the desk', async () => {
  const [asker, another] = [await anAdmin(app.db, ['money']), await anAdmin(app.db, ['money'])]
  const { complaintId, id } = await aDeskFee(app, { amount: 20_000 })
  await resolve(complaintId)
  const voids = async () => (await work(another)).filter(({ kind }) => kind === 'void')
  expect(await voids()).toEqual([])
  await voidAtDesk(app, id, asker)
  expect(await voids()).toMatchObject([
    { id, title: '₹20,000', is_counted: true, path: '/admin/desk?view=voids&sort=taken#desk-money' },
  ])
  await voidAtDesk(app, id, another)
  expect(await voids()).toEqual([])
})

// DSK-1, JRN-7, MAIL-2
test('mails held for more than an hour are one line with their number', async () => {
  const by = await anAdmin(app.db, ['settings'])
  const held = async () => (await work(by)).filter(({ kind }) => kind === 'held-mails')
  const before = (await counts(by)).mails ?? 0
  const [first, second, deleted] = [
    await aFailedMail(app.db, { state: 'held', to: 'held-one@example.org' }),
    await aFailedMail(app.db, { state: 'held', to: 'held-two@example.org' }),
    await aFailedMail(app.db, { state: 'held', to: 'held-three@example.org' }),
  ]
  expect(await held()).toEqual([])
  // Nothing but these is held: the mails of the tests before are gone.
  await app.pool.query("delete from mails where state = 'held' and id < $1", [first])
  await app.pool.query('update mails set html = null where id = $1', [deleted])
  await daysAgo('mails', deleted, 40)
  expect(await held()).toEqual([])
  await daysAgo('mails', first, 2)
  expect(await held()).toMatchObject([{ title: '2', is_counted: true, path: '/admin/mail?state=held' }])
  expect((await counts(by)).mails).toBe(before + 1)
  expect((await work(await anAdmin(app.db, ['money']))).some(({ kind }) => kind === 'held-mails')).toBe(false)
  await app.pool.query('delete from mails where id = any($1)', [[first, second, deleted]])
  expect(await held()).toEqual([])
  expect((await counts(by)).mails).toBe(before)
})

// DSK-1, JRN-7, MAIL-5
test('a failed mail that cannot be sent again, or is not needed, is no work', async () => {
  const by = await anAdmin(app.db, ['settings'])
  const [textless, unwanted, other] = [await aFailedMail(app.db), await aFailedMail(app.db), await aFailedMail(app.db)]
  await app.pool.query('update mails set subject = null, text = null, html = null where id = $1', [textless])
  await app.pool.query("update mails set failure = 'unwanted' where id = $1", [unwanted])
  for (const id of [textless, unwanted, other]) await daysAgo('mails', id, 200)
  const failed = (await work(by)).filter(({ kind }) => kind === 'mail').map(({ id }) => id)
  expect([failed.includes(textless), failed.includes(unwanted), failed.includes(other)]).toEqual([false, false, true])
  const { mails = 0 } = await counts(by)
  await app.pool.query('delete from mails where id = $1', [other])
  expect((await counts(by)).mails).toBe(mails - 1)
  await app.pool.query('delete from mails where id = any($1)', [[textless, unwanted]])
  expect((await counts(by)).mails).toBe(mails - 1)
})

// JRN-7, ADM-1, CASE-6
test('menu, dashboard and list count the same complaints as waiting', async () => {
  const by = await anAdmin(app.db, ['cases'])
  const listed = async () => {
    const { body } = await app.call(complaintCalls.listAll, { query: { waiting: 'yes', limit: '100' } }, by)
    expect(body.data).toHaveLength(body.pagination.total)
    return body.data.map(({ id }) => id)
  }
  const before = await listed()
  const [pending, late, begun] = [await aComplaint(app), await aComplaint(app), await aComplaint(app)]
  const [news, done] = [await aComplaint(app), await aComplaint(app)]
  await app.pool.query("update complaints set status = 'in_progress' where id = any($1)", [[late, begun, news]])
  await app.pool.query("update complaints set due_on = '2020-01-01' where id = any($1)", [[late, done]])
  await resolve(done)
  for (const id of [pending, late, news])
    await recordCaseEvent(app.db, id, { by: { role: 'complainant' }, kind: 'note', text: 'It is back' })
  expect(await listed()).toEqual([news, late, pending, ...before])
  const count = before.length + 3
  expect((await counts(by)).complaints).toBe(count)
  expect((await app.call(dashboardCalls.figures, {}, by)).body.data.waiting_complaints).toBe(count)
  for (const id of [pending, late, begun, news]) await resolve(id)
  const note = { text: 'Seen', internal: true }
  for (const id of [pending, late, news])
    await app.call(caseCalls.addNote, { params: { id: String(id) }, body: note }, admin)
  expect(await listed()).toEqual(before)
})

// JRN-7
test('the menu counts no further than it shows', async () => {
  await app.pool.query(
    `insert into mails (kind, about, step, to_address, address_key, language, subject, text, html, message_id, state)
     select kind, about, 'more' || n, to_address, address_key, language, subject, text, html, message_id || n, state
     from mails, generate_series(1, 120) n where state = 'failed'`,
  )
  expect((await app.call(dashboardCalls.waiting, {}, admin)).body.data.mails).toBe(100)
})

// DSK-1
test('a week counts the complaints and the revenue of its Indian days', async () => {
  const before = await weeks()
  const { complaintId } = await anOrder(app)
  const monday = before.at(-3)?.monday ?? ''
  // The first and the last moment of that week in India.
  await app.pool.query("update complaints set created_at = ($1 || ' 00:00+05:30')::timestamptz where id = $2", [
    monday,
    complaintId,
  ])
  const { complaintId: late } = await aPaidComplaint(app, 150)
  const end = "(($1::date + 7)::timestamp at time zone 'Asia/Kolkata') - interval '1 second'"
  await app.pool.query(`update complaints set created_at = ${end} where id = $2`, [monday, late])
  await app.pool.query(`update payments set created_at = ${end} where purpose = 'complaint' and subject_id = $2`, [
    monday,
    late,
  ])
  const after = await weeks()
  expect(after.at(-3)).toEqual({
    monday,
    complaints: (before.at(-3)?.complaints ?? 0) + 2,
    revenue: (before.at(-3)?.revenue ?? 0) + 150,
  })
  expect(after.at(-4)).toEqual(before.at(-4))
  expect(after.at(-2)).toEqual(before.at(-2))
  const ofCases = await weeks(await anAdmin(app.db, ['cases']))
  expect(ofCases.at(-3)).toMatchObject({ complaints: after.at(-3)?.complaints, revenue: 0 })
})

// DSK-1
test('of a long list the ten that have waited longest are shown', async () => {
  for (let more = 0; more < 12; more++) await aFailedMail(app.db)
  const listed = await work()
  expect(listed).toHaveLength(10)
  const ages = listed.map(({ since }) => since)
  expect(ages).toEqual(ages.toSorted())
})

// TRU-8, JRN-7
test('admins with the settings are told six months before the approval ends', async () => {
  const inMonths = async (months: number) => {
    const { rows } = await app.pool.query<{ day: string }>(
      "select ((now() at time zone 'Asia/Kolkata')::date + make_interval(months => $1))::date::text as day",
      [months],
    )
    return rows[0]?.day ?? ''
  }
  const told = async (by = admin) => (await work(by)).filter(({ kind }) => kind === 'approval')
  await changeSettings(app, { approvedUntil: await inMonths(8) })
  expect(await told()).toEqual([])
  const soon = await inMonths(5)
  await changeSettings(app, { approvedUntil: soon })
  expect(await told()).toMatchObject([
    { title: soon, is_overdue: false, is_counted: true, path: '/admin/settings#settings-tax' },
  ])
  expect((await counts()).settings).toBe(1)
  await changeSettings(app, { approvedUntil: await inMonths(-1) })
  expect(await told()).toMatchObject([{ is_overdue: true }])
  expect(await told(await anAdmin(app.db, ['money']))).toEqual([])
  await changeSettings(app, { approvedUntil: '' })
  expect(await told()).toEqual([])
  expect((await counts()).settings).toBe(0)
})

// DSK-1, TRU-6
test('a breach of which an authority is not told stands above what has waited longer', async () => {
  await daysAgo('mails', await aFailedMail(app.db), 30)
  const noticed_at = new Date().toISOString()
  const body = { title: 'A phone was lost', happened: 'The phone of the camp is gone.', noticed_at }
  const { id } = (await app.call(breachCalls.create, { body }, admin)).body.data
  const [first, second] = await work()
  expect(first).toMatchObject({ kind: 'breach', id, sort: 'team' })
  expect(second).toMatchObject({ kind: 'mail' })
})

// DSK-1, TRU-6
test('a grievance that nobody has acknowledged stands above what has waited longer', async () => {
  const acknowledged: number[] = []
  for (let more = 0; more < 10; more++) acknowledged.push(await aGrievance(app.db))
  await app.pool.query(
    "update grievances set acknowledged_at = now(), received_at = now() - interval '20 days' where id = any($1)",
    [acknowledged],
  )
  const id = await aGrievance(app.db)
  const [breach, first, second] = await work()
  expect(breach).toMatchObject({ kind: 'breach' })
  expect(first).toMatchObject({ kind: 'grievance', id, acknowledge_by: expect.any(String) })
  expect(second).toMatchObject({ kind: 'mail' })
})

// DSK-1, TRU-6
test('of what the law gives hours for, that with the least time left stands first', async () => {
  const by = await anAdmin(app.db, ['privacy'])
  const noticed_at = new Date(Date.now() - 4 * 3_600_000).toISOString()
  const body = { title: 'A list was lost', happened: 'The list of the camp is gone.', noticed_at }
  const { id: urgent } = (await app.call(breachCalls.create, { body }, admin)).body.data
  const grievances = [await aGrievance(app.db), await aGrievance(app.db)]
  for (const [index, id] of grievances.entries())
    await app.pool.query("update grievances set received_at = now() - $1 * interval '1 hour' where id = $2", [
      20 + index * 3,
      id,
    ])
  const shown = (await work(by)).map(({ kind, id }) => `${kind} ${id}`)
  const expected = [`grievance ${grievances[1]}`, `breach ${urgent}`, `grievance ${grievances[0]}`]
  expect(shown.filter((one) => expected.includes(one))).toEqual(expected)
})

// DSK-1, JRN-7
test('each complaint in the work says whether the menu counts it', async () => {
  const by = await anAdmin(app.db, ['cases'])
  const [pending, begun, overdue] = [await aComplaint(app), await aComplaint(app), await aComplaint(app)]
  await app.pool.query("update complaints set created_at = now() - interval '50 days' where id = any($1)", [
    [pending, begun, overdue],
  ])
  await app.pool.query("update complaints set status = 'in_progress' where id = any($1)", [[begun, overdue]])
  await app.pool.query("update complaints set due_on = '2020-01-01' where id = $1", [overdue])
  const listed = await work(by)
  const isCounted = (id: number) => listed.find((one) => one.kind === 'complaint' && one.id === id)?.is_counted
  expect([pending, begun, overdue].map(isCounted)).toEqual([true, false, true])
})
