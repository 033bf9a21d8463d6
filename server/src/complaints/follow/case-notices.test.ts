import { caseCalls } from '@petsetu/contract/complaints/cases.ts'
import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { caseNoticeCalls, followCalls } from '@petsetu/contract/complaints/follow.ts'
import { expect, test } from 'vitest'
import { anAdmin } from '../../../test/factories.ts'
import { aFollowToken } from '../../../test/follow.ts'
import { testApp } from '../../../test/harness.ts'
import { lockWaits } from '../../../test/lock-waits.ts'
import { aComplaint, COMPLAINT } from '../../../test/paying-app.ts'
import { startPushCatcher } from '../../../test/push-catcher.ts'

const catcher = await startPushCatcher()
const app = await testApp({ PUSH_SERVICES: catcher.origin })
const admin = await anAdmin(app.db)

/** A complaint that a browser follows. */
async function aFollowedComplaint() {
  const id = await aComplaint(app)
  const params = { token: await aFollowToken(app, id) }
  const browser = await catcher.newBrowser()
  const { status } = await app.call(caseNoticeCalls.start, { params, body: browser })
  return { id, params, browser, status }
}

const setStatus = (id: number, status: 'in_progress' | 'resolved' | 'closed') =>
  app.call(complaintCalls.setStatus, { params: { id: String(id) }, body: { status } }, admin)

const addNote = (id: number, internal: boolean) =>
  app.call(caseCalls.addNote, { params: { id: String(id) }, body: { text: 'We come.', internal } }, admin)

const noticesOf = (id: number) =>
  app.db
    .selectFrom('push_notices')
    .innerJoin('push_devices', 'push_devices.id', 'device_id')
    .select(['kind', 'title', 'body', 'path', 'at_night', 'push_notices.state'])
    .where('complaint_id', '=', id)
    .orderBy('push_notices.id')
    .execute()

const isOn = async (params: { token: string }, { endpoint }: { endpoint: string }) =>
  (await app.call(caseNoticeCalls.state, { params, body: { endpoint } })).body.data.is_on

// PSH-1, CASE-2
test('a browser is not told of a complaint whose links end at that moment', async () => {
  const id = await aComplaint(app)
  const params = { token: await aFollowToken(app, id) }
  const ending = await app.pool.connect()
  await ending.query('begin')
  await ending.query('delete from follow_links where complaint_id = $1', [id])
  const asked = app.call(caseNoticeCalls.start, { params, body: await catcher.newBrowser() })
  await expect.poll(() => lockWaits(app.pool)).toBe(1)
  await ending.query('commit')
  ending.release()
  expect((await asked).status).toBe(404)
  const { rows } = await app.pool.query('select from push_devices where complaint_id = $1', [id])
  expect(rows).toHaveLength(0)
})

// PSH-1
test('a change of the case is told to the browser that follows it, and to no other', async () => {
  const { id, status } = await aFollowedComplaint()
  const other = await aFollowedComplaint()
  expect(status).toBe(204)
  await setStatus(id, 'in_progress')
  expect(await noticesOf(id)).toMatchObject([{ kind: 'case', at_night: false }])
  expect(await noticesOf(other.id)).toEqual([])
})

// PSH-1
test('a notice of a case names its reference alone, and opens its page', async () => {
  const { id, browser } = await aFollowedComplaint()
  await setStatus(id, 'in_progress')
  const [row] = await noticesOf(id)
  // By night it waits for the morning.
  const told = row?.state === 'sent' ? (await catcher.notices(browser))[0]?.payload : row
  expect(told?.title).toMatch(/^Your complaint PS-\d{4}-\d+-\w$/)
  for (const secret of [COMPLAINT.fullname, COMPLAINT.email, COMPLAINT.location_of_incident, COMPLAINT.description])
    expect(JSON.stringify(told)).not.toContain(secret)
  const page = await app.fetch(String(told?.path), { headers: { accept: 'text/html' } })
  expect(page.status).toBe(200)
})

// PSH-1
test('what admins do among themselves, and what the complainant writes, tells nobody', async () => {
  const { id, params } = await aFollowedComplaint()
  const body = { version: 1, priority: 'high' as const }
  await app.call(caseCalls.update, { params: { id: String(id) }, body }, admin)
  await addNote(id, true)
  await app.call(followCalls.write, { params, body: { text: 'It is still there.' } })
  expect(await noticesOf(id)).toEqual([])
  await addNote(id, false)
  expect(await noticesOf(id)).toHaveLength(1)
})

// PSH-1
test('a browser that follows a complaint merged into another hears of that one', async () => {
  const [main, merged] = [await aComplaint(app), await aFollowedComplaint()]
  await app.call(caseCalls.merge, { params: { id: String(merged.id) }, body: { into: main } }, admin)
  // The merge closes it, too: one change is one notice.
  expect(await noticesOf(merged.id)).toHaveLength(1)
  await setStatus(main, 'in_progress')
  expect(await noticesOf(merged.id)).toHaveLength(2)
})

// PSH-2
test('notices of a case are switched off again, on one browser', async () => {
  const { id, params, browser } = await aFollowedComplaint()
  const second = await catcher.newBrowser()
  await app.call(caseNoticeCalls.start, { params, body: second })
  await app.call(caseNoticeCalls.stop, { params, body: { endpoint: browser.endpoint } })
  expect([await isOn(params, browser), await isOn(params, second)]).toEqual([false, true])
  await setStatus(id, 'resolved')
  expect(await noticesOf(id)).toHaveLength(1)
})

// PSH-1, LNG-2
test('notices of a case come in the language in which their browser is used now', async () => {
  const { id, params, browser } = await aFollowedComplaint()
  const languageNow = async () => {
    const device = app.db.selectFrom('push_devices').select('language').where('complaint_id', '=', id)
    return (await device.executeTakeFirstOrThrow()).language
  }
  expect(await languageNow()).toBe('en')
  const body = { endpoint: browser.endpoint }
  await app.call(caseNoticeCalls.state, { params, body }, null, { cookie: 'lang=mr' })
  expect(await languageNow()).toBe('mr')
})

// PSH-2, V13.2.4
test('a link is needed, and an address at a known push service', async () => {
  const { params, browser } = await aFollowedComplaint()
  const unknown = { token: 'x'.repeat(43) }
  for (const call of [caseNoticeCalls.start, caseNoticeCalls.stop, caseNoticeCalls.state])
    expect((await app.call(call, { params: unknown, body: browser })).status).toBe(404)
  const elsewhere = { ...browser, endpoint: 'https://10.0.0.7/push' }
  expect((await app.call(caseNoticeCalls.start, { params, body: elsewhere })).error.code).toBe('push_service_unknown')
})

// PSH-2, V6.3.1
test('whoever switches notices of one complaint on all the time has to wait', async () => {
  const limited = await testApp({ PUSH_SERVICES: catcher.origin, RATE_LIMITS: 'on' }, app)
  const { params, browser } = await aFollowedComplaint()
  const statuses = []
  for (let number = 0; number < 31; number++)
    statuses.push((await limited.call(caseNoticeCalls.start, { params, body: browser })).status)
  expect(statuses).toEqual([...Array(30).fill(204), 429])
})
