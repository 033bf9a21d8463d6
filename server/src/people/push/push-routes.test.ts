import { createECDH } from 'node:crypto'
import { deviceCalls } from '@petsetu/contract/people/account.ts'
import { authCalls } from '@petsetu/contract/people/auth.ts'
import { type PushKind, pushCalls } from '@petsetu/contract/people/push.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aSession, aUser, PASSWORD } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'
import { lockWaits } from '../../../test/lock-waits.ts'
import { deleteExpiredSessions } from '../auth/session-queries.ts'
import { hashOfToken } from '../users/one-time-links.ts'
import { renewPushKeys } from './push-keys.ts'

const app = await testApp()

type Person = Awaited<ReturnType<typeof aUser>>

let count = 0

/** A browser as it would subscribe at a real push service. Nothing is sent to it. */
function aBrowser(host = 'fcm.googleapis.com') {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  const auth = Buffer.alloc(16, ++count).toString('base64url')
  return { endpoint: `https://${host}/send/${count}`, p256dh: pair.getPublicKey('base64url'), auth }
}

type Browser = ReturnType<typeof aBrowser>

const save = (browser: Browser, as: { token: string } | null, kinds: PushKind[] = ['found']) =>
  app.call(pushCalls.save, { body: { ...browser, kinds } }, as)

const kindsAsked = ({ endpoint }: Browser, as: { token: string }) =>
  app.call(pushCalls.state, { body: { endpoint } }, as)
const kindsOf = async (browser: Browser, as: { token: string }) => (await kindsAsked(browser, as)).body.data.kinds

/** The account that is told at this browser; null if it is none's. */
const ownerOf = async ({ endpoint }: Browser) => {
  const device = app.db.selectFrom('push_devices').select('user_id').where('endpoint', '=', endpoint)
  return (await device.executeTakeFirst())?.user_id ?? null
}

// PSH-1
test('the keys of this installation are made once, and sealed', async () => {
  const keyNow = async () => (await app.call(pushCalls.key, {})).body.data.public_key
  const key = await keyNow()
  expect(Buffer.from(key ?? '', 'base64url')).toHaveLength(65)
  expect(await keyNow()).toBe(key)
  const { value } = await app.db
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', 'push keys')
    .executeTakeFirstOrThrow()
  expect(value.toString('utf8')).not.toContain(key)
  const other = await testApp({ SECRET_KEY: 'c5'.repeat(32) }, app)
  expect((await other.call(pushCalls.key, {})).body.data.public_key).toBeNull()
  await other.close()
  const off = await testApp({ SERVICE_WORKER: 'off' }, app)
  expect((await off.call(pushCalls.key, {})).body.data.public_key).toBeNull()
  await off.close()
})

// PSH-1
test('new keys forget every browser, because each gave its address for the old ones', async () => {
  const [user, browser] = [await aUser(app.db), aBrowser()]
  await save(browser, user)
  const before = (await app.call(pushCalls.key, {})).body.data.public_key
  expect(await renewPushKeys(app)).toBeGreaterThan(0)
  expect((await app.call(pushCalls.key, {})).body.data.public_key).not.toBe(before)
  expect(await kindsOf(browser, user)).toBeNull()
})

// PSH-1, PSH-2
test('a session that ends while its browser is switched on leaves no notices', async () => {
  for (const ask of [save, kindsAsked]) {
    const user = await aUser(app.db)
    const [browser, other] = [aBrowser(), { token: await aSession(app.db, user.id) }]
    await save(browser, other)
    const ending = await app.pool.connect()
    await ending.query('begin')
    await ending.query('delete from sessions where token_hash = $1', [hashOfToken(user.token)])
    const asked = ask(browser, user)
    await expect.poll(() => lockWaits(app.pool)).toBe(1)
    await ending.query('commit')
    ending.release()
    expect((await asked).status).toBe(401)
    const { session_id } = await app.db
      .selectFrom('push_devices')
      .select('session_id')
      .where('endpoint', '=', browser.endpoint)
      .executeTakeFirstOrThrow()
    expect(session_id).not.toBeNull()
  }
})

