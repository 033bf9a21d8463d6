import { createHash } from 'node:crypto'
import { authCalls } from '@petsetu/contract/people/auth.ts'
import { userCalls } from '@petsetu/contract/people/users.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { expect, test } from 'vitest'
import { anAdmin, aSession, aUser, PASSWORD } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'
import { storedText } from '../../../test/stored.ts'

const app = await testApp()

const isSignedIn = async (token: string) => {
  const { status } = await app.call(petCalls.listOwn, { query: {} }, { token })
  expect([200, 401]).toContain(status)
  return status === 200
}

const signin = async (username: string, as?: { token: string }) =>
  (await app.call(authCalls.signin, { body: { username, password: PASSWORD } }, as)).body.accessToken

const unusedFor = (token: string, interval: string) =>
  app.pool.query('update sessions set last_used_at = now() - $2::interval where token_hash = $1', [
    createHash('sha256').update(token).digest(),
    interval,
  ])

// AUTH-12, AUTH-10, V7.2.1
test('a token altered, cut, of another letter case or not a bearer token is refused', async () => {
  const { token } = await aUser(app.db)
  const flipped = (token.startsWith('A') ? 'B' : 'A') + token.slice(1)
  const wrong = ['', 'Bearer', `Bearer ${flipped}`, `Bearer ${token.slice(1)}`, `Bearer ${token}A`, `Basic ${token}`]
  wrong.push(`Bearer ${token.toLowerCase()}`, token, `Bearer ${token}, Bearer ${token}`, `Bearer ${'x'.repeat(5_000)}`)
  for (const authorization of wrong) {
    const reply = await app.fetch('/pets', { headers: { authorization, accept: 'application/json' } })
    expect.soft(reply.status, authorization.slice(0, 60)).toBe(401)
    expect
      .soft(await reply.json())
      .toEqual({ status: 'error', code: 'not_signed_in', message: 'Please log in to continue.' })
  }
  expect(await isSignedIn(token)).toBe(true)
})

// AUTH-12, APP-11
test('the word before a token is read in any letter case', async () => {
  const { token } = await aUser(app.db)
  for (const [authorization, status] of [
    [`bearer ${token}`, 200],
    [`BEARER ${token}`, 200],
    [`bearer ${token.slice(1)}`, 401],
  ] as const) {
    const reply = await app.fetch('/pets', { headers: { authorization, accept: 'application/json' } })
    expect.soft(reply.status, authorization.slice(0, 10)).toBe(status)
  }
})

// AUTH-12
test('a token in the URL gives no access', async () => {
  const { token } = await aUser(app.db)
  const reply = await app.fetch(`/pets?accessToken=${token}&access_token=${token}&token=${token}`)
  expect(reply.status).toBe(401)
})

// AUTH-12, V7.4.1
test('signing out ends this session at once, and no other', async () => {
  const user = await aUser(app.db)
  const other = await signin(user.username)
  const reply = await app.call(authCalls.signout, {}, user)
  expect(reply.status).toBe(204)
  expect(await isSignedIn(user.token)).toBe(false)
  expect(await isSignedIn(other)).toBe(true)
  expect((await app.call(authCalls.signout, {}, user)).status).toBe(401)
})

// AUTH-12, V7.2.2, V7.2.3, V11.5.1
test('a token has 256 random bits and differs in each of a thousand sessions', async () => {
  const user = await aUser(app.db)
  const tokens = new Set([await signin(user.username), await signin(user.username)])
  while (tokens.size < 1_000) {
    const before = tokens.size
    const more = await Promise.all(
      Array.from({ length: Math.min(20, 1_000 - before) }, () => aSession(app.db, user.id)),
    )
    for (const token of more) tokens.add(token)
    expect(tokens.size).toBe(before + more.length)
  }
  // About half of the bits are set, and no bit has the same value in all tokens.
  const bytes = [...tokens].map((token) => Buffer.from(token, 'base64url'))
  for (const token of bytes) expect(token).toHaveLength(32)
  const setBits = Array.from(
    { length: 256 },
    (_, bit) => bytes.filter((token) => ((token[bit >> 3] ?? 0) >> (bit & 7)) & 1).length,
  )
  for (const count of setBits) expect(Math.abs(count - 500)).toBeLessThan(130)
})

