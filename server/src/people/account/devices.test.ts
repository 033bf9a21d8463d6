import { createECDH } from 'node:crypto'
import { DEVICES_SHOWN_MAX, type Device, deviceCalls } from '@petsetu/contract/people/account.ts'
import { authCalls } from '@petsetu/contract/people/auth.ts'
import { pushCalls } from '@petsetu/contract/people/push.ts'
import { expect, test } from 'vitest'
import { anAdmin, aSession, aUser, PASSWORD } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'
import { storedText } from '../../../test/stored.ts'
import { deleteExpiredSessions } from '../auth/session-queries.ts'
import { hashOfToken } from '../users/one-time-links.ts'

const app = await testApp()

const FIREFOX = 'Mozilla/5.0 (Android 14; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0'
const EDGE =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.2903.51'

type Account = { id: number; username: string }

/** Signs in with this User-Agent header, and returns the session's token. */
async function signin({ username }: Account, userAgent: string): Promise<{ token: string }> {
  const body = { username, password: PASSWORD }
  const reply = await app.call(authCalls.signin, { body }, null, { 'user-agent': userAgent })
  expect(reply.status).toBe(200)
  return { token: reply.body.accessToken }
}

async function devicesOf(as: { token: string }): Promise<Device[]> {
  return (await app.call(deviceCalls.list, {}, as)).body.data
}

const shown = (devices: Device[]) => devices.map((each) => [each.browser, each.system, each.is_this_device])

const signOut = (id: number | string, as: { token: string }) =>
  app.call(deviceCalls.signOut, { params: { id: String(id) } }, as)

// ACC-5
test('the list names browser and system of one’s own devices alone, this one first', async () => {
  const user = await aUser(app.db)
  await aUser(app.db)
  const phone = await signin(user, FIREFOX)
  const computer = await signin(user, EDGE)
  expect(shown(await devicesOf(phone))).toEqual([
    ['Firefox', 'Android', true],
    ['Microsoft Edge', 'Windows', false],
    [null, null, false],
  ])
  const [first] = await devicesOf(computer)
  expect(first).toEqual({
    id: expect.any(Number),
    browser: 'Microsoft Edge',
    system: 'Windows',
    is_this_device: true,
    last_used_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  })
})

// ACC-5
test('any User-Agent can sign in, and only known names are stored of it', async () => {
  const user = await aUser(app.db)
  const hostile = [
    '<script>alert(1)</script>/1.0 (canary-of-the-header)',
    '=cmd|canary-of-the-header/1.0 (x)',
    `canary-of-the-header/${'('.repeat(8_000)}`,
    `Version/${'1.'.repeat(4_000)} canary-of-the-header`,
    '__proto__/1.0 (constructor; canary-of-the-header)',
    `${'\u00ff'.repeat(2_000)}/1 canary-of-the-header`,
    ' ',
  ]
  for (const header of hostile) {
    const [device] = await devicesOf(await signin(user, header))
    expect.soft([device?.browser, device?.system], header.slice(0, 60)).toEqual([null, null])
  }
  expect(await storedText(app.pool)).not.toContain('canary-of-the-header')
})

// ACC-5
test('the list stores no network address', async () => {
  const { rows } = await app.pool.query(
    "select column_name from information_schema.columns where table_name = 'sessions'",
  )
  expect(rows.map((row) => row.column_name).sort()).toEqual([
    'browser',
    'by_passkey',
    'created_at',
    'id',
    'last_used_at',
    'system',
    'token_hash',
    'user_id',
  ])
})

// ACC-5
test('signing out a device ends its session and no other, and can be done only once', async () => {
  const user = await aUser(app.db)
  const phone = await signin(user, FIREFOX)
  const [, computer] = await devicesOf(phone)
  expect((await signOut(computer?.id ?? 0, phone)).status).toBe(204)
  expect((await app.call(deviceCalls.list, {}, user)).status).toBe(401)
  expect(shown(await devicesOf(phone))).toEqual([['Firefox', 'Android', true]])
  const again = await signOut(computer?.id ?? 0, phone)
  expect([again.status, again.error.code]).toEqual([404, 'device_not_found'])
})

