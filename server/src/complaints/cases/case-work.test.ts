import { caseCalls } from '@petsetu/contract/complaints/cases.ts'
import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { expect, test } from 'vitest'
import { anAdmin, aUser } from '../../../test/factories.ts'
import { gateAt } from '../../../test/gate.ts'
import { lockWaits } from '../../../test/lock-waits.ts'
import { aComplaint, COMPLAINT, payingApp } from '../../../test/paying-app.ts'
import { adminView } from '../../../test/payment-state.ts'
import { exportPerson } from '../../../test/rights.ts'
import { allSharedCounts, lockSharedCounts } from '../../../test/shared-counts.ts'

const app = await payingApp({}, undefined, { sendsMail: true })
const [admin, other] = [await anAdmin(app.db), await anAdmin(app.db)]

const at = (id: number) => ({ params: { id: String(id) } })

type Update = Partial<Record<'priority' | 'due_on' | 'assignee_id' | 'outcome', unknown>>

const update = async (id: number, fields: Update, version?: number, by = admin) =>
  app.call(
    caseCalls.update,
    { ...at(id), body: { version: version ?? (await adminView(app, id)).version, ...fields } as { version: number } },
    by,
  )

const eventsOf = async (id: number) => (await app.call(caseCalls.listEvents, at(id), admin)).body.data
const note = (id: number, text: string, internal: boolean) =>
  app.call(caseCalls.addNote, { ...at(id), body: { text, internal } }, admin)
const setStatus = (id: number, status: 'pending' | 'resolved' | 'closed') =>
  app.call(complaintCalls.setStatus, { ...at(id), body: { status } }, admin)

// CASE-4
test('each change of a case is an event that says who changed it; the rest stays', async () => {
  const id = await aComplaint(app)
  await update(id, { priority: 'high', assignee_id: other.id })
  const changed = await update(id, { due_on: '2026-12-31' }, undefined, other)
  expect(changed.body.data).toMatchObject({
    priority: 'high',
    due_on: '2026-12-31',
    assignee: { id: other.id, username: other.username },
    version: 3,
  })
  const [filed, ...events] = await eventsOf(id)
  expect(filed).toMatchObject({ kind: 'filed' })
  expect(events).toMatchObject([
    { kind: 'priority', before: 'normal', after: 'high', username: admin.username, internal: true },
    { kind: 'assign', before: null, after: String(other.id), username: admin.username, internal: true },
    { kind: 'due', after: '2026-12-31', username: other.username, internal: true },
  ])
})

// CASE-4
test('of two admins who change a case at once the second is told and changes nothing', async () => {
  const id = await aComplaint(app)
  const replies = await Promise.all([
    update(id, { priority: 'high' }, 1),
    update(id, { priority: 'low', due_on: '2026-12-31' }, 1, other),
  ])
  const [won, lost] = replies.toSorted((one, next) => one.status - next.status)
  expect([won?.status, lost?.status]).toEqual([200, 409])
  const { priority, due_on } = await adminView(app, id)
  expect(lost?.error).toMatchObject({ code: 'changed_meanwhile', current: { priority, due_on, version: 2 } })
  expect(won?.body.data).toMatchObject({ priority, due_on })
  expect(await eventsOf(id)).toHaveLength(priority === 'high' ? 2 : 3)
})

// CASE-4
test('a repeated update whose reply was lost succeeds, and is no second event', async () => {
  const id = await aComplaint(app)
  expect((await update(id, { priority: 'high' }, 1)).status).toBe(200)
  expect((await update(id, { priority: 'high' }, 1)).status).toBe(200)
  expect(await eventsOf(id)).toHaveLength(2)
  await setStatus(id, 'resolved')
  expect((await update(id, { priority: 'low' }, 2)).error).toMatchObject({ code: 'changed_meanwhile' })
})

