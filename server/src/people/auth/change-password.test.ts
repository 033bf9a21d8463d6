import { authCalls } from '@petsetu/contract/people/auth.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { expect, test } from 'vitest'
import { anAdmin, aUser, PASSWORD } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'
import { plainRequest } from '../../../test/plain-request.ts'

const app = await testApp({ RATE_LIMITS: 'on' })

type Account = { id: number; username: string; token: string }

const change = (account: Account, currentPassword: string, newPassword: string, from = '127.0.0.1') =>
  plainRequest(app.url, {
    method: 'POST',
    path: authCalls.changePassword.path,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${account.token}` },
    body: JSON.stringify({ currentPassword, newPassword }),
    from,
  })

const signin = (username: string, password: string) => app.call(authCalls.signin, { body: { username, password } })

const isSignedIn = async (token: string) => (await app.call(petCalls.listOwn, { query: {} }, { token })).status === 200

async function hashOf({ id }: Account): Promise<unknown> {
  return (await app.pool.query('select password_hash from users where id = $1', [id])).rows[0]
}

// V6.2.2, V7.4.3
test('a new password replaces the old one and ends every session but this one', async () => {
  const [user, stranger] = [await aUser(app.db), await aUser(app.db)]
  const other = (await signin(user.username, PASSWORD)).body.accessToken

  expect((await change(user, PASSWORD, ' new पासवर्ड ')).status).toBe(204)
  expect(await isSignedIn(user.token)).toBe(true)
  expect(await isSignedIn(other)).toBe(false)
  expect(await isSignedIn(stranger.token)).toBe(true)
  expect((await signin(user.username, PASSWORD)).status).toBe(401)
  expect((await signin(user.username, ' new पासवर्ड ')).status).toBe(200)
  expect((await signin(stranger.username, PASSWORD)).status).toBe(200)
})

// V6.2.3
test('without the current password nothing changes, and the error names its field', async () => {
  const user = await aUser(app.db)
  const before = await hashOf(user)
  const wrong = await change(user, 'not this one', 'marigold-8')
  expect(wrong.status).toBe(400)
  const message = 'The current password is not right.'
  expect(JSON.parse(wrong.text)).toEqual({
    status: 'error',
    code: 'wrong_password',
    message,
    errors: { currentPassword: message },
  })

  const short = await change(user, PASSWORD, '12345')
  expect(short.status).toBe(400)
  expect(JSON.parse(short.text).errors).toEqual({
    newPassword: 'New password must be at least 6 characters long',
  })
  expect(await hashOf(user)).toEqual(before)
})

// AUTH-5, V6.2.1
test("a user's password needs six characters and may be a common one", async () => {
  expect((await change(await aUser(app.db), PASSWORD, '123456')).status).toBe(204)
})

// V6.2.4, V6.2.11, V6.2.12
test("an admin's password may not be short, common or little more than a name", async () => {
  const admin = await anAdmin(app.db)
  const before = await hashOf(admin)
  for (const [password, message] of [
    ['marigo7', /at least 8 characters/],
    ['Password123', /most common/],
    [`${admin.username}-x9`, /too close to a well-known name/],
    ['petsetu1', /too close to a well-known name/],
  ] as const) {
    const reply = await change(admin, PASSWORD, password)
    expect.soft(reply.status, password).toBe(400)
    expect.soft(JSON.parse(reply.text).errors.newPassword).toMatch(message)
  }
  expect(await hashOf(admin)).toEqual(before)
  expect((await change(admin, PASSWORD, 'rain on a tin roof')).status).toBe(204)
})

// AUTH-13, V6.3.1
test('a session alone does not allow guessing the password here', async () => {
  const user = await aUser(app.db)
  const thief = '127.0.50.2'
  for (let time = 0; time < 5; time++)
    expect((await change(user, `guess-${time}`, 'marigold-8', thief)).status).toBe(400)
  const refused = await change(user, PASSWORD, 'marigold-8', thief)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await change(user, PASSWORD, 'marigold-8', '127.0.51.2')).status).toBe(204)
})
