import { createHash } from 'node:crypto'
import { authCalls } from '@petsetu/contract/people/auth.ts'
import { factorCalls } from '@petsetu/contract/people/factors.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aSession, aUser, PASSWORD } from '../../../../test/factories.ts'
import { testApp } from '../../../../test/harness.ts'
import { aProtectedUser, aTicket, codeOf, wrongCode } from '../../../../test/second-factor.ts'
import { storedText } from '../../../../test/stored.ts'

const app = await testApp()

// Early in a time step, so that no test crosses into the next one.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(Math.floor(Date.now() / 30_000) * 30_000 + 1_000)
})
afterEach(() => void vi.useRealTimers())

const signin = (username: string, password = PASSWORD) => app.call(authCalls.signin, { body: { username, password } })
const finish = (ticket: string, code: string) => app.call(authCalls.secondFactor, { body: { ticket, code } })
const state = async (as: { token: string }) => (await app.call(factorCalls.read, {}, as)).body.data
const isSignedIn = async (token: string) => (await app.call(petCalls.listOwn, { query: {} }, { token })).status === 200
const mailsTo = (email: string) =>
  app.db.selectFrom('mails').select(['kind', 'text']).where('to_address', '=', email).orderBy('id').execute()
const networksOf = ({ id }: { id: number }) =>
  app.db.selectFrom('known_networks').select('key').where('user_id', '=', id).execute()

// ACC-6
test('with a second factor a password answers a ticket, and a code with it signs in', async () => {
  const user = await aProtectedUser(app)
  const first = await signin(user.username)
  expect(first.status).toBe(401)
  expect(first.error).toEqual({
    status: 'error',
    code: 'second_factor_required',
    message: 'Please enter the code from your authenticator app.',
    ticket: expect.any(String),
  })
  // The network counts as the owner's only now. Setting up took the password once.
  await app.db.deleteFrom('known_networks').where('user_id', '=', user.id).execute()
  await signin(user.username)
  expect(await networksOf(user)).toEqual([])

  const second = await finish(first.error.ticket ?? '', await codeOf(user.secret, 1))
  expect(second.status).toBe(200)
  const { token: _, secret: __, recoveryCodes: ___, ...account } = user
  expect(second.body).toEqual({
    ...account,
    accessToken: expect.any(String),
    avatar: expect.any(String),
    language: null,
  })
  expect(await isSignedIn(second.body.accessToken)).toBe(true)
  expect(await networksOf(user)).toHaveLength(1)
})

// ACC-6, LNG-5
test('a code of the app may be typed with the digits of Hindi and Marathi', async () => {
  const user = await aProtectedUser(app)
  const code = await codeOf(user.secret, 1)
  const typed = code.replaceAll(/\d/g, (digit) => '०१२३४५६७८९'.charAt(Number(digit)))
  expect((await finish(await aTicket(app, user), typed)).status).toBe(200)
})

// ACC-6, AUTH-2
test('a wrong password is answered alike with and without a second factor', async () => {
  const [user, other] = [await aProtectedUser(app), await aUser(app.db)]
  const [wrong, elsewhere] = [await signin(user.username, 'not this one'), await signin(other.username, 'not this one')]
  expect([wrong.status, wrong.error]).toEqual([elsewhere.status, elsewhere.error])
  expect((await signin(other.username)).status).toBe(200)
})

