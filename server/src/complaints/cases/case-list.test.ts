import { caseCalls } from '@petsetu/contract/complaints/cases.ts'
import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { formatReference } from '@petsetu/contract/complaints/reference.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aDeskFee } from '../../../test/desk.ts'
import { anAdmin } from '../../../test/factories.ts'
import { aComplaint, aPaidComplaint, payingApp } from '../../../test/paying-app.ts'
import { matchesFilter } from './case-search.ts'

const app = await payingApp()
await app.sandbox.injectFault({ webhooks: 'lost' })
const [admin, other] = [await anAdmin(app.db), await anAdmin(app.db)]

const owl = await aComplaint(app, {
  fullname: 'Meera Joshi',
  email: 'meera.j@example.org',
  phone: '+91 98220-44556',
  location_of_incident: 'Behind Laxmi Talkies, Pune',
  landmark: 'Opposite Deccan Dairy, पिंपळाखाली',
  description: 'An owlet fell from the banyan. घायल उल्लू पेड़ के नीचे है।',
})
const parrot = await aComplaint(app, {
  fullname: 'Ravi 100%_Sure',
  type_of_complaint: 'Illegal trade',
  description: 'Parrots are sold in tiny cages near the station.',
})
const { complaintId: paid } = await aPaidComplaint(app)
const odd = await aComplaint(app, {
  type_of_complaint: 'Something else',
  description: 'Parrots shriek all night long.',
})

type Query = Record<string, string>

const list = async (query: Query, by = admin) => (await app.call(complaintCalls.listAll, { query }, by)).body
const found = async (query: Query, by = admin) => (await list(query, by)).data.map(({ id }) => id)

// CASE-6
test('the search finds words of story, place and contact, in any case and script', async () => {
  for (const search of [
    'OWLET',
    'owlet banyan',
    'banyan meera',
    'joshi',
    'meera.j@',
    'talkies',
    'deccan dairy',
    'meera dairy',
    'पिंपळा',
    '9822044556',
    '98220 44556',
    '+91 98220-44556',
    '+91 98220 44556',
    '09822044556',
    'उल्लू',
    String(owl),
    `00${owl}`,
    formatReference({ id: owl, createdAt: new Date() }),
  ])
    expect(await found({ search }), search).toEqual([owl])
  expect(await found({ search: 'parrots' })).toEqual([odd, parrot])
  expect(await found({ search: 'parrots cages' })).toEqual([parrot])
})

// CASE-6
test('a search is no pattern: % and _ are found as they are, unknown words not at all', async () => {
  expect(await found({ search: '100%_sure' })).toEqual([parrot])
  for (const search of ['%', '_', '\\', "' or 1=1 --"])
    expect(await found({ search: `x${search}x` }), search).toEqual([])
  expect(await found({ search: 'owlet parrots' })).toEqual([])
})

// CASE-6
test('a search without three letters in a row finds nothing and compares nothing', async () => {
  for (const search of ['ow', 'उ', '-- ?', 'an ow']) expect(await found({ search }), search).toEqual([])
  expect(await found({ search: 'an owlet' })).toEqual([owl])
})

// CASE-6
test('each filter narrows the list, filters add up, and the total follows them', async () => {
  const assign = { body: { ids: [owl, odd], assignee_id: admin.id } }
  await app.call(caseCalls.updateSeveral, assign, admin)
  await app.call(complaintCalls.setStatus, { params: { id: String(odd) }, body: { status: 'resolved' } }, admin)
  await app.pool.query('update complaints set due_on = current_date - 7 where id = any($1::bigint[])', [[owl, odd]])
  await app.pool.query("update complaints set created_at = '2026-02-01 18:29:59Z' where id = $1", [parrot])
  for (const [query, ids] of [
    [{ type: 'Illegal trade' }, [parrot]],
    [{ type: 'Other' }, [odd]],
    [{ payment: 'paid' }, [paid]],
    [{ assignee: 'me' }, [odd, owl]],
    [{ assignee: String(admin.id), status: 'resolved' }, [odd]],
    [{ assignee: 'none' }, [paid, parrot]],
    [{ overdue: 'yes' }, [owl]],
    [{ waiting: 'yes' }, [paid, owl, parrot]],
    [{ from: '2026-02-01', to: '2026-02-01' }, [parrot]],
    [{ from: '2026-02-02', search: 'parrots' }, [odd]],
    [{ to: '2026-01-31' }, []],
  ] as [Query, number[]][]) {
    const body = await list(query)
    expect(
      body.data.map(({ id }) => id),
      JSON.stringify(query),
    ).toEqual(ids)
    expect(body.pagination).toMatchObject({ total: ids.length, last_page: 1 })
    expect(body.summary).toMatchObject({ pending_complaints: 3, resolved_complaints: 1, paid_complaints: 1 })
  }
  expect(await found({ assignee: 'me' }, other)).toEqual([])
})

