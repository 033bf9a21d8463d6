import { generateKeyPairSync } from 'node:crypto'
import { authCalls } from '@petsetu/contract/people/auth.ts'
import { factorCalls, PASSKEYS_MAX, passkeyCalls } from '@petsetu/contract/people/factors.ts'
import { userCalls } from '@petsetu/contract/people/users.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { anAdmin, aSession, aUser, PASSWORD } from '../../../../test/factories.ts'
import { testApp } from '../../../../test/harness.ts'
import { lockWaits } from '../../../../test/lock-waits.ts'
import { Authenticator, aNewPasskey, aPasskey, type Twist } from '../../../../test/passkeys.ts'
import { aProtectedUser, codeOf } from '../../../../test/second-factor.ts'
import { prolongSigninLimit } from '../../../../test/throttles.ts'
import { forgetOld } from '../../privacy/erasing/forget-old.ts'

const app = await testApp()
const strict = await testApp({ REQUIRE_ADMIN_2FA: 'on' }, app)

afterEach(() => void vi.useRealTimers())

const signIn = (body: Awaited<ReturnType<Awaited<ReturnType<typeof aPasskey>>['signIn']>>, at = app) =>
  at.call(passkeyCalls.signIn, { body })
const add = (body: Awaited<ReturnType<typeof aNewPasskey>>, user: { token: string }) =>
  app.call(passkeyCalls.add, { body }, user)
const listOf = async (user: { token: string }) => (await app.call(passkeyCalls.list, {}, user)).body.data.passkeys
const remove = (id: number, user: { token: string }, more: { code?: string } = {}, at = app) =>
  at.call(passkeyCalls.remove, { params: { id: String(id) }, body: { password: PASSWORD, ...more } }, user)
const isSignedIn = async (token: string) => (await app.call(petCalls.listOwn, { query: {} }, { token })).status === 200
const mailsTo = async (email: string) =>
  (await app.db.selectFrom('mails').select('text').where('to_address', '=', email).orderBy('id').execute()).map(
    ({ text }) => text,
  )

// KEY-1
test('a passkey is added, named and signed in with, and all its owner is told', async () => {
  const user = await aUser(app.db)
  const other = { token: await aSession(app.db, user.id) }
  const passkey = await aPasskey(app, user)
  expect(await listOf(user)).toEqual([
    { id: passkey.id, name: 'Phone', is_backed_up: true, created_at: expect.any(String), last_used_at: null },
  ])
  expect(await isSignedIn(other.token)).toBe(false)
  expect(await isSignedIn(user.token)).toBe(true)
  expect(await mailsTo(user.email)).toEqual([expect.stringContaining('A passkey was added')])
  expect(await mailsTo(user.email)).toEqual([expect.stringContaining('please remove it on your account page')])

  const renamed = { params: { id: String(passkey.id) }, body: { name: 'Old phone' } }
  expect((await app.call(passkeyCalls.rename, renamed, user)).body.data.name).toBe('Old phone')
  const { status, body } = await signIn(await passkey.signIn())
  expect(status).toBe(200)
  expect(body).toMatchObject({ id: user.id, username: user.username, role: 'user' })
  expect(await isSignedIn(body.accessToken)).toBe(true)
  expect(await listOf(user)).toMatchObject([{ name: 'Old phone', last_used_at: expect.any(String) }])
})

// KEY-1
test('a passkey stands for the password and the second factor', async () => {
  const user = await aProtectedUser(app)
  const passkey = await aPasskey(app, user)
  expect((await signIn(await passkey.signIn())).status).toBe(200)
  expect((await app.call(authCalls.signin, { body: { username: user.username, password: PASSWORD } })).status).toBe(401)
})

const LIES: Record<string, Twist> = {
  'another origin': { origin: 'https://phishing.example.org' },
  'another site': { rpId: 'phishing.example.org' },
  'nobody who was verified': { isVerified: false },
  'another ceremony': { type: 'webauthn.create' },
  'another key': { key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey },
}

for (const [lie, twist] of Object.entries(LIES)) {
  // KEY-1
  test(`a sign-in of ${lie} is refused`, async () => {
    const passkey = await aPasskey(app, await aUser(app.db))
    const { status, error } = await signIn(await passkey.signIn(twist))
    expect([status, error.code]).toEqual([401, 'passkey_unknown'])
    expect((await signIn(await passkey.signIn())).status).toBe(200)
  })
}

// KEY-1
test('a new passkey for another origin, another ceremony or nobody verified is refused', async () => {
  const user = await aUser(app.db)
  for (const twist of [LIES['another origin'], LIES['another site'], { isVerified: false }, { type: 'webauthn.get' }]) {
    const { status, error } = await add(await aNewPasskey(app, user, { ...(twist && { twist }) }), user)
    expect([status, error.code]).toEqual([400, 'passkey_invalid'])
  }
  expect(await listOf(user)).toEqual([])
})