// CASE-4
test('an outcome needs an ended case, and only an admin can be assigned', async () => {
  const id = await aComplaint(app)
  expect((await update(id, { outcome: 'rescued' })).error).toMatchObject({ code: 'case_still_open' })
  await setStatus(id, 'resolved')
  expect((await update(id, { outcome: 'rescued' })).body.data).toMatchObject({ outcome: 'rescued' })
  await setStatus(id, 'pending')
  expect(await adminView(app, id)).toMatchObject({ outcome: null })
  expect((await eventsOf(id)).at(-1)).toMatchObject({ kind: 'outcome', before: 'rescued', after: null })
  const user = await aUser(app.db)
  for (const assignee_id of [user.id, 999_999_999])
    expect((await update(id, { assignee_id })).error).toMatchObject({ code: 'assignee_not_found' })
  const assignees = await app.call(caseCalls.listAssignees, {}, admin)
  const ids = assignees.body.data.map((each) => each.id)
  expect(ids).toEqual(expect.arrayContaining([admin.id, other.id]))
  expect(ids).not.toContain(user.id)
})

// CASE-4, DSK-5
test('a case stays with an admin who has lost the duty, and is changed otherwise', async () => {
  const [id, former] = [await aComplaint(app), await anAdmin(app.db, ['cases'])]
  await update(id, { assignee_id: former.id })
  await app.pool.query("update users set duties = '{money}' where id = $1", [former.id])
  const { status, body } = await update(id, { priority: 'high', assignee_id: former.id })
  expect(status).toBe(200)
  expect(body.data).toMatchObject({ priority: 'high', assignee: { id: former.id } })
  const another = await aComplaint(app)
  expect((await update(another, { assignee_id: former.id })).error).toMatchObject({ code: 'assignee_not_found' })
})

// CASE-4
test('assigning a case to an admin whose account is deleted meanwhile gets 404', async () => {
  const [one, many, leaving] = [await aComplaint(app), await aComplaint(app), await anAdmin(app.db)]
  const deletion = await app.pool.connect()
  try {
    await deletion.query('begin')
    await deletion.query('delete from users where id = $1', [leaving.id])
    const body = { ids: [many], assignee_id: leaving.id }
    const replies = Promise.all([
      update(one, { assignee_id: leaving.id }),
      app.call(caseCalls.updateSeveral, { body }, admin),
    ])
    await expect.poll(() => lockWaits(app.pool)).toBe(2)
    await deletion.query('commit')
    for (const { status, error } of await replies) {
      expect(status).toBe(404)
      expect(error).toMatchObject({ code: 'assignee_not_found' })
    }
  } finally {
    deletion.release()
  }
})

// CASE-4
test('a note for the complainant is mailed once; an internal one is in no mail', async () => {
  const email = 'notes@example.org'
  const id = await aComplaint(app, { email, phone: '+91 55500 77777' })
  expect((await note(id, 'INTERNAL: the neighbour is a suspect', true)).status).toBe(201)
  expect((await note(id, 'We were there today.\n\nThe dog has shade now.', false)).status).toBe(201)
  await expect.poll(async () => (await app.mailsTo(email)).length).toBe(1)
  const [mail] = await app.mailsTo(email)
  expect(mail?.text).toContain('The dog has shade now.')
  expect(await eventsOf(id)).toMatchObject([
    { kind: 'filed' },
    { kind: 'note', internal: true, text: 'INTERNAL: the neighbour is a suspect', username: admin.username },
    { kind: 'note', internal: false, username: admin.username },
  ])
  const exported = JSON.stringify(await exportPerson(app, { email }))
  expect(exported).toContain('The dog has shade now.')
  const mails = JSON.stringify(await app.db.selectFrom('mails').selectAll().execute())
  for (const text of [exported, mails]) expect(text).not.toContain('INTERNAL')
})