// AUTH-12, AUTH-13, V11.4.3
test('the database contains neither tokens nor passwords, only the SHA-256 of a token', async () => {
  const account = { username: 'meera', email: 'meera@example.org', password: 'canary-Password-7' }
  await app.call(authCalls.signup, { body: account })
  const { accessToken } = (await app.call(authCalls.signin, { body: account })).body
  const stored = await storedText(app.pool)
  const bytes = Buffer.from(accessToken, 'base64url')
  for (const secret of [accessToken, bytes.toString('hex'), bytes.toString('base64'), account.password])
    expect(stored).not.toContain(secret)
  expect(stored).toContain(createHash('sha256').update(accessToken).digest('hex'))
})

// AUTH-12, V7.3.1
test('a token expires after 30 days without use', async () => {
  const { token } = await aUser(app.db)
  await unusedFor(token, '30 days 1 minute')
  expect(await isSignedIn(token)).toBe(false)
})

// AUTH-12, V7.3.1
test('each use keeps a token alive for another 30 days', async () => {
  const { token } = await aUser(app.db)
  for (let month = 0; month < 3; month++) {
    await unusedFor(token, '29 days 23 hours')
    expect(await isSignedIn(token)).toBe(true)
    const { rows } = await app.pool.query(
      "select last_used_at > now() - interval '1 minute' as fresh from sessions where token_hash = $1",
      [createHash('sha256').update(token).digest()],
    )
    expect(rows).toEqual([{ fresh: true }])
  }
})

// AUTH-12, V7.3.2
test('a token expires after 180 days, however often it is used', async () => {
  const { token } = await aUser(app.db)
  const openedBefore = (interval: string) =>
    app.pool.query(
      'update sessions set created_at = now() - $2::interval, last_used_at = now() where token_hash = $1',
      [createHash('sha256').update(token).digest(), interval],
    )
  await openedBefore('179 days 23 hours')
  expect(await isSignedIn(token)).toBe(true)
  await openedBefore('180 days 1 minute')
  expect(await isSignedIn(token)).toBe(false)
})

// AUTH-12, V7.2.4
test('a new sign-in ends the token that the browser sends; a failed one ends none', async () => {
  const user = await aUser(app.db)
  await app.call(authCalls.signin, { body: { username: user.username, password: 'not this one' } }, user)
  expect(await isSignedIn(user.token)).toBe(true)

  const fresh = await signin(user.username, user)
  expect(await isSignedIn(user.token)).toBe(false)
  expect(await isSignedIn(fresh)).toBe(true)
})

// AUTH-12, ADM-4, V7.4.2
test('every token of a deleted account ends at once', async () => {
  const user = await aUser(app.db)
  const second = await signin(user.username)
  const admin = await anAdmin(app.db)
  expect((await app.call(userCalls.delete, { params: { id: String(user.id) } }, admin)).status).toBe(204)
  expect(await isSignedIn(user.token)).toBe(false)
  expect(await isSignedIn(second)).toBe(false)
  const again = await app.call(authCalls.signin, { body: { username: user.username, password: PASSWORD } })
  expect(again.status).toBe(401)
})

// V7.4.5
test('an admin ends every session of an account, and the account itself stays', async () => {
  const [user, other, admin] = [await aUser(app.db), await aUser(app.db), await anAdmin(app.db)]
  const second = await signin(user.username)
  const end = (id: number | string, as: { token: string }) =>
    app.call(userCalls.endSessions, { params: { id: String(id) } }, as)
  expect((await end(user.id, other)).status).toBe(403)
  expect((await end(999_999, admin)).error).toEqual({
    status: 'error',
    code: 'user_not_found',
    message: 'User not found',
  })
  expect((await end('0', admin)).status).toBe(400)
  expect(await isSignedIn(user.token)).toBe(true)

  expect((await end(user.id, admin)).status).toBe(204)
  expect(await isSignedIn(user.token)).toBe(false)
  expect(await isSignedIn(second)).toBe(false)
  expect(await isSignedIn(other.token)).toBe(true)
  expect(await isSignedIn(await signin(user.username))).toBe(true)
})