// CASE-6
test('the list comes newest first, oldest first, or in the order of the due days', async () => {
  await app.pool.query("update complaints set created_at = '2026-02-01 18:29:59Z' where id = $1", [parrot])
  await app.pool.query('update complaints set due_on = current_date + 1 where id = $1', [paid])
  await app.pool.query('update complaints set due_on = null where id = $1', [parrot])
  expect(await found({})).toEqual([odd, paid, owl, parrot])
  expect(await found({ sort: 'oldest' })).toEqual([parrot, owl, paid, odd])
  expect(await found({ sort: 'due' })).toEqual([owl, odd, paid, parrot])
  expect(await found({ sort: 'due-desc' })).toEqual([parrot, paid, odd, owl])
})

// CASE-6
test('the complaint before and after one follow filter and order of the list', async () => {
  const around = async (id: number, query: Query = {}) =>
    (await app.call(caseCalls.neighbours, { params: { id: String(id) }, query }, admin)).body.data
  for (const sort of ['newest', 'oldest', 'due', 'due-desc']) {
    const ids = await found({ sort })
    for (const [index, id] of ids.entries())
      expect(await around(id, { sort }), sort).toEqual({
        previous: ids[index - 1] ?? null,
        next: ids[index + 1] ?? null,
      })
  }
  expect(await around(odd, { search: 'parrots' })).toEqual({ previous: null, next: parrot })
  expect(await around(owl, { search: 'parrots' })).toEqual({ previous: odd, next: parrot })
})

// CASE-6
test('the CSV holds what is filtered', async () => {
  const reply = await app.fetch('/api/admin/complaints.csv?search=parrots&type=Other', {
    headers: { authorization: `Bearer ${admin.token}` },
  })
  const [heading, ...lines] = (await reply.text()).trimEnd().split('\r\n')
  expect(heading).toContain('Due Day')
  expect(lines).toHaveLength(1)
  const reference = formatReference({ id: odd, createdAt: new Date() })
  expect(lines[0]).toMatch(new RegExp(`^${odd},${reference},.*shriek`))
})

// CASE-6, API-3
test('an invalid filter gets 400', async () => {
  for (const query of [
    { payment: 'free' },
    { assignee: 'you' },
    { overdue: 'no' },
    { waiting: 'no' },
    { from: '2026-02-30' },
    { sort: 'id' },
    { search: 'x'.repeat(101) },
  ] as Query[]) {
    const reply = await app.call(complaintCalls.listAll, { query }, admin)
    expect(reply.status, JSON.stringify(query)).toBe(400)
    expect(Object.keys(reply.error.errors ?? {})).toEqual(Object.keys(query))
  }
})

// Last, because its complaint would stand in the lists of the others.
// CASE-6
test('words in Devanagari are found by their beginning, beside any punctuation', async () => {
  const cow = await aComplaint(app, {
    location_of_incident: 'शनिवार पेठ, पुणे',
    description: '“गाय” रस्त्यावर जखमी आहे। कृपया मदत करा.',
  })
  for (const search of ['गाय', 'जखमी', 'रस्त्या', 'पेठ पुणे', 'आहे मदत', 'शनिवार'])
    expect(await found({ search }), search).toEqual([cow])
  expect(await found({ search: 'गाय parrots' })).toEqual([])
  const plan = await app.db.transaction().execute(async (transaction) => {
    // A few rows are read faster without any index.
    await sql`set local enable_seqscan = off`.execute(transaction)
    return transaction.executeQuery<Record<string, string>>(
      sql`explain select id from complaints where ${matchesFilter({ search: 'जखमी' }, admin.id)}`.compile(transaction),
    )
  })
  expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('complaints_other_words')
})

// CASE-6
test('each complaint of the list has the place of the incident in one short line', async () => {
  expect((await list({ search: String(owl) })).data).toMatchObject([{ place: 'Behind Laxmi Talkies, Pune' }])
  const far = await aComplaint(app, { location_of_incident: `Behind the   mill,${' very far out'.repeat(10)}` })
  const [{ place = '' } = {}] = (await list({ search: String(far) })).data
  expect(place).toMatch(/^Behind the mill, very far out .*…$/)
  expect(place.length).toBeLessThanOrEqual(80)
})

// CASE-6
test('a number of six digits finds its complaint and phone numbers with these digits', async () => {
  await app.pool.query("select setval(pg_get_serial_sequence('complaints', 'id'), 771144)")
  const far = await aComplaint(app, { description: 'A kite hangs in a string.' })
  expect(far).toBe(771_145)
  const caller = await aComplaint(app, { phone: '+91 98 771145 22' })
  for (const search of ['771145', '0771145', formatReference({ id: far, createdAt: new Date() })])
    expect(await found({ search }), search).toContain(far)
  expect(await found({ search: '771145' })).toEqual([caller, far])
})

// CASE-6, CMP-11
test('the CSV names payments of the provider only, as money of the desk has none', async () => {
  const { complaintId, checkout } = await aPaidComplaint(app)
  const desk = await aDeskFee(app)
  const lineOf = async (id: number) => {
    const headers = { authorization: `Bearer ${admin.token}` }
    const reply = await app.fetch(`/api/admin/complaints.csv?search=${id}`, { headers })
    return (await reply.text()).split('\r\n').find((line) => line.startsWith(`${id},`))
  }
  expect(await lineOf(complaintId)).toMatch(new RegExp(`,100,${checkout.razorpay_payment_id}$`))
  expect(await lineOf(desk.complaintId)).toMatch(/,100,$/)
})
