import { dashboardCalls } from '@petsetu/contract/office/dashboard.ts'
import { authCalls } from '@petsetu/contract/people/auth.ts'
import { userCalls } from '@petsetu/contract/people/users.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { expect, onTestFinished, test } from 'vitest'
import { BAD_BODIES, BAD_TEXTS, OTHER_CONTENT_TYPES } from '../../../test/bad-input.ts'
import { anAdmin, aUser, PASSWORD } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'
import { plainRequest } from '../../../test/plain-request.ts'
import { storedText } from '../../../test/stored.ts'
import { PRODUCT_HASH_COST, setHashCost } from './password.ts'

const app = await testApp()

let count = 0
function newAccount() {
  const username = `asha${++count}`
  return { username, email: `${username}@example.org`, password: PASSWORD }
}

// AUTH-2, V6.3.1
test('a wrong password and an unknown username get the same error message', async () => {
  const user = await aUser(app.db)
  const wrong = await app.call(authCalls.signin, { body: { username: user.username, password: 'not this one' } })
  const unknown = await app.call(authCalls.signin, { body: { username: 'nobody-here', password: 'not this one' } })
  expect(wrong.status).toBe(401)
  expect(unknown.status).toBe(401)
  expect(wrong.error).toEqual({
    status: 'error',
    code: 'invalid_credentials',
    message: 'Invalid username or password.',
  })
  expect(unknown.error).toEqual(wrong.error)
})

// AUTH-2
test('an unknown username takes as long as a wrong password, since a hash is verified', async () => {
  // A cheap hash would be as short as the rest of the call.
  const cheap = setHashCost(PRODUCT_HASH_COST)
  onTestFinished(() => void setHashCost(cheap))
  const account = newAccount()
  await app.call(authCalls.signup, { body: account })
  const times = { known: [] as number[], unknown: [] as number[] }
  for (let round = 0; round < 7; round++) {
    for (const [kind, username] of [
      ['known', account.username],
      ['unknown', `nobody-${round}`],
    ] as const) {
      const start = performance.now()
      await app.call(authCalls.signin, { body: { username, password: 'not this one' } })
      times[kind].push(performance.now() - start)
    }
  }
  expect(median(times.unknown)).toBeGreaterThan(median(times.known) / 2)
})

// AUTH-2, AUTH-13, V6.2.8
test('a password counts as typed: letter case, spaces and its last characters', async () => {
  const account = { ...newAccount(), password: ` Näme✓ ${'x'.repeat(80)}अ ` }
  await app.call(authCalls.signup, { body: account })
  const signin = (password: string) => app.call(authCalls.signin, { body: { username: account.username, password } })
  for (const other of [account.password.trim(), account.password.toLowerCase(), account.password.slice(0, 72)])
    expect((await signin(other)).status).toBe(401)
  expect((await signin(account.password)).status).toBe(200)
})

// AUTH-2, AUTH-9
test('sign-in answers the user object, whatever the letter case of the username', async () => {
  const account = newAccount()
  await app.call(authCalls.signup, { body: account })
  const reply = await app.call(authCalls.signin, {
    body: { username: account.username.toUpperCase(), password: account.password },
  })
  expect(reply.status).toBe(200)
  expect(reply.body).toEqual({
    id: expect.any(Number),
    username: account.username,
    email: account.email,
    role: 'user',
    accessToken: expect.any(String),
    avatar: '/default-avatar.svg',
    language: null,
  })
  expect(reply.headers.get('cache-control')).toBe('no-store')
})

// AUTH-6
test('a username or e-mail taken in any letter case gets 409 and one message', async () => {
  const account = { username: 'Straße Ελένης', email: 'Elodie@Example.org', password: PASSWORD }
  expect((await app.call(authCalls.signup, { body: account })).status).toBe(201)
  const again = [
    { username: account.username, email: 'other1@example.org' },
    { username: account.username.toUpperCase(), email: 'other2@example.org' },
    { username: account.username.toLowerCase(), email: 'other3@example.org' },
    { username: `  ${account.username}  `, email: 'other4@example.org' },
    { username: 'other5', email: 'elodie@example.org' },
    { username: 'other6', email: '  ELODIE@EXAMPLE.ORG ' },
  ]
  for (const taken of again) {
    const reply = await app.call(authCalls.signup, { body: { ...taken, password: PASSWORD } })
    expect.soft(reply.status, JSON.stringify(taken)).toBe(409)
    expect
      .soft(reply.error)
      .toEqual({ status: 'error', code: 'username_or_email_taken', message: 'Username or email is already in use.' })
  }
})