// TRU-2, MAIL-5
test('a note waits for an erasure of the complainant, and then mails nobody', async () => {
  const id = await aComplaint(app, { email: 'leaving@example.org' })
  const erasing = await app.pool.connect()
  await erasing.query('begin')
  await erasing.query('select from complaints where id = $1 for no key update', [id])
  const added = note(id, 'We come at five.', false)
  await expect.poll(() => lockWaits(app.pool)).toBe(1)
  await erasing.query("update complaints set email = '' where id = $1", [id])
  await erasing.query('commit')
  erasing.release()
  expect((await added).status).toBe(201)
  const mails = await app.db
    .selectFrom('mails')
    .select('kind')
    .where('to_address', '=', 'leaving@example.org')
    .execute()
  expect(mails).not.toContainEqual({ kind: 'complaint-note' })
})

// CASE-4
test('a withheld name stands in no list, search or CSV, and is shown for a reason', async () => {
  const secret = { fullname: 'Zarina Withheld', email: 'zarina.w@example.org', phone: '+91 98111 22333' }
  const id = await aComplaint(app, { ...secret, withhold_name: 'true', description: 'Heard of by zebrafinch only.' })
  const traces = ['Zarina', 'zarina', '98111', '9811122333']
  const list = async (search: string) =>
    (await app.call(complaintCalls.listAll, { query: { search } }, admin)).body.data.map((row) => row.id)
  for (const trace of traces) expect(await list(trace), trace).toEqual([])
  expect(await list('zebrafinch')).toEqual([id])
  const csv = await app.fetch('/api/admin/complaints.csv', { headers: { authorization: `Bearer ${admin.token}` } })
  const shown = [
    JSON.stringify(await adminView(app, id)),
    JSON.stringify((await app.call(complaintCalls.listAll, { query: {} }, admin)).body),
    await csv.text(),
    JSON.stringify((await update(id, { priority: 'high' }, 77)).error),
  ]
  for (const text of shown) for (const trace of traces) expect(text).not.toContain(trace)
  expect(await adminView(app, id)).toMatchObject({ is_name_withheld: true, fullname: '' })

  const revealed = await app.call(caseCalls.reveal, { ...at(id), body: { reason: 'The police asked' } }, admin)
  expect(revealed.body.data).toMatchObject(secret)
  expect((await eventsOf(id)).at(-1)).toMatchObject({
    kind: 'reveal',
    text: 'The police asked',
    internal: true,
    username: admin.username,
  })
  const unexplained = await app.call(caseCalls.reveal, { ...at(id), body: { reason: ' ' } }, admin)
  expect(unexplained.status).toBe(400)
})

// CASE-6
test('several cases get status and assignee at once, or none if one is unknown', async () => {
  const ids = [await aComplaint(app, { email: 'one@example.org' }), await aComplaint(app, { email: 'two@example.org' })]
  const change = (body: object) => app.call(caseCalls.updateSeveral, { body: body as { ids: number[] } }, admin)
  expect((await change({ ids: [...ids, 999_999_999], status: 'closed' })).status).toBe(404)
  for (const id of ids) expect(await adminView(app, id)).toMatchObject({ status: 'pending' })
  const reply = await change({ ids: [...ids, ...ids], status: 'in_progress', assignee_id: other.id })
  expect(reply.body.data).toEqual({ changed: 2 })
  for (const id of ids) {
    expect(await adminView(app, id)).toMatchObject({ status: 'in_progress', assignee: { id: other.id } })
    expect((await eventsOf(id)).map(({ kind }) => kind)).toEqual(['filed', 'status', 'assign'])
  }
  for (const email of ['one@example.org', 'two@example.org'])
    await expect.poll(async () => (await app.mailsTo(email)).length).toBe(1)
  const third = await aComplaint(app)
  expect((await change({ ids: [...ids, third], status: 'in_progress' })).body.data).toEqual({ changed: 1 })
  expect((await change({ ids, assignee_id: null })).body.data).toEqual({ changed: 2 })
  expect((await change({ ids, assignee_id: null })).body.data).toEqual({ changed: 0 })
  expect((await change({ ids: [], status: 'closed' })).status).toBe(400)
  expect((await change({ ids: Array.from({ length: 51 }, (_, index) => index + 1), status: 'closed' })).status).toBe(
    400,
  )
})

