import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { atEnd } from '../../../test/at-end.ts'
import { aUser } from '../../../test/factories.ts'
import { testApp, testDatabase } from '../../../test/harness.ts'
import { startPushCatcher } from '../../../test/push-catcher.ts'
import { createMetrics } from '../../platform/http/metrics/metrics.ts'
import { createLog } from '../../platform/log.ts'
import { deliverMorningDigest, deliverNotice } from './deliver-notice.ts'
import { type NewNotice, queueNotice } from './queue-notice.ts'
import { pushSender } from './send-push.ts'

const catcher = await startPushCatcher()
const OWN = { PUSH_SERVICES: catcher.origin }
const running = await testApp(OWN)
// A database whose jobs nobody runs: what is due is done by the test, at the time of its own clock.
const { db, drop } = await testDatabase()
atEnd(drop)

const DAY = new Date('2026-11-23T12:00:00+05:30')
const NIGHT = new Date('2026-11-23T23:00:00+05:30')
const MORNING = new Date('2026-11-24T07:00:00+05:30')

const silent = createLog('fatal')
const { config, secretKey } = running
const send = pushSender({ db, secretKey, config, log: silent, metrics: createMetrics() })
const delivery = { db, log: silent, send }

type Database = Parameters<typeof queueNotice>[0]