// AUTH-6
test('if ten people choose one username at once, one gets it and nine are told', async () => {
  const { username } = newAccount()
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, index) => {
      const name = index % 2 === 0 ? username : username.toUpperCase()
      return app.call(authCalls.signup, {
        body: { username: name, email: `${username}-${index}@example.org`, password: PASSWORD },
      })
    }),
  )
  expect(replies.map((reply) => reply.status).sort()).toEqual([201, ...Array(9).fill(409)])
  const { rows } = await app.pool.query('select 1 from users where username_key = $1', [username])
  expect(rows).toHaveLength(1)
})

// AUTH-9, AUTH-6, V8.2.3, V15.3.3
test('sign-up creates a user whatever the body contains, and ignores unknown fields', async () => {
  const account = newAccount()
  const extra = { role: 'admin', id: 1, created_at: '2001-01-01', passwordHash: 'canary-hash', isAdmin: 'canary-flag' }
  const reply = await app.call(authCalls.signup, { body: { ...account, ...extra } as typeof account })
  expect(reply.status).toBe(201)
  expect(reply.body).toEqual({ id: expect.any(Number), username: account.username, email: account.email, role: 'user' })
  expect(reply.body.id).not.toBe(1)

  const signedIn = await app.call(authCalls.signin, { body: account })
  expect(signedIn.body.role).toBe('user')
  expect((await app.call(userCalls.listAll, { query: {} }, { token: signedIn.body.accessToken })).status).toBe(403)
  expect(await storedText(app.pool)).not.toContain('canary')
})

// AUTH-5, AUTH-6, V6.2.1, V6.2.9
test('each invalid field of a sign-up gets its own message, and no account is created', async () => {
  const before = await storedText(app.pool)
  const refused = async (body: object, field: string, message: unknown) => {
    const reply = await app.call(authCalls.signup, { body: body as never })
    expect.soft(reply.status, `${field} ${JSON.stringify(body).slice(0, 80)}`).toBe(400)
    expect.soft(reply.error).toEqual({
      status: 'error',
      code: 'invalid_fields',
      message: expect.any(String),
      errors: expect.objectContaining({ [field]: message }),
    })
  }
  for (const field of ['username', 'email', 'password'])
    await refused({ ...newAccount(), [field]: undefined }, field, expect.stringMatching(/ is required$/))
  await refused({ ...newAccount(), username: '   ' }, 'username', 'Username is required')
  await refused({ ...newAccount(), username: 'x'.repeat(51) }, 'username', expect.stringContaining('at most 50'))
  await refused({ ...newAccount(), password: '12345' }, 'password', expect.stringContaining('at least 6'))
  await refused({ ...newAccount(), password: 'x'.repeat(257) }, 'password', expect.stringContaining('at most 256'))
  for (const email of ['asha', 'asha@', '@example.org', 'a b@example.org', `${'x'.repeat(250)}@example.org`])
    await refused({ ...newAccount(), email }, 'email', expect.any(String))
  for (const [, value] of BAD_TEXTS)
    for (const field of ['username', 'email'])
      await refused({ ...newAccount(), [field]: value }, field, expect.any(String))
  for (const value of [123456, true, ['123456'], { $ne: '' }])
    await refused({ ...newAccount(), password: value }, 'password', 'Password must be text')
  expect(await storedText(app.pool)).toBe(before)
})

// AUTH-2, API-3
test('a sign-in or sign-up gets 400 for a body that is no object, 415 for another type', async () => {
  for (const path of [authCalls.signin.path, authCalls.signup.path]) {
    const post = async (body: string, type: string) => {
      const headers = type ? { 'content-type': type } : {}
      const reply = await plainRequest(app.url, { method: 'POST', path, headers, body })
      expect.soft(JSON.parse(reply.text)).toMatchObject({ status: 'error', message: expect.any(String) })
      return reply.status
    }
    for (const [what, body] of BAD_BODIES) expect.soft(await post(body, 'application/json'), what).toBe(400)
    for (const type of OTHER_CONTENT_TYPES) expect.soft(await post('{}', type), type).toBe(415)
  }
})

// AUTH-2, V6.2.5
test('a password may hold NUL, half a surrogate pair or anything else without an error', async () => {
  for (const password of ['a\0bcdefg', '\ud800\ud800abcdef', '\u202eabcdef', '🐕🐈🐇🐦🐠🐢']) {
    const account = { ...newAccount(), password }
    expect((await app.call(authCalls.signup, { body: account })).status).toBe(201)
    expect((await app.call(authCalls.signin, { body: account })).status).toBe(200)
  }
})

// AUTH-9, AUTH-10, V8.3.2
test('removing a role takes effect at the next call', async () => {
  const admin = await anAdmin(app.db)
  expect((await app.call(dashboardCalls.figures, {}, admin)).status).toBe(200)
  await app.pool.query("update users set role = 'user' where id = $1", [admin.id])
  expect((await app.call(dashboardCalls.figures, {}, admin)).status).toBe(403)
  expect((await app.call(petCalls.listOwn, { query: {} }, admin)).status).toBe(200)
})

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