// KEY-1
test('a challenge is answered once, for its purpose, within five minutes', async () => {
  const user = await aUser(app.db)
  const passkey = await aPasskey(app, user)
  const body = await passkey.signIn({ counter: 0 })
  const [first, second] = await Promise.all([signIn(body), signIn(body)])
  expect([first.status, second.status].sort()).not.toEqual([200, 200])
  expect((await signIn(body)).status).toBeGreaterThanOrEqual(400)

  const late = await passkey.signIn()
  const lateToAdd = await aNewPasskey(app, user)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 301_000 })
  expect((await signIn(late)).error.code).toBe('passkey_too_late')
  expect((await add(lateToAdd, user)).error.code).toBe('passkey_too_late')
  vi.useRealTimers()

  const { body: asked } = await app.call(passkeyCalls.askToSignIn, {})
  const authenticator = new Authenticator()
  const forSignIn = { ticket: asked.data.ticket, name: 'Phone', credential: authenticator.make(asked.data) }
  expect((await add(forSignIn, user)).error.code).toBe('passkey_too_late')
  const stranger = await aUser(app.db)
  expect((await add(await aNewPasskey(app, user), stranger)).error.code).toBe('passkey_too_late')
})

// KEY-1
test('a copy of a passkey that counts its uses is refused once it lags behind', async () => {
  const passkey = await aPasskey(app, await aUser(app.db))
  expect((await signIn(await passkey.signIn({ counter: 7 }))).status).toBe(200)
  expect((await signIn(await passkey.signIn({ counter: 7 }))).status).toBe(401)
  expect((await signIn(await passkey.signIn({ counter: 8 }))).status).toBe(200)
})

// KEY-1
test('a removed passkey opens nothing, and removing it ends the other sessions', async () => {
  const user = await aUser(app.db)
  const passkey = await aPasskey(app, user)
  const opened = (await signIn(await passkey.signIn())).body.accessToken
  expect((await remove(passkey.id, await aUser(app.db))).error.code).toBe('passkey_not_found')
  const wrong = { params: { id: String(passkey.id) }, body: { password: 'not-the-password' } }
  expect((await app.call(passkeyCalls.remove, wrong, user)).error.code).toBe('wrong_password')
  expect((await remove(passkey.id, user)).status).toBe(204)
  expect((await signIn(await passkey.signIn())).error.code).toBe('passkey_unknown')
  expect([await isSignedIn(opened), await isSignedIn(user.token)]).toEqual([false, true])
  expect((await mailsTo(user.email)).at(-1)).toContain('A passkey was removed')
})

/** Changes the password after this call has found it right, and before the call changes anything. */
async function whilePasswordChanges<Reply>(user: { id: number }, call: () => Promise<Reply>): Promise<Reply> {
  const client = await app.pool.connect()
  await client.query('begin')
  await client.query("update users set password_hash = 'another' where id = $1", [user.id])
  const reply = call()
  await expect.poll(() => lockWaits(app.pool)).toBe(1)
  await client.query('commit')
  client.release()
  return reply
}

// KEY-1, ACC-2
test('no passkey is added or removed with a password that changes meanwhile', async () => {
  const [thief, owner] = [await aUser(app.db), await aUser(app.db)]
  const added = await aNewPasskey(app, thief)
  expect((await whilePasswordChanges(thief, () => add(added, thief))).error.code).toBe('passkey_too_late')
  expect(await listOf(thief)).toEqual([])
  const { id } = await aPasskey(app, owner)
  expect((await whilePasswordChanges(owner, () => remove(id, owner))).error.code).toBe('wrong_password')
  expect(await listOf(owner)).toMatchObject([{ id }])
})

// KEY-1
test('adding and removing one asks for a code of whoever has a second factor', async () => {
  const user = await aProtectedUser(app)
  const withoutCode = await app.call(passkeyCalls.askToAdd, { body: { password: PASSWORD } }, user)
  expect(withoutCode.error.code).toBe('code_needed')
  const passkey = await aPasskey(app, user)
  expect((await remove(passkey.id, user)).error.code).toBe('code_needed')
  expect((await remove(passkey.id, user, { code: user.recoveryCodes[0] ?? '' })).status).toBe(204)
})

// KEY-1
test('an account has ten passkeys at most, and no authenticator two of them', async () => {
  const user = await aUser(app.db)
  const authenticator = new Authenticator()
  const two = [
    await aNewPasskey(app, user, { authenticator }),
    await aNewPasskey(app, user, { authenticator }),
  ] as const
  expect((await add(two[0], user)).status).toBe(200)
  expect((await add(two[1], user)).error.code).toBe('passkey_exists')
  const last = await aNewPasskey(app, user)
  for (let count = 1; count < PASSKEYS_MAX; count++) await aPasskey(app, user)
  expect((await add(last, user)).error.code).toBe('too_many_passkeys')
  const more = await app.call(passkeyCalls.askToAdd, { body: { password: PASSWORD } }, user)
  expect(more.error.code).toBe('too_many_passkeys')
})

