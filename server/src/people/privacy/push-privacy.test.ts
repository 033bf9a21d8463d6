import { caseNoticeCalls } from '@petsetu/contract/complaints/follow.ts'
import { pushCalls } from '@petsetu/contract/people/push.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aConfirmedUser } from '../../../test/factories.ts'
import { aFollowToken } from '../../../test/follow.ts'
import { testApp } from '../../../test/harness.ts'
import { aComplaint } from '../../../test/paying-app.ts'
import { startPushCatcher } from '../../../test/push-catcher.ts'
import { erasePerson, exportPerson } from '../../../test/rights.ts'
import { storedText } from '../../../test/stored.ts'
import { dropOldNotices } from '../push/push-devices.ts'
import { queueNotice } from '../push/queue-notice.ts'
import { DAYS_KEPT, forgetOld } from './erasing/forget-old.ts'

const catcher = await startPushCatcher()
const app = await testApp({ PUSH_SERVICES: catcher.origin })

/** A person with a browser for the account, and one for a complaint. */
async function aPersonWithDevices() {
  const user = await aConfirmedUser(app.db)
  const [own, following] = [await catcher.newBrowser(), await catcher.newBrowser()]
  await app.call(pushCalls.save, { body: { ...own, kinds: ['found'] } }, user)
  const complaintId = await aComplaint(app, { email: user.email })
  const params = { token: await aFollowToken(app, complaintId) }
  await app.call(caseNoticeCalls.start, { params, body: following })
  await app.db.transaction().execute((transaction) =>
    queueNotice(transaction, {
      ...{ to: { userId: user.id }, kind: 'found', about: `found ${complaintId}`, atNight: true, path: '/user' },
      content: () => ({ title: 'Moti', body: 'Tap' }),
    }),
  )
  return { user, own, following, complaintId }
}

// PSH-1, V14.2.4
test('a person’s copy says which browsers are told of what, and keeps their secrets', async () => {
  const { user, own, following, complaintId } = await aPersonWithDevices()
  const copy = await exportPerson(app, { email: user.email })
  expect(copy.push_devices).toMatchObject([
    { complaint_id: null, kinds: ['found'], language: 'en', service: new URL(catcher.origin).host },
    { complaint_id: complaintId, kinds: ['case'] },
  ])
  expect(copy.push_notices).toMatchObject([{ kind: 'found', about: `found ${complaintId}` }])
  for (const { endpoint, p256dh, auth } of [own, following])
    for (const secret of [endpoint, p256dh, auth]) expect(JSON.stringify(copy)).not.toContain(secret)
})

// PSH-1, V14.2.4
test('an erasure removes the browsers of the account and of the complaints', async () => {
  const { user, own, following } = await aPersonWithDevices()
  await erasePerson(app, { email: user.email })
  const rest = await storedText(app.pool)
  for (const { endpoint } of [own, following]) expect(rest).not.toContain(endpoint)
})

// PSH-2, V14.2.4
test('a browser is forgotten after a year without a sign of life, a notice in 30 days', async () => {
  const { user, own } = await aPersonWithDevices()
  const notices = () =>
    app.db
      .selectFrom('push_notices')
      .innerJoin('push_devices', 'push_devices.id', 'device_id')
      .select('push_notices.id')
      .where('user_id', '=', user.id)
      .execute()
  const kinds = async () =>
    (await app.call(pushCalls.state, { body: { endpoint: own.endpoint } }, user)).body.data.kinds
  const ageBy = (table: 'push_devices' | 'push_notices', column: string, days: number) =>
    sql`update ${sql.table(table)} set ${sql.ref(column)} = now() - make_interval(days => ${days})`.execute(app.db)
  await ageBy('push_notices', 'created_at', DAYS_KEPT.pushNotices - 1)
  await forgetOld(app)
  expect(await notices()).toHaveLength(1)
  await ageBy('push_notices', 'created_at', DAYS_KEPT.pushNotices + 1)
  await forgetOld(app)
  expect(await notices()).toEqual([])
  await ageBy('push_devices', 'seen_at', DAYS_KEPT.pushDevices - 1)
  await forgetOld(app)
  expect(await kinds()).toEqual(['found'])
  await ageBy('push_devices', 'seen_at', DAYS_KEPT.pushDevices + 1)
  await forgetOld(app)
  expect(await kinds()).toBeNull()
})

// PSH-2
test('after a restore no old notice goes out, and the browsers are still told', async () => {
  const { user, own } = await aPersonWithDevices()
  await app.db.updateTable('push_notices').set({ state: 'held' }).execute()
  await dropOldNotices(app.db)
  expect(await app.db.selectFrom('push_notices').select('id').where('state', '=', 'held').execute()).toEqual([])
  expect((await app.call(pushCalls.state, { body: { endpoint: own.endpoint } }, user)).body.data.kinds).toEqual([
    'found',
  ])
})
