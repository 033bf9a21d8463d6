import { authCalls } from '@petsetu/contract/auth.ts'
import { expect, test } from 'vitest'
import { aUser, PASSWORD } from '../../test/factories.ts'
import { testApp } from '../../test/harness.ts'
import { plainPost, plainRequest } from '../../test/plain-request.ts'
import { prolongSigninLimit } from '../../test/throttles.ts'
import { pauseSeconds } from './signin-throttle.ts'

const node = await testApp({ RATE_LIMITS: 'on' })
const otherNode = await testApp({ RATE_LIMITS: 'on' }, node)

const TOO_MANY = { status: 'error', code: 'too_many_attempts', message: 'Too many attempts. Please try again later.' }

// Each test uses networks of its own.
let network = 0
const newNetwork = () => `127.0.${++network}`

function signin(username: string, password: string, from: string, app = node) {
  return plainPost(app.url, authCalls.signin.path, { username, password }, from)
}

async function failTimes(times: number, username: string, from: string, app = node) {
  for (let time = 0; time < times; time++) expect((await signin(username, 'not this one', from, app)).status).toBe(401)
}

test('AUTH-13 after five wrong passwords every attempt is rejected for a while, also with the right password', async () => {
  const user = await aUser(node.db)
  const from = `${newNetwork()}.2`
  await failTimes(5, user.username, from)
  for (const password of ['not this one', PASSWORD]) {
    const reply = await signin(user.username, password, from)
    expect(reply.status).toBe(429)
    expect(JSON.parse(reply.text)).toEqual(TOO_MANY)
    const seconds = Number(reply.headers['retry-after'])
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(30)
  }
})

test('AUTH-13 AUTH-2 an unknown username is throttled in the same way', async () => {
  const from = `${newNetwork()}.2`
  await failTimes(5, 'nobody-here', from)
  const reply = await signin('nobody-here', 'not this one', from)
  expect(reply.status).toBe(429)
  expect(JSON.parse(reply.text)).toEqual(TOO_MANY)
})

test('AUTH-13 another letter case, another address of the network or a forged address does not avoid the pause', async () => {
  const user = await aUser(node.db)
  const from = newNetwork()
  await failTimes(5, user.username, `${from}.2`)
  expect((await signin(user.username.toUpperCase(), 'x', `${from}.2`)).status).toBe(429)
  expect((await signin(` ${user.username} `, 'x', `${from}.77`)).status).toBe(429)
  for (const header of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'true-client-ip']) {
    const reply = await plainRequest(node.url, {
      method: 'POST',
      path: authCalls.signin.path,
      headers: { 'content-type': 'application/json', [header]: '203.0.113.9' },
      body: JSON.stringify({ username: user.username, password: 'x' }),
      from: `${from}.2`,
    })
    expect.soft(reply.status, header).toBe(429)
  }
})

test('AUTH-13 the owner in another network signs in while somebody guesses', async () => {
  const user = await aUser(node.db)
  const attacker = `${newNetwork()}.2`
  await failTimes(5, user.username, attacker)
  expect((await signin(user.username, PASSWORD, attacker)).status).toBe(429)
  expect((await signin(user.username, PASSWORD, `${newNetwork()}.2`)).status).toBe(200)
})

test('AUTH-13 the right password resets the count', async () => {
  const user = await aUser(node.db)
  const from = `${newNetwork()}.2`
  await failTimes(4, user.username, from)
  expect((await signin(user.username, PASSWORD, from)).status).toBe(200)
  await failTimes(4, user.username, from)
  expect((await signin(user.username, PASSWORD, from)).status).toBe(200)
})

test('AUTH-13 a pause ends, and the next wrong password makes a longer one', async () => {
  const user = await aUser(node.db)
  const from = `${newNetwork()}.2`
  await failTimes(5, user.username, from)
  await node.pool.query("update throttles set expire = 1 where key like 'signinPauses:%' or key like 'signinTries:%'")
  await failTimes(1, user.username, from)
  const reply = await signin(user.username, PASSWORD, from)
  expect(reply.status).toBe(429)
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(30)
})

test('AUTH-13 pauses grow with the number of failures, up to 15 minutes', () => {
  const pauses = [5, 6, 7, 8, 9, 10, 11, 500].map(pauseSeconds)
  expect(pauses).toEqual([30, 60, 120, 240, 480, 900, 900, 900])
})

test('AUTH-13 two nodes on one database count together', async () => {
  const user = await aUser(node.db)
  const from = `${newNetwork()}.2`
  await failTimes(3, user.username, from)
  await failTimes(2, user.username, from, otherNode)
  expect((await signin(user.username, PASSWORD, from)).status).toBe(429)
  expect((await signin(user.username, PASSWORD, from, otherNode)).status).toBe(429)
})

test('AUTH-13 one address has thirty sign-ins a minute, over all accounts and nodes', async () => {
  const from = `${newNetwork()}.2`
  const statuses = []
  for (let index = 0; index < 32; index++) {
    statuses.push((await signin(`nobody-${index}`, 'x', from, index % 2 === 0 ? node : otherNode)).status)
    if (index === 0) await prolongSigninLimit(node.pool)
  }
  expect(statuses).toEqual([...Array(30).fill(401), 429, 429])
})

test('AUTH-13 one address has ten sign-ups an hour', async () => {
  const from = `${newNetwork()}.2`
  const signup = (index: number) => {
    const username = `newcomer${index}`
    const body = { username, email: `${username}@example.org`, password: PASSWORD }
    return plainPost(index % 2 === 0 ? node.url : otherNode.url, authCalls.signup.path, body, from)
  }
  for (let index = 0; index < 10; index++) expect((await signup(index)).status).toBe(201)
  const refused = await signup(10)
  expect(refused.status).toBe(429)
  expect(JSON.parse(refused.text)).toEqual(TOO_MANY)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60)
  const { rows } = await node.pool.query("select 1 from users where username = 'newcomer10'")
  expect(rows).toEqual([])
})

test('AUTH-13 of a hundred guesses at once at one account few are tried', async () => {
  const user = await aUser(node.db)
  const from = `${newNetwork()}.2`
  const guesses = Array.from({ length: 100 }, (_, index) => signin(user.username, `guess-${index}`, from))
  const statuses = (await Promise.all(guesses)).map((reply) => reply.status)
  const tried = statuses.filter((status) => status === 401)
  expect(tried.length).toBeLessThanOrEqual(5)
  expect(statuses.filter((status) => status === 429)).toHaveLength(100 - tried.length)
})