// KEY-1, ACC-7
test('a passkey is the second factor that an admin must have, and the last one stays', async () => {
  const admin = await anAdmin(app.db)
  const people = (token: string) => strict.call(userCalls.listAll, { query: {} }, { token })
  expect((await people(admin.token)).error.code).toBe('second_factor_enrolment_required')
  const passkey = await aPasskey(strict, admin)
  expect((await people(admin.token)).status).toBe(200)
  const byPassword = { body: { username: admin.username, password: PASSWORD } }
  expect((await strict.call(authCalls.signin, byPassword)).error.code).toBe('passkey_required')
  const { accessToken } = (await signIn(await passkey.signIn(), strict)).body
  expect((await people(accessToken)).status).toBe(200)
  expect((await remove(passkey.id, { token: accessToken }, {}, strict)).error.code).toBe('last_passkey')
  expect(await listOf({ token: accessToken })).toHaveLength(1)

  const begun = await strict.call(factorCalls.begin, { body: { password: PASSWORD } }, { token: accessToken })
  const code = await codeOf(begun.body.data.secret)
  await strict.call(factorCalls.confirm, { body: { code } }, { token: accessToken })
  const removed = await remove(
    passkey.id,
    { token: accessToken },
    { code: await codeOf(begun.body.data.secret, 1) },
    strict,
  )
  expect(removed.status).toBe(204)
  const acts = await app.db.selectFrom('audit').select('action').where('admin_id', '=', admin.id).execute()
  expect(acts.map(({ action }) => action)).toEqual(['passkey-added', 'passkey-removed'])

  // The session began with the passkey that is gone.
  await app.db.deleteFrom('second_factors').where('user_id', '=', admin.id).execute()
  expect((await people(accessToken)).error.code).toBe('second_factor_enrolment_required')
})

// KEY-1
test('an admin ends the passkeys of somebody who has lost the phone', async () => {
  const [admin, user] = [await anAdmin(app.db), await aUser(app.db)]
  const passkey = await aPasskey(app, user)
  const ended = { params: { id: String(user.id) }, body: { reason: 'She lost her phone' } }
  expect((await app.call(userCalls.endSecondFactor, ended, admin)).status).toBe(204)
  expect((await signIn(await passkey.signIn())).error.code).toBe('passkey_unknown')
  expect(await isSignedIn(user.token)).toBe(false)
})

// KEY-1, AUTH-13
test('sign-ins with passkeys are limited together with those by password', async () => {
  const limited = await testApp({ RATE_LIMITS: 'on' }, app)
  const user = await aUser(app.db)
  const passkey = await aPasskey(app, user)
  const unknown = new Authenticator().sign((await limited.call(passkeyCalls.askToSignIn, {})).body.data)
  const statuses = []
  for (let number = 0; number < 31; number++) {
    statuses.push((await signIn(unknown, limited)).status)
    if (number === 0) await prolongSigninLimit(app.pool)
  }
  expect(statuses).toEqual([...Array(30).fill(401), 429])
  expect((await signIn(await passkey.signIn(), limited)).status).toBe(429)
  const byPassword = { body: { username: user.username, password: PASSWORD } }
  expect((await limited.call(authCalls.signin, byPassword)).status).toBe(429)
})

// KEY-1
test('strangers who ask for challenges store nothing, and spent ones are forgotten', async () => {
  const count = async () => Number((await app.pool.query('select count(*) from spent_challenges')).rows[0].count)
  const before = await count()
  for (let times = 0; times < 3; times++) await app.call(passkeyCalls.askToSignIn, {})
  expect(await count()).toBe(before)
  await aPasskey(app, await aUser(app.db))
  expect(await count()).toBe(before + 1)
  await app.pool.query("update spent_challenges set spent_at = now() - interval '61 minutes'")
  await forgetOld(app)
  expect(await count()).toBe(0)
})

// KEY-1, V6.3.1
test('a session cannot mail its account’s address without end by changing factors', async () => {
  const limited = await testApp({ RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1' }, app)
  const user = await aUser(app.db)
  let network = 0
  const from = () => ({ 'x-forwarded-for': `198.51.100.${network++}` })
  const body = { password: PASSWORD, code: '123456' }
  for (let turn = 0; turn < 20; turn++)
    expect((await limited.call(passkeyCalls.askToAdd, { body }, user, from())).status).toBe(200)
  for (const reply of [
    await limited.call(passkeyCalls.askToAdd, { body }, user, from()),
    await limited.call(factorCalls.begin, { body }, user, from()),
    await limited.call(factorCalls.end, { body }, user, from()),
  ])
    expect([reply.status, reply.error.code]).toEqual([429, 'too_many_attempts'])
})
