import { dashboardCalls } from '@petsetu/contract/office/dashboard.ts'
import { type GrievanceState, grievanceCalls, grievanceNumber } from '@petsetu/contract/people/grievances.ts'
import { expect, test } from 'vitest'
import { aGrievance, anAdmin } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'
import { startMailCatcher } from '../../../test/mail-catcher.ts'
import { erasePerson, exportPerson } from '../../../test/rights.ts'
import { listErasures } from '../privacy/erasing/erasures.ts'
import { DAYS_KEPT, forgetOld } from '../privacy/erasing/forget-old.ts'
import { replayErasures } from '../privacy/erasing/replay-erasures.ts'

const catcher = await startMailCatcher()
const app = await testApp({}, undefined, { smtpUrl: catcher.smtpUrl })
const admin = await anAdmin(app.db, ['privacy'])

const WHO = { kind: 'other', way: 'call', language: 'en', name: 'Meera Joshi' } as const
const SAID = { ...WHO, text: 'Nobody calls me back.' }

const enter = async (fields: { email?: string; phone?: string; kind?: 'data' | 'other'; language?: 'en' | 'hi' }) =>
  (await app.call(grievanceCalls.enter, { body: { ...SAID, ...fields } }, admin)).body.data

const read = async (id: number) =>
  (await app.call(grievanceCalls.read, { params: { id: String(id) } }, admin)).body.data

const answer = (id: number, words = 'We have called you.', as = admin) =>
  app.call(grievanceCalls.answer, { params: { id: String(id) }, body: { answer: words } }, as)

const acknowledge = (id: number) => app.call(grievanceCalls.acknowledge, { params: { id: String(id) } }, admin)

const listed = async (state: GrievanceState) =>
  (await app.call(grievanceCalls.list, { query: { state, limit: '100' } }, admin)).body

const subjectsOf = async (email: string) => (await catcher.mails(email)).map(({ subject }) => subject)

async function dayIn(days: number): Promise<string> {
  const { rows } = await app.pool.query<{ day: string }>(
    "select ((now() at time zone 'Asia/Kolkata')::date + $1::int)::text as day",
    [days],
  )
  return rows[0]?.day ?? ''
}