// ACC-5, V8.2.2
test('somebody else’s device is answered like a missing one, and stays signed in', async () => {
  const [user, stranger] = [await aUser(app.db), await aUser(app.db)]
  const [theirs] = await devicesOf(user)
  const foreign = await signOut(theirs?.id ?? 0, stranger)
  const missing = await signOut(999_999, stranger)
  expect([foreign.status, foreign.error]).toEqual([404, missing.error])
  expect((await signOut('1 or 1=1', stranger)).status).toBe(400)
  expect(await devicesOf(user)).toHaveLength(1)
  expect(await devicesOf(stranger)).toHaveLength(1)
})

// ACC-5, V7.5.2
test('all other devices are signed out at once; this one and other accounts stay', async () => {
  const [user, stranger] = [await aUser(app.db), await aUser(app.db)]
  const others = [await signin(user, EDGE), await signin(user, FIREFOX)]
  for (const _ of ['once', 'twice']) expect((await app.call(deviceCalls.signOutOthers, {}, user)).status).toBe(204)
  for (const other of others) expect((await app.call(deviceCalls.list, {}, other)).status).toBe(401)
  expect(await devicesOf(user)).toHaveLength(1)
  expect(await devicesOf(stranger)).toHaveLength(1)
})

// ACC-5, PSH-2
test('a device whose session has expired is counted, and its notices can be ended', async () => {
  const [user, stranger] = [await aUser(app.db), await aUser(app.db)]
  const listed = async (as: { token: string }) => (await app.call(deviceCalls.list, {}, as)).body
  const lost = await signin(user, FIREFOX)
  for (const [name, as] of Object.entries({ lost, user, stranger })) {
    const keys = {
      p256dh: createECDH('prime256v1').generateKeys('base64url'),
      auth: Buffer.alloc(16, 1).toString('base64url'),
    }
    const body = { endpoint: `https://fcm.googleapis.com/send/${name}`, ...keys, kinds: ['found' as const] }
    expect((await app.call(pushCalls.save, { body }, as)).status).toBeLessThan(300)
  }
  expect(await listed(user)).not.toHaveProperty('notices_elsewhere')
  const expire = "update sessions set last_used_at = now() - interval '31 days' where token_hash = $1"
  await app.pool.query(expire, [hashOfToken(lost.token)])
  expect(await listed(user)).toMatchObject({ data: { length: 1 }, notices_elsewhere: 1 })
  await deleteExpiredSessions(app.db)
  expect(await listed(user)).toMatchObject({ data: { length: 1 }, notices_elsewhere: 1 })
  expect((await app.call(deviceCalls.signOutOthers, {}, user)).status).toBe(204)
  expect(await listed(user)).not.toHaveProperty('notices_elsewhere')
  const told = await app.db.selectFrom('push_devices').select('user_id').orderBy('user_id').execute()
  expect(told.map(({ user_id }) => user_id)).toEqual([user.id, stranger.id])
})

// ACC-5
test('the list leaves out sessions that have expired, and is bounded', async () => {
  const user = await aUser(app.db)
  for (let count = 0; count < DEVICES_SHOWN_MAX + 5; count++) await aSession(app.db, user.id)
  const devices = await devicesOf(user)
  expect(devices).toHaveLength(DEVICES_SHOWN_MAX)
  expect(devices[0]?.is_this_device).toBe(true)
  await app.pool.query(
    "update sessions set last_used_at = now() - interval '31 days' where user_id = $1 and id <> $2",
    [user.id, devices[0]?.id],
  )
  expect(await devicesOf(user)).toHaveLength(1)
})

// ACC-5
test('an admin, who may end all sessions of an account, may also end one by its number', async () => {
  const [user, admin] = [await aUser(app.db), await anAdmin(app.db)]
  const [device] = await devicesOf(user)
  expect((await signOut(device?.id ?? 0, admin)).status).toBe(204)
  expect((await app.call(deviceCalls.list, {}, user)).status).toBe(401)
  expect(app.logged()).toContain(`"event":"sessions-ended","userId":${user.id},"actorId":${admin.id}`)
})