// ACC-6, V6.5.4
test('a set-up that was interrupted changes nothing, and beginning again replaces it', async () => {
  const user = await aUser(app.db)
  const begin = async () => (await app.call(factorCalls.begin, { body: { password: PASSWORD } }, user)).body.data
  const abandoned = await begin()
  expect((await signin(user.username)).status).toBe(200)
  expect(await state(user)).toEqual({ enabled_at: null, recovery_codes_left: 0, is_required: false })

  const { secret, uri } = await begin()
  expect(new URL(uri).searchParams.get('secret')).toBe(secret)
  expect(decodeURIComponent(uri)).toContain(user.username)
  const confirm = (code: string) => app.call(factorCalls.confirm, { body: { code } }, user)
  const refused = await confirm(await codeOf(abandoned.secret))
  expect([refused.status, refused.error.code]).toEqual([400, 'code_invalid'])
  expect((await confirm('')).status).toBe(400)
  expect((await signin(user.username)).status).toBe(200)

  const confirmed = await confirm(await codeOf(secret))
  expect(confirmed.status).toBe(200)
  expect(new Set(confirmed.body.data.recovery_codes).size).toBe(10)
  for (const code of confirmed.body.data.recovery_codes)
    expect(code).toMatch(/^([2-9A-HJ-NP-Z]{4}-){2}[2-9A-HJ-NP-Z]{4}$/)
  expect(await state(user)).toMatchObject({ enabled_at: expect.any(String), recovery_codes_left: 10 })
  expect((await signin(user.username)).error.code).toBe('second_factor_required')

  expect((await confirm(await codeOf(secret, 1))).error.code).toBe('second_factor_exists')
  const second = await app.call(factorCalls.begin, { body: { password: PASSWORD } }, user)
  expect([second.status, second.error.code]).toEqual([409, 'second_factor_exists'])
})

// ACC-6, V7.5.1
test('setting it up takes the password, ends other sessions and is mailed to the owner', async () => {
  const user = await aUser(app.db)
  const other = await aSession(app.db, user.id)
  const refused = await app.call(factorCalls.begin, { body: { password: 'not this one' } }, user)
  expect([refused.status, refused.error.code, Object.keys(refused.error.errors ?? {})]).toEqual([
    400,
    'wrong_password',
    ['password'],
  ])

  const begun = await app.call(factorCalls.begin, { body: { password: PASSWORD } }, user)
  expect(await isSignedIn(other)).toBe(true)
  const code = await codeOf(begun.body.data.secret)
  await app.call(factorCalls.confirm, { body: { code } }, user)
  expect([await isSignedIn(user.token), await isSignedIn(other)]).toEqual([true, false])
  expect(await mailsTo(user.email)).toEqual([
    { kind: 'second-factor-changed', text: expect.stringContaining('Two-step login is now on') },
  ])
})

// ACC-6, V6.5.1
test('a code works once, on one ticket or on two, also in parallel', async () => {
  const user = await aProtectedUser(app)
  const code = await codeOf(user.secret, 1)
  const tickets = [await aTicket(app, user), await aTicket(app, user)]
  const replies = await Promise.all(Array.from({ length: 12 }, (_, index) => finish(tickets[index % 2] ?? '', code)))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(11).fill(401)])
  for (const ticket of tickets) expect((await finish(ticket, code)).error.code).toBe('code_invalid')
})

// ACC-6
test('the code that switched it on, and any before it, does not open a sign-in', async () => {
  const user = await aProtectedUser(app)
  for (const stepsLater of [0, -1]) {
    const reply = await finish(await aTicket(app, user), await codeOf(user.secret, stepsLater))
    expect([reply.status, reply.error.code]).toEqual([401, 'code_invalid'])
  }
  expect((await finish(await aTicket(app, user), await codeOf(user.secret, 1))).status).toBe(200)
})

// ACC-6
test('a code of one step before or after is accepted, one of two steps is not', async () => {
  const user = await aProtectedUser(app)
  const reset = () => app.pool.query('update second_factors set last_step = null where user_id = $1', [user.id])
  for (const [stepsLater, status] of [
    [-2, 401],
    [-1, 200],
    [0, 200],
    [1, 200],
    [2, 401],
  ] as const) {
    await reset()
    const reply = await finish(await aTicket(app, user), await codeOf(user.secret, stepsLater))
    expect.soft(reply.status, `${stepsLater} steps later`).toBe(status)
  }
})

