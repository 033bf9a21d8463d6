import { hash } from '@node-rs/argon2'
import { authCalls } from '@petsetu/contract/people/auth.ts'
import { expect, test, vi } from 'vitest'
import { aUser, PASSWORD } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'
import { hashPassword, isPassword, PRODUCT_HASH_COST, setHashCost } from './password.ts'

setHashCost(PRODUCT_HASH_COST)
const app = await testApp()

// AUTH-13, V11.4.2, V11.2.2
test('a password is stored as argon2id with OWASP’s settings and a salt of its own', async () => {
  const usernames = ['meera', 'arjun', 'kavita']
  for (const username of usernames) {
    await app.call(authCalls.signup, { body: { username, email: `${username}@example.org`, password: PASSWORD } })
  }

  const { rows } = await app.pool.query<{ password_hash: string }>('select password_hash from users')
  expect(rows).toHaveLength(usernames.length)
  for (const { password_hash } of rows) {
    const [, memory = 0, passes = 0, lanes = 0, salt = '', hash = ''] =
      /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(password_hash) ?? []
    expect(Number(memory)).toBeGreaterThanOrEqual(19_456)
    expect(Number(passes)).toBeGreaterThanOrEqual(2)
    expect(Number(lanes)).toBeGreaterThanOrEqual(1)
    expect(Buffer.from(salt, 'base64').length).toBeGreaterThanOrEqual(16)
    expect(Buffer.from(hash, 'base64').length).toBeGreaterThanOrEqual(32)
  }
  expect(new Set(rows.map((row) => row.password_hash)).size).toBe(rows.length)
})

// AUTH-2
test('no password is right for an account that does not exist', async () => {
  for (const password of ['', PASSWORD, 'the password of no account'])
    expect(await isPassword(password, null)).toBe(false)
})

// AUTH-13
test('if no hash can be computed, the first sign-in to an unknown account is rejected', async () => {
  vi.resetModules()
  const fresh = await import('./password.ts')
  const storm = Array.from({ length: 68 }, () => fresh.hashPassword(PASSWORD))
  const turnedAway = fresh.isPassword(PASSWORD, null).catch((error: { status: number }) => error.status)
  const first = await Promise.race([turnedAway, new Promise((resolve) => setImmediate(resolve, 'still hashing'))])
  await Promise.all(storm)
  expect(first).toBe(503)
  expect(await fresh.isPassword(PASSWORD, null)).toBe(false)
})

// AUTH-13
test('when too many sign-ins wait, further ones are rejected and the others are served', async () => {
  const answers = await Promise.allSettled(Array.from({ length: 100 }, () => hashPassword(PASSWORD)))
  const turnedAway = answers.filter((answer) => answer.status === 'rejected')
  expect(turnedAway.length).toBeGreaterThan(0)
  for (const { reason } of turnedAway)
    expect(reason).toMatchObject({ status: 503, retryAfterSeconds: expect.any(Number) })
  for (const answer of answers) if (answer.status === 'fulfilled') expect(answer.value).toMatch(/^\$argon2id\$/)
  expect(await isPassword(PASSWORD, await hashPassword(PASSWORD))).toBe(true)
})

// AUTH-2, V6.3.1
test('an unknown username waits for a hash like a known one, and is rejected alike', async () => {
  const user = await aUser(app.db)
  // As many as may run and wait; each starts again when done, so that no slot becomes free.
  let isOver = false
  const storm = Array.from({ length: 68 }, async () => {
    while (!isOver) await hashPassword(PASSWORD)
  })
  const statuses = await Promise.all(
    [user.username, 'nobody-here'].map(async (username) => {
      const reply = await app.call(authCalls.signin, { body: { username, password: 'not this one' } })
      return reply.status
    }),
  )
  isOver = true
  await Promise.all(storm)
  expect(statuses).toEqual([503, 503])
})

// V11.2.2
test('a password hashed with weaker settings is hashed again at the next sign-in', async () => {
  const weaker = await hash(PASSWORD, { algorithm: 2, memoryCost: 8_192, timeCost: 1, parallelism: 1 })
  const user = await aUser(app.db)
  await app.pool.query('update users set password_hash = $1 where id = $2', [weaker, user.id])
  const stored = async () => {
    const { rows } = await app.pool.query<{ hash: string }>('select password_hash as hash from users where id = $1', [
      user.id,
    ])
    return rows[0]?.hash ?? ''
  }
  const signin = (password: string) => app.call(authCalls.signin, { body: { username: user.username, password } })
  await signin('not this one')
  expect(await stored()).toBe(weaker)
  expect((await signin(PASSWORD)).status).toBe(200)
  const stronger = await stored()
  expect(stronger).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect((await signin(PASSWORD)).status).toBe(200)
  expect(await stored()).toBe(stronger)
})