// PSH-2
test('each kind is switched off and on for one browser', async () => {
  const user = await aUser(app.db)
  const [phone, computer] = [aBrowser(), aBrowser()]
  expect(await kindsOf(phone, user)).toBeNull()
  await save(phone, user, ['found', 'lost-scan'])
  await save(computer, user, ['found'])
  expect((await save(phone, user, ['lost-scan'])).status).toBe(204)
  expect([await kindsOf(phone, user), await kindsOf(computer, user)]).toEqual([['lost-scan'], ['found']])
  await app.call(pushCalls.remove, { body: { endpoint: phone.endpoint } }, user)
  expect([await kindsOf(phone, user), await kindsOf(computer, user)]).toEqual([null, ['found']])
})

// PSH-2
test('a browser is that of the account that switched it on last', async () => {
  const [first, second, browser] = [await aUser(app.db), await aUser(app.db), aBrowser()]
  await save(browser, first)
  await save(browser, second)
  expect(await ownerOf(browser)).toBe(second.id)
  await app.call(pushCalls.remove, { body: { endpoint: browser.endpoint } }, first)
  expect(await kindsOf(browser, second)).toEqual(['found'])
})

// PSH-2
test('at a shared phone the next account ends the notices of the one before', async () => {
  const [first, second, browser] = [await aUser(app.db), await aUser(app.db), aBrowser()]
  // The first one logs out without a connection, so that its session goes on.
  await save(browser, first)
  expect(await kindsOf(browser, second)).toBeNull()
  expect(await isKept(browser)).toBe(false)
  await save(browser, second, ['lost-scan'])
  expect(await ownerOf(browser)).toBe(second.id)
})

// PSH-1, LNG-2
test('notices come in the language in which their browser is used now', async () => {
  const [user, browser] = [await aUser(app.db), aBrowser()]
  const languageNow = async () => {
    const device = app.db.selectFrom('push_devices').select('language').where('endpoint', '=', browser.endpoint)
    return (await device.executeTakeFirstOrThrow()).language
  }
  const body = { endpoint: browser.endpoint }
  await save(browser, user)
  expect(await languageNow()).toBe('en')
  await app.call(pushCalls.state, { body }, user, { cookie: 'lang=mr' })
  expect(await languageNow()).toBe('mr')
})

// PSH-2, V13.2.4
test('an address at no known push service is refused, and nothing is stored', async () => {
  const user = await aUser(app.db)
  for (const endpoint of [
    'https://evil.example/send/1',
    'https://10.0.0.7/send/1',
    'http://127.0.0.1:9/send/1',
    'https://[::1]/send/1',
    'http://fcm.googleapis.com/send/1',
    'https://fcm.googleapis.com:8443/send/1',
    'https://fcm.googleapis.com@evil.example/send/1',
  ]) {
    const { status, error } = await save({ ...aBrowser(), endpoint }, user)
    expect.soft([status, error.code], endpoint).toEqual([400, 'push_service_unknown'])
  }
  expect((await save({ ...aBrowser(), endpoint: 'not an address' }, user)).status).toBe(400)
  const stored = await app.db.selectFrom('push_devices').select('id').where('user_id', '=', user.id).execute()
  expect(stored).toEqual([])
})

// PSH-2
test('keys that nothing can be encrypted with are refused', async () => {
  const user = await aUser(app.db)
  const { status, error } = await save({ ...aBrowser(), p256dh: 'A'.repeat(87) }, user)
  expect([status, error.code]).toEqual([400, 'push_keys_invalid'])
  expect((await save({ ...aBrowser(), auth: 'short' }, user)).status).toBe(400)
  expect((await save(aBrowser(), null)).status).toBe(401)
})