// ACC-6, V6.5.1
test('a recovery code opens one sign-in, also in parallel, and the owner gets a mail', async () => {
  const user = await aProtectedUser(app)
  const [first = '', second = ''] = user.recoveryCodes
  const ticket = await aTicket(app, user)
  const replies = await Promise.all(Array.from({ length: 8 }, () => finish(ticket, first)))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(401)])
  expect((await finish(ticket, first)).error.code).toBe('code_invalid')
  // As people type it.
  expect((await finish(ticket, second.toLowerCase().replaceAll('-', '  '))).status).toBe(200)
  expect((await state(user)).recovery_codes_left).toBe(8)
  expect((await mailsTo(user.email)).filter(({ text }) => text?.includes('A recovery code'))).toHaveLength(2)
})

// ACC-6, V6.5.2
test('a recovery code of 32 digits from before still opens one sign-in', async () => {
  const user = await aProtectedUser(app)
  const code = '0123456789abcdef0123456789abcdef'
  const hash = createHash('sha256').update(code).digest()
  await app.db.insertInto('recovery_codes').values({ user_id: user.id, hash }).execute()
  const typed = code.replace(/.{4}(?=.)/g, '$&-')
  expect((await finish(await aTicket(app, user), typed)).status).toBe(200)
  expect((await finish(await aTicket(app, user), typed)).error.code).toBe('code_invalid')
})

// ACC-6
test('nothing but a recovery code of this account counts as one', async () => {
  const [user, other] = [await aProtectedUser(app), await aProtectedUser(app)]
  const [code = ''] = user.recoveryCodes
  const ticket = await aTicket(app, user)
  const others = [
    '%',
    '_'.repeat(32),
    'null',
    '0',
    code.slice(0, -1),
    `${code}0`,
    code.replace(/.$/, '%'),
    "' or 1=1 --",
  ]
  for (const typed of [...others, other.recoveryCodes[0] ?? '', '0'.repeat(32), 'x'.repeat(100)]) {
    const reply = await finish(ticket, typed)
    expect.soft([reply.status, reply.error.code], typed).toEqual([401, 'code_invalid'])
  }
  for (const typed of ['', ' ', '\u0000', 'x'.repeat(101)]) {
    expect.soft((await finish(ticket, typed)).status, typed).toBe(400)
  }
  expect((await state(user)).recovery_codes_left).toBe(10)
})

// ACC-6
test('new recovery codes and switching off take password and code, and are mailed', async () => {
  const user = await aProtectedUser(app)
  const [code = '', next = ''] = user.recoveryCodes
  const renew = (body: { password: string; code: string }) => app.call(factorCalls.renewCodes, { body }, user)
  const end = (body: { password: string; code: string }) => app.call(factorCalls.end, { body }, user)
  for (const change of [renew, end]) {
    expect((await change({ password: 'not this one', code })).error.code).toBe('wrong_password')
    expect((await change({ password: PASSWORD, code: await wrongCode(user.secret) })).error.code).toBe('code_invalid')
    expect((await change({ password: PASSWORD, code: '' })).status).toBe(400)
  }

  const renewed = await renew({ password: PASSWORD, code })
  expect(renewed.status).toBe(200)
  const ticket = await aTicket(app, user)
  expect((await finish(ticket, next)).error.code).toBe('code_invalid')

  const [fresh = ''] = renewed.body.data.recovery_codes
  expect((await end({ password: PASSWORD, code: fresh })).status).toBe(204)
  expect((await signin(user.username)).status).toBe(200)
  expect((await finish(ticket, await codeOf(user.secret, 1))).error.code).toBe('ticket_invalid')
  const texts = (await mailsTo(user.email)).map(({ text }) => text)
  expect(texts).toContainEqual(expect.stringContaining('new recovery codes'))
  expect(texts).toContainEqual(expect.stringContaining('Two-step login is now off'))
})

// ACC-6, V6.5.2
test('neither the secret nor a recovery code is in the database, the log or a mail', async () => {
  const user = await aProtectedUser(app)
  const [code = ''] = user.recoveryCodes
  await finish(await aTicket(app, user), code)
  const written = `${await storedText(app.pool)}\n${app.logged()}`
  const secrets = [user.secret, Buffer.from(user.secret).toString('hex'), code, code.replaceAll('-', '')]
  for (const secret of secrets) expect(written.toLowerCase()).not.toContain(secret.toLowerCase())
})
