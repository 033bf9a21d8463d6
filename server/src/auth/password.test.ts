import { authCalls } from '@petsetu/contract/auth.ts'
import { expect, test } from 'vitest'
import { aUser, PASSWORD } from '../../test/factories.ts'
import { testApp } from '../../test/harness.ts'
import { hashPassword, isPassword } from './password.ts'

const app = await testApp()

test("AUTH-13 a password is stored as argon2id with OWASP's settings, with a salt of its own each time", async () => {
  const [first, second] = [await aUser(app.db), await aUser(app.db)]
  const account = { username: 'meera', email: 'meera@example.org', password: PASSWORD }
  await app.call(authCalls.signup, { body: account })

  const { rows } = await app.pool.query<{ password_hash: string }>('select password_hash from users')
  expect(rows).toHaveLength([first, second, account].length)
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

test('AUTH-2 no password is right for an account that does not exist', async () => {
  for (const password of ['', PASSWORD, 'the password of no account'])
    expect(await isPassword(password, null)).toBe(false)
})

test('AUTH-13 a storm of sign-ins is turned away once too many wait; those that wait are served', async () => {
  const answers = await Promise.allSettled(Array.from({ length: 100 }, () => hashPassword(PASSWORD)))
  const turnedAway = answers.filter((answer) => answer.status === 'rejected')
  expect(turnedAway.length).toBeGreaterThan(0)
  for (const { reason } of turnedAway)
    expect(reason).toMatchObject({ status: 503, retryAfterSeconds: expect.any(Number) })
  for (const answer of answers) if (answer.status === 'fulfilled') expect(answer.value).toMatch(/^\$argon2id\$/)
  expect(await isPassword(PASSWORD, await hashPassword(PASSWORD))).toBe(true)
})