// TRU-6
test('somebody with an address gets the number at once, and one answer', async () => {
  const email = 'told@example.org'
  const { id, number, acknowledged_at, acknowledged_by } = await enter({ email, language: 'hi' })
  expect([number, acknowledged_by]).toEqual([grievanceNumber(id), null])
  expect(acknowledged_at).not.toBeNull()
  await expect.poll(() => subjectsOf(email)).toEqual([`आपकी शिकायत ${number} हमें मिल गई है`])
  const other = await anAdmin(app.db)
  const answers = await Promise.all([answer(id, 'First'), answer(id, 'Second', other)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  await expect.poll(() => subjectsOf(email)).toContain(`आपकी शिकायत ${number} पर हमारा जवाब`)
  const { answer: said } = await read(id)
  const mails = await catcher.mails(email)
  expect(mails.filter(({ text }) => text?.includes(said ?? '?'))).toHaveLength(1)
  expect(mails).toHaveLength(2)
  expect((await listed('answered')).data.map(({ id }) => id)).toContain(id)
})

// TRU-6
test('somebody without an address is acknowledged by an admin, within a day or late', async () => {
  const { id, acknowledged_at, is_overdue, acknowledge_by, received_at } = await enter({ phone: '98220 11111' })
  expect([acknowledged_at, is_overdue]).toEqual([null, false])
  expect(Date.parse(acknowledge_by) - Date.parse(received_at)).toBe(24 * 3_600_000)
  await app.pool.query("update grievances set received_at = now() - interval '25 hours' where id = $1", [id])
  expect((await read(id)).is_overdue).toBe(true)
  const { data: work } = (await app.call(dashboardCalls.work, {}, admin)).body
  expect(work.find((one) => one.kind === 'grievance' && one.id === id)).toMatchObject({
    ...{ title: grievanceNumber(id), sort: 'other', is_overdue: true, path: `/admin/grievances/${id}` },
    acknowledge_by: expect.any(String),
  })
  expect((await acknowledge(id)).body.data).toMatchObject({ acknowledged_by: admin.username, is_overdue: false })
  expect((await acknowledge(id)).error.code).toBe('grievance_acknowledged')
})

// TRU-6
test.each(['failed', 'held'] as const)('a grievance whose mail is %s waits for an admin', async (state) => {
  const email = `${state}-mail@example.org`
  const { id } = await enter({ email })
  await expect.poll(() => subjectsOf(email)).toHaveLength(1)
  const about = `grievance ${id}`
  await app.db.updateTable('mails').set({ state }).where('about', '=', about).execute()
  await app.pool.query("update grievances set received_at = now() - interval '25 hours' where id = $1", [id])
  expect(await read(id)).toMatchObject({ acknowledged_at: null, is_overdue: true })
  expect((await acknowledge(id)).body.data).toMatchObject({ acknowledged_by: admin.username, is_overdue: false })
  expect((await read(id)).acknowledged_at).not.toBeNull()
})

// TRU-6, DSK-1
test('the dashboard counts the hours of a grievance whose mail failed', async () => {
  const { id } = await enter({ email: 'failed@example.org' })
  await expect.poll(() => subjectsOf('failed@example.org')).toHaveLength(1)
  await app.pool.query("update grievances set received_at = now() - interval '25 hours' where id = $1", [id])
  const work = async () => {
    const { data } = (await app.call(dashboardCalls.work, {}, admin)).body
    return data.find((one) => one.kind === 'grievance' && one.id === id)
  }
  expect(await work()).toMatchObject({ acknowledge_by: null, is_overdue: false })
  await app.db.updateTable('mails').set({ state: 'failed' }).where('about', '=', `grievance ${id}`).execute()
  const { acknowledge_by } = await read(id)
  expect(await work()).toMatchObject({ acknowledge_by, is_overdue: true })
})

// TRU-6
test('a grievance is late after its due day', async () => {
  const [data, other] = [await enter({ email: 'a@example.org', kind: 'data' }), await enter({ email: 'b@example.org' })]
  expect([data.due_on, other.due_on]).toEqual([await dayIn(30), await dayIn(30)])
  await app.pool.query('update grievances set due_on = $1 where id = $2', [await dayIn(-1), data.id])
  const { summary, data: rows } = await listed('open')
  expect(summary.overdue).toBeGreaterThanOrEqual(1)
  expect(rows.filter(({ is_overdue }) => is_overdue).map(({ id }) => id)).toContain(data.id)
})

// TRU-6
test('a grievance without a contact is refused, and the same words are one', async () => {
  const refused = await app.call(grievanceCalls.enter, { body: SAID }, admin)
  expect([refused.status, refused.error.code]).toEqual([400, 'grievance_contact_missing'])
  expect(Object.keys(refused.error.errors ?? {})).toEqual(['email'])
  const [one, same] = [await enter({ phone: '98220 22222' }), await enter({ phone: '98220 22222' })]
  expect(same.id).toBe(one.id)
})

// TRU-6, DSK-4
test('a grievance that is entered again is one row of the audit', async () => {
  const first = await enter({ phone: '98220 33333' })
  await enter({ phone: '98220 33333' })
  const key = { 'idempotency-key': 'a-grievance-twice' }
  const body = { ...SAID, phone: '98220 44444' }
  const again = () => app.call(grievanceCalls.enter, { body }, admin, key)
  const [one, same] = [(await again()).body.data, (await again()).body.data]
  expect(same.id).toBe(one.id)
  const { rows } = await app.pool.query(
    "select object_id from audit where action = 'grievance-entered' and object_id = any($1) order by id",
    [[String(first.id), String(one.id)]],
  )
  expect(rows.map(({ object_id }) => Number(object_id))).toEqual([first.id, one.id])
})

// TRU-6, TRU-1
test('an erasure takes the person out of each grievance once it is answered', async () => {
  const email = 'goes@example.org'
  const [done, open] = [await enter({ email }), await enter({ email, kind: 'data' })]
  await answer(done.id)
  expect(await exportPerson(app, { email })).toMatchObject({
    grievances: [{ id: done.id, answer: 'We have called you.' }, { id: open.id }],
  })
  await erasePerson(app, { email })
  const blank = { name: 'Erased', email: '', text: 'Erased' }
  expect(await read(done.id)).toMatchObject({ ...blank, answer: 'Erased' })
  expect(await read(open.id)).toMatchObject({ email, text: SAID.text })
  await answer(open.id)
  expect(await read(open.id)).toMatchObject({ ...blank, answer: 'Erased' })
  const subject = `Our answer to your grievance ${open.number}`
  await expect.poll(() => subjectsOf(email)).toContain(subject)
})

// TRU-6, TRU-3
test('a restored back-up loses the grievances of an erased person again', async () => {
  const email = 'restored@example.org'
  const { id } = await enter({ email })
  await answer(id)
  await erasePerson(app, { email })
  const erasures = await listErasures(app.db)
  await app.pool.query('delete from erasures')
  await app.pool.query("update grievances set name = 'Back again' where id = $1", [id])
  await replayErasures(app.db, erasures)
  expect((await read(id)).name).toBe('Erased')
})

// TRU-6
test('an answered grievance is deleted after its years, and an open one never', async () => {
  const [old, open] = [await aGrievance(app.db), await aGrievance(app.db)]
  await answer(old)
  await app.pool.query(
    "update grievances set answered_at = answered_at - make_interval(days => $1), received_at = received_at - interval '9 years' where id = any($2)",
    [DAYS_KEPT.grievances + 1, [old, open]],
  )
  await forgetOld(app)
  const { rows } = await app.pool.query('select id from grievances where id = any($1)', [[old, open]])
  expect(rows.map(({ id }) => Number(id))).toEqual([open])
})