/** A new account with one browser that wants everything. */
async function aDevice(database: Database, fields: { endpoint?: string } = {}) {
  const user = await aUser(database)
  const browser = await catcher.newBrowser()
  const device = await database
    .insertInto('push_devices')
    .values({
      ...{ ...browser, ...fields, user_id: user.id, language: 'hi', kinds: ['found', 'lost-scan'] },
      endpoint_hash: sql`sha256(${browser.endpoint}::bytea)`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { user, browser, deviceId: device.id }
}

let count = 0

const aNotice = ({ user }: { user: { id: number } }, fields: Partial<NewNotice> = {}): NewNotice => ({
  ...{ to: { userId: user.id }, kind: 'found', about: `found ${++count}`, path: `/user/found/${count}` },
  content: (text) => ({ title: text('pushNotices.found', { name: 'Moti' }), body: text('pushNotices.foundBody') }),
  ...fields,
})

const queue = (database: Database, notice: NewNotice, now = DAY) =>
  database.transaction().execute((transaction) => queueNotice(transaction, notice, now))

const rowsOf = (database: Database, deviceId: number) =>
  database.selectFrom('push_notices').selectAll().where('device_id', '=', deviceId).orderBy('id').execute()

/** Queues a notice and returns its number. */
async function queued(device: Awaited<ReturnType<typeof aDevice>>, fields: Partial<NewNotice> = {}): Promise<number> {
  await queue(db, aNotice(device, fields))
  return (await rowsOf(db, device.deviceId)).at(-1)?.id ?? 0
}

const titlesOf = async ({ browser }: Awaited<ReturnType<typeof aDevice>>) =>
  (await catcher.notices(browser)).map(({ payload }) => payload.title)

const jobs = async (like: string) => {
  const { rows } = await sql<{ key: string; runAt: Date; task: string }>`
    select key, run_at as "runAt", task_identifier as task from graphile_worker.jobs where key like ${like}`.execute(db)
  return rows
}

// PSH-1
test('a notice comes encrypted for its browser, in its language, and opens a page', async () => {
  const device = await aDevice(running.db)
  await queue(running.db, aNotice(device, { atNight: true, path: '/user/found/7' }))
  await expect.poll(() => catcher.notices(device.browser)).toHaveLength(1)
  const [notice] = await catcher.notices(device.browser)
  expect(notice).toMatchObject({
    payload: { title: 'Moti के बारे में किसी ने लिखा है', path: '/user/found/7', lang: 'hi' },
    ttl: 86_400,
    urgency: 'high',
    vapid: { aud: catcher.origin, sub: 'mailto:admin@example.org' },
  })
  expect(Object.keys(notice?.payload ?? {}).sort()).toEqual(['body', 'lang', 'path', 'read', 'tag', 'title'])
  await expect
    .poll(() => rowsOf(running.db, device.deviceId))
    .toMatchObject([{ state: 'sent', path: null, title: null }])
})

// PSH-2
test('a notice that is queued again is sent once, and one rolled back never', async () => {
  const device = await aDevice(running.db)
  const once = aNotice(device, { atNight: true })
  await queue(running.db, once)
  await queue(running.db, once)
  const undone = running.db.transaction().execute(async (transaction) => {
    await queueNotice(transaction, aNotice(device, { atNight: true }))
    throw new Error('The cause failed')
  })
  await expect(undone).rejects.toThrow('The cause failed')
  await queue(running.db, aNotice(device, { atNight: true, path: '/last' }))
  await expect
    .poll(async () => (await rowsOf(running.db, device.deviceId)).map(({ state }) => state))
    .toEqual(['sent', 'sent'])
  expect(await catcher.notices(device.browser)).toHaveLength(2)
})

// PSH-2
test('a kind that was switched off is neither stored nor sent', async () => {
  const device = await aDevice(db)
  const waiting = await queued(device)
  await db
    .updateTable('push_devices')
    .set({ kinds: ['lost-scan'] })
    .where('id', '=', device.deviceId)
    .execute()
  expect(await queue(db, aNotice(device))).toBe(0)
  await deliverNotice(delivery, { noticeId: waiting }, DAY)
  expect(await catcher.notices(device.browser)).toEqual([])
  expect(await rowsOf(db, device.deviceId)).toMatchObject([{ state: 'failed', title: null, path: null }])
})

// PSH-2
test('a browser that the push service reports gone is removed', async () => {
  const device = await aDevice(db)
  const noticeId = await queued(device)
  await catcher.end(device.browser)
  await deliverNotice(delivery, { noticeId }, DAY)
  expect(await rowsOf(db, device.deviceId)).toEqual([])
  expect(await db.selectFrom('push_devices').select('id').where('id', '=', device.deviceId).execute()).toEqual([])
})

// PSH-2
test('a push service that is away or busy gets the same notice again, and no other', async () => {
  const device = await aDevice(db)
  const noticeId = await queued(device)
  for (const fault of ['status500', 'status429', 'cut-before']) {
    await catcher.fault({ fault, times: 1 })
    await expect(deliverNotice(delivery, { noticeId }, DAY)).rejects.toThrow(`did not take notice ${noticeId}`)
  }
  await deliverNotice(delivery, { noticeId }, DAY)
  await deliverNotice(delivery, { noticeId }, DAY)
  expect(await catcher.notices(device.browser)).toHaveLength(1)
  expect(await rowsOf(db, device.deviceId)).toMatchObject([{ state: 'sent', attempts: 4 }])
})

// PSH-2
test('if the answer is lost, the second copy replaces the first on the device', async () => {
  const device = await aDevice(db)
  const noticeId = await queued(device)
  await catcher.fault({ fault: 'cut-after', times: 1 })
  await expect(deliverNotice(delivery, { noticeId }, DAY)).rejects.toThrow('did not take')
  await deliverNotice(delivery, { noticeId }, DAY)
  const copies = await catcher.notices(device.browser)
  expect(copies).toHaveLength(2)
  expect(new Set(copies.map(({ topic, payload }) => `${topic} ${payload.tag}`)).size).toBe(1)
})

// PSH-2
test('a refused notice has failed, and a redirect is not followed', async () => {
  const device = await aDevice(db)
  for (const fault of ['status403', 'redirect']) {
    const noticeId = await queued(device)
    await catcher.fault({ fault, times: 1 })
    await deliverNotice(delivery, { noticeId }, DAY)
  }
  expect(await rowsOf(db, device.deviceId)).toMatchObject([{ state: 'failed', path: null }, { state: 'failed' }])
  expect(await catcher.notices(device.browser)).toEqual([])
})

// PSH-2
test('a notice that could not be sent for a day has failed', async () => {
  const device = await aDevice(db)
  const noticeId = await queued(device)
  await db
    .updateTable('push_notices')
    .set({ created_at: sql`now() - interval '25 hours'` })
    .where('id', '=', noticeId)
    .execute()
  await catcher.fault({ fault: 'status500', times: 1 })
  await deliverNotice(delivery, { noticeId }, DAY)
  expect(await rowsOf(db, device.deviceId)).toMatchObject([{ state: 'failed' }])
})

// PSH-2, V13.2.4
test('a stored address at a service that is not known any more is not asked', async () => {
  const device = await aDevice(db, { endpoint: 'http://127.0.0.1:9/push/elsewhere' })
  await deliverNotice(delivery, { noticeId: await queued(device) }, DAY)
  expect(await rowsOf(db, device.deviceId)).toEqual([])
})

// PSH-2
test('by night what can wait is held, and the morning brings one notice for all', async () => {
  const device = await aDevice(db)
  const ids = [await queued(device), await queued(device), await queued(device)]
  for (const noticeId of ids) await deliverNotice(delivery, { noticeId }, NIGHT)
  expect(await catcher.notices(device.browser)).toEqual([])
  expect(await jobs(`digest ${device.deviceId}`)).toEqual([
    { key: `digest ${device.deviceId}`, runAt: MORNING, task: 'deliver-morning-digest' },
  ])
  await deliverMorningDigest(delivery, device, new Date('2026-11-24T06:59:00+05:30'))
  expect(await catcher.notices(device.browser)).toEqual([])
  await deliverMorningDigest(delivery, device, MORNING)
  await deliverMorningDigest(delivery, device, MORNING)
  const [digest, ...others] = await catcher.notices(device.browser)
  expect(others).toEqual([])
  expect(digest?.payload).toMatchObject({ title: 'कल शाम से 3 नई सूचनाएँ', path: '/user/found' })
  expect((await rowsOf(db, device.deviceId)).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent'])
})

// PSH-2
test('a notice held over the night is not sent to an admin who lost its duty', async () => {
  const device = await aDevice(db)
  await db
    .updateTable('push_devices')
    .set({ kinds: ['urgent-case'] })
    .where('id', '=', device.deviceId)
    .execute()
  const become = (role: 'admin' | 'user', duties: string[] | null) =>
    db.updateTable('users').set({ role, duties }).where('id', '=', device.user.id).execute()
  await become('admin', null)
  await deliverNotice(delivery, { noticeId: await queued(device, { kind: 'urgent-case' }) }, NIGHT)
  await become('admin', ['money'])
  await deliverMorningDigest(delivery, device, MORNING)
  await become('user', null)
  await deliverMorningDigest(delivery, device, MORNING)
  expect(await catcher.notices(device.browser)).toEqual([])
  await become('admin', ['cases'])
  await deliverMorningDigest(delivery, device, MORNING)
  expect(await catcher.notices(device.browser)).toHaveLength(1)
})

// PSH-2
test('a single notice of the night comes as it is, and one about a lost pet at once', async () => {
  const device = await aDevice(db)
  const waits = await queued(device)
  const lost = await queued(device, { atNight: true, path: '/user/lost/1' })
  for (const noticeId of [waits, lost]) await deliverNotice(delivery, { noticeId }, NIGHT)
  expect((await catcher.notices(device.browser)).map(({ payload }) => payload.path)).toEqual(['/user/lost/1'])
  await deliverMorningDigest(delivery, device, MORNING)
  expect(await titlesOf(device)).toEqual(['Moti के बारे में किसी ने लिखा है', 'Moti के बारे में किसी ने लिखा है'])
})

// PSH-2
test('a flood of one kind is cut off for an hour, other kinds go on', async () => {
  const device = await aDevice(db)
  let told = 0
  for (let number = 0; number < 25; number++) told += await queue(db, aNotice(device))
  expect(told).toBe(20)
  expect(await queue(db, aNotice(device, { kind: 'lost-scan' }))).toBe(1)
})

// PSH-2
test('a push service that does not answer in time is given up, and the notice waits', async () => {
  const hasty = pushSender({ db, secretKey, config, log: silent, metrics: createMetrics() }, { timeoutMs: 200 })
  const device = await aDevice(db)
  const noticeId = await queued(device)
  // Not once only: on a busy machine the first message may be given up before it has arrived.
  await catcher.fault({ fault: 'hang', ms: 600_000 })
  await expect(deliverNotice({ ...delivery, send: hasty }, { noticeId }, DAY)).rejects.toThrow('did not take')
  expect(await rowsOf(db, device.deviceId)).toMatchObject([{ state: 'waiting', attempts: 1 }])
  await catcher.fault()
  await deliverNotice(delivery, { noticeId }, DAY)
  expect(await titlesOf(device)).toHaveLength(1)
})

// PSH-2
test('after three times without an answer a push service is left alone for a while', async () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const other = pushSender({ db, secretKey, config, log, metrics: createMetrics() })
  const target = await catcher.newBrowser()
  const payload = { title: 'a', body: 'b', path: '/', tag: 't', lang: 'en', read: 'r' }
  await catcher.fault({ fault: 'cut-before', times: 3 })
  for (let number = 0; number < 4; number++)
    expect(await other(target, payload, false)).toEqual({ kind: 'later', status: null })
  expect(await catcher.notices(target)).toEqual([])
  expect(lines.join('')).toContain('"event":"push-service-silent"')
  expect(lines.join('')).not.toContain(target.endpoint)
})