// CASE-4
test('answers for notes are kept, listed by title, changed and deleted', async () => {
  const create = (title: string) =>
    app.call(
      caseCalls.createAnswer,
      { body: { title, text: COMPLAINT.description, language: 'hi', for_status: 'resolved' } },
      admin,
    )
  await create('Second')
  const { id } = (await create('First')).body.data
  const titles = async () => (await app.call(caseCalls.listAnswers, {}, admin)).body.data.map(({ title }) => title)
  expect(await titles()).toEqual(['First', 'Second'])
  const body = { title: 'Last', text: 'We have been there.', language: 'mr' as const }
  const changed = await app.call(caseCalls.updateAnswer, { ...at(id), body }, admin)
  expect(changed.body.data).toEqual({ id, version: 2, ...body, for_status: null })
  expect(await titles()).toEqual(['Last', 'Second'])
  const unknown = await app.call(caseCalls.updateAnswer, { ...at(999_999_999), body }, admin)
  expect(unknown.error).toMatchObject({ code: 'answer_not_found' })
  expect((await app.call(caseCalls.deleteAnswer, at(id), admin)).status).toBe(204)
  expect((await app.call(caseCalls.deleteAnswer, at(id), admin)).error).toMatchObject({ code: 'answer_not_found' })
  expect(await titles()).toEqual(['Second'])
})

// CASE-4
test('of two admins who change an answer, the second is told of the first', async () => {
  const answer = { title: 'Thanks', text: 'Thank you.', language: 'en' as const }
  const { id } = (await app.call(caseCalls.createAnswer, { body: answer }, admin)).body.data
  const update = (text: string, version?: number) =>
    app.call(caseCalls.updateAnswer, { ...at(id), body: { ...answer, text, version } }, admin)
  expect((await update('Thank you all.', 1)).body.data).toMatchObject({ text: 'Thank you all.', version: 2 })
  const late = await update('Thanks a lot.', 1)
  expect([late.status, late.error]).toMatchObject([
    409,
    { code: 'changed_meanwhile', current: { text: 'Thank you all.', version: 2 } },
  ])
  expect((await update('Thanks a lot.', 2)).body.data).toMatchObject({ text: 'Thanks a lot.', version: 3 })
})

// CASE-4
test('a repeated change of an answer whose reply was lost is no conflict', async () => {
  const answer = { title: 'Sorry', text: 'We are sorry.', language: 'en' as const }
  const { id } = (await app.call(caseCalls.createAnswer, { body: answer }, admin)).body.data
  const body = { ...answer, text: 'We come today.', version: 1 }
  const [first, repeated] = [
    await app.call(caseCalls.updateAnswer, { ...at(id), body }, admin),
    await app.call(caseCalls.updateAnswer, { ...at(id), body }, admin),
  ]
  expect(first.body.data).toMatchObject({ text: 'We come today.', version: 2 })
  expect([repeated.status, repeated.body]).toEqual([200, first.body])
})

// CASE-4
test('nobody who files a complaint waits for the counts of a change of several cases', async () => {
  const ids = [await aComplaint(app), await aComplaint(app)]
  const statuses = ['pending', 'in_progress']
  await allSharedCounts(
    app.pool,
    [...statuses, ...statuses.map((status) => `${status}/paid`)].map((kind) => ['complaints', kind]),
  )
  const gate = await gateAt(app.pool, 'audit')
  const body = { ids, status: 'in_progress' as const }
  const changing = app.call(caseCalls.updateSeveral, { body }, admin)
  await gate.reached()
  await lockSharedCounts(app.pool)
  await gate.open()
  expect((await changing).body.data).toEqual({ changed: 2 })
})
