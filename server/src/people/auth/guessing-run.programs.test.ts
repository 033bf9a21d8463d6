import { authCalls } from '@petsetu/contract/people/auth.ts'
import { expect, test } from 'vitest'
import { aUser, PASSWORD } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'
import { plainPost } from '../../../test/plain-request.ts'
import { prolongSigninLimit } from '../../../test/throttles.ts'

const node = await testApp({ RATE_LIMITS: 'on' })
const otherNode = await testApp({ RATE_LIMITS: 'on' }, node)

/** Signs in from a loopback address, at one of the two nodes. */
function signin(username: string, password: string, from: string, app = node) {
  return plainPost(app.url, authCalls.signin.path, { username, password }, from)
}

/** The number of replies with each status. */
function countOf(statuses: number[]): Record<number, number> {
  return Object.fromEntries(
    [...new Set(statuses)].map((status) => [status, statuses.filter((s) => s === status).length]),
  )
}

/** Makes this many calls, some concurrently, and returns their statuses. */
async function run(times: number, call: (index: number) => Promise<{ status: number }>): Promise<number[]> {
  const statuses: number[] = []
  for (let start = 0; start < times; start += 20) {
    const replies = await Promise.all(Array.from({ length: 20 }, (_, index) => call(start + index)))
    statuses.push(...replies.map((reply) => reply.status))
  }
  return statuses
}

// AUTH-13, V6.3.1
test('of a thousand guesses from one network twenty are tried, and the owner gets in', async () => {
  const user = await aUser(node.db)
  const statuses = await run(1_000, (index) =>
    signin(user.username, `guess-${index}`, `127.1.0.${1 + (index % 250)}`, index % 2 === 0 ? node : otherNode),
  )
  const { 401: tried = 0, ...refused } = countOf(statuses)
  expect(tried).toBeGreaterThan(0)
  expect(tried).toBeLessThanOrEqual(20)
  expect(refused).toEqual({ 429: 1_000 - tried })
  expect((await signin(user.username, PASSWORD, '127.1.1.2', otherNode)).status).toBe(200)
})

// AUTH-13, V6.3.1, V2.4.1
test('one password tried on a thousand usernames from one address is tried on thirty', async () => {
  const guess = (index: number) => signin(`customer-${index}`, 'password1', '127.2.0.2')
  const statuses = await run(20, guess)
  await prolongSigninLimit(node.pool)
  statuses.push(...(await run(980, (index) => guess(index + 20))))
  expect(countOf(statuses)).toEqual({ 401: 30, 429: 970 })
})

// AUTH-13, V6.3.1
test('guesses from many networks share one limit, but not with the owner’s networks', async () => {
  const [user, other] = [await aUser(node.db), await aUser(node.db)]
  const home = '127.3.0.2'
  expect((await signin(user.username, PASSWORD, home)).status).toBe(200)
  // Forty networks with three tries each, so that no pause begins. The sign-in from home counted, because it was its first.
  const statuses = await run(120, (index) =>
    signin(user.username, `guess-${index}`, `127.4.${index % 40}.2`, index % 2 === 0 ? node : otherNode),
  )
  expect(countOf(statuses)).toEqual({ 401: 99, 429: 21 })
  const elsewhere = await signin(user.username, PASSWORD, '127.5.0.2')
  expect(elsewhere.status).toBe(429)
  expect(Number(elsewhere.headers['retry-after'])).toBeLessThanOrEqual(3_600)

  expect((await signin(user.username, PASSWORD, '127.3.0.77', otherNode)).status).toBe(200)
  expect((await signin(other.username, PASSWORD, '127.5.0.2')).status).toBe(200)
})