// PSH-2
test('signing out ends the notices of this browser, and of no other', async () => {
  const user = await aUser(app.db)
  const elsewhere = { token: await aSession(app.db, user.id) }
  const [here, there] = [aBrowser(), aBrowser()]
  await save(here, user)
  await save(there, elsewhere)
  await app.call(authCalls.signout, {}, user)
  expect([await kindsOf(here, elsewhere), await kindsOf(there, elsewhere)]).toEqual([null, ['found']])
})

const expireSessions = async (user: Person) => {
  const past = sql<Date>`now() - interval '40 days'`
  await app.db.updateTable('sessions').set({ last_used_at: past }).where('user_id', '=', user.id).execute()
  await deleteExpiredSessions(app.db)
}

const isKept = async (browser: Browser) => (await ownerOf(browser)) !== null

// PSH-1
test('notices go on after a session that nobody used, until somebody ends them', async () => {
  const [user, browser] = [await aUser(app.db), aBrowser()]
  await save(browser, user)
  await expireSessions(user)
  expect(await isKept(browser)).toBe(true)
  const elsewhere = { token: await aSession(app.db, user.id) }
  await app.call(deviceCalls.signOutOthers, {}, elsewhere)
  expect(await isKept(browser)).toBe(false)
})

// PSH-2
test('after a session that nobody used, the notices end with the next one here', async () => {
  const [user, browser] = [await aUser(app.db), aBrowser()]
  await save(browser, user)
  await expireSessions(user)
  const [here, elsewhere] = [await aSession(app.db, user.id), await aSession(app.db, user.id)]
  expect(await kindsOf(browser, { token: here })).toEqual(['found'])
  await app.call(authCalls.signout, {}, { token: elsewhere })
  expect(await isKept(browser)).toBe(true)
  await app.call(authCalls.signout, {}, { token: here })
  expect(await isKept(browser)).toBe(false)
})

// PSH-2
test('a new password ends the notices of all other browsers', async () => {
  const user = await aUser(app.db)
  const thief = { token: await aSession(app.db, user.id) }
  const [own, other] = [aBrowser(), aBrowser()]
  await save(own, user)
  await save(other, thief)
  const body = { currentPassword: PASSWORD, newPassword: 'jasmine-garland-9' }
  await app.call(authCalls.changePassword, { body }, user)
  expect([await kindsOf(own, user), await kindsOf(other, user)]).toEqual([['found'], null])
})

// PSH-2
test('an account has twenty browsers at most; the one seen longest ago makes room', async () => {
  const user = await aUser(app.db)
  const browsers = Array.from({ length: 21 }, () => aBrowser())
  for (const browser of browsers) await save(browser, user)
  const known = []
  for (const browser of browsers) known.push((await kindsOf(browser, user)) !== null)
  expect(known).toEqual([false, ...Array.from({ length: 20 }, () => true)])
})

// PSH-2
test('addresses and keys of browsers are in no line of the log', async () => {
  const [user, browser] = [await aUser(app.db), aBrowser()]
  await save(browser, user)
  await save({ ...browser, endpoint: 'https://evil.example/send/secret-address' }, user)
  await app.call(pushCalls.state, { body: { endpoint: browser.endpoint } }, user)
  await app.call(pushCalls.remove, { body: { endpoint: browser.endpoint } }, user)
  for (const secret of ['/send/', browser.p256dh, browser.auth, 'secret-address'])
    expect(app.logged()).not.toContain(secret)
})

// PSH-2, V6.3.1
test('somebody who adds browsers all the time has to wait', async () => {
  const limited = await testApp({ RATE_LIMITS: 'on' }, app)
  const [user, browser] = [await aUser(app.db), aBrowser()]
  const body = { ...browser, kinds: [] }
  for (let number = 0; number < 60; number++) await limited.call(pushCalls.save, { body }, user)
  expect((await limited.call(pushCalls.save, { body }, user)).status).toBe(429)
})
