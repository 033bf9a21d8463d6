import { authCalls } from '@petsetu/contract/people/auth.ts'
import { expect, test } from 'vitest'
import { aUser, PASSWORD } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'
import { plainPost, plainRequest } from '../../../test/plain-request.ts'
import { prolongSigninLimit } from '../../../test/throttles.ts'
import { LIMITS } from '../../limits.ts'
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

// AUTH-13
test('after five wrong passwords every attempt is rejected, also with the right one', async () => {
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

// AUTH-13, AUTH-2
test('an unknown username is throttled in the same way', async () => {
  const from = `${newNetwork()}.2`
  await failTimes(5, 'nobody-here', from)
  const reply = await signin('nobody-here', 'not this one', from)
  expect(reply.status).toBe(429)
  expect(JSON.parse(reply.text)).toEqual(TOO_MANY)
})

// AUTH-13
test('no letter case, other address of the network or forged address avoids the pause', async () => {
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

// AUTH-13
test('the owner in another network signs in while somebody guesses', async () => {
  const user = await aUser(node.db)
  const attacker = `${newNetwork()}.2`
  await failTimes(5, user.username, attacker)
  expect((await signin(user.username, PASSWORD, attacker)).status).toBe(429)
  expect((await signin(user.username, PASSWORD, `${newNetwork()}.2`)).status).toBe(200)
})

// AUTH-13
test('the right password resets the count', async () => {
  const user = await aUser(node.db)
  const from = `${newNetwork()}.2`
  await failTimes(4, user.username, from)
  expect((await signin(user.username, PASSWORD, from)).status).toBe(200)
  await failTimes(4, user.username, from)
  expect((await signin(user.username, PASSWORD, from)).status).toBe(200)
})

// AUTH-13
test('a pause ends, and the next wrong password makes a longer one', async () => {
  const user = await aUser(node.db)
  const from = `${newNetwork()}.2`
  await failTimes(5, user.username, from)
  await node.pool.query("update throttles set expire = 1 where key like 'signinPauses:%' or key like 'signinTries:%'")
  await failTimes(1, user.username, from)
  const reply = await signin(user.username, PASSWORD, from)
  expect(reply.status).toBe(429)
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(30)
})

// AUTH-13
test('pauses grow with the number of failures, up to 15 minutes', () => {
  const pauses = [5, 6, 7, 8, 9, 10, 11, 500].map(pauseSeconds)
  expect(pauses).toEqual([30, 60, 120, 240, 480, 900, 900, 900])
})

// AUTH-13
test('two nodes on one database count together', async () => {
  const user = await aUser(node.db)
  const from = `${newNetwork()}.2`
  await failTimes(3, user.username, from)
  await failTimes(2, user.username, from, otherNode)
  expect((await signin(user.username, PASSWORD, from)).status).toBe(429)
  expect((await signin(user.username, PASSWORD, from, otherNode)).status).toBe(429)
})

// AUTH-13
test('one address has thirty sign-ins a minute, over all accounts and nodes', async () => {
  const from = `${newNetwork()}.2`
  const statuses = []
  for (let index = 0; index < 32; index++) {
    statuses.push((await signin(`nobody-${index}`, 'x', from, index % 2 === 0 ? node : otherNode)).status)
    if (index === 0) await prolongSigninLimit(node.pool)
  }
  expect(statuses).toEqual([...Array(30).fill(401), 429, 429])
})

// AUTH-13
test('one address, such as the Wi-Fi of a camp, has a hundred sign-ups an hour', async () => {
  const from = `${newNetwork()}.2`
  const signup = (index: number) => {
    const username = `newcomer${index}`
    const body = { username, email: `${username}@example.org`, password: PASSWORD }
    return plainPost(index % 2 === 0 ? node.url : otherNode.url, authCalls.signup.path, body, from)
  }
  for (let index = 0; index < 100; index++) expect((await signup(index)).status).toBe(201)
  const refused = await signup(100)
  expect(refused.status).toBe(429)
  expect(JSON.parse(refused.text)).toEqual(TOO_MANY)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60)
  const { rows } = await node.pool.query("select 1 from users where username = 'newcomer100'")
  expect(rows).toEqual([])
})

// AUTH-13
test('all visitors together have a limit on sign-ups, too', async () => {
  // A node remembers for a while who is over a limit.
  const busy = await testApp({ RATE_LIMITS: 'on' })
  const signup = (username: string) => {
    const body = { username, email: `${username}@example.org`, password: PASSWORD }
    return plainPost(busy.url, authCalls.signup.path, body, `${newNetwork()}.2`)
  }
  expect((await signup('one-more')).status).toBe(201)
  await busy.pool.query(`update throttles set points = ${LIMITS.signupOfAll.points} where key like 'signupOfAll:%'`)
  const refused = await signup('too-many')
  expect([refused.status, JSON.parse(refused.text).code]).toEqual([503, 'busy'])
})

// AUTH-13, MAIL-3
test('sign-ups with addresses of one mailbox all succeed, and ten an hour are mailed', async () => {
  for (let number = 0; number < 12; number++) {
    const body = { username: `folded${number}`, email: `folded+${number}@example.org`, password: PASSWORD }
    expect((await plainPost(node.url, authCalls.signup.path, body, `${newNetwork()}.2`)).status).toBe(201)
  }
  const { rows } = await node.pool.query("select to_address from mails where to_address like 'folded+%'")
  expect(rows).toHaveLength(10)
})

// AUTH-13, MAIL-3
test('an account changes its password ten times an hour, since each change is mailed', async () => {
  const user = await aUser(node.db)
  const statuses: number[] = []
  for (let time = 0; time < 11; time++) {
    const body = { currentPassword: PASSWORD, newPassword: PASSWORD }
    statuses.push((await node.call(authCalls.changePassword, { body }, user)).status)
  }
  expect(statuses).toEqual([...Array(10).fill(204), 429])
})

// AUTH-13
test('of a hundred guesses at once at one account few are tried', async () => {
  const user = await aUser(node.db)
  const from = `${newNetwork()}.2`
  const guesses = Array.from({ length: 100 }, (_, index) => signin(user.username, `guess-${index}`, from))
  const statuses = (await Promise.all(guesses)).map((reply) => reply.status)
  const tried = statuses.filter((status) => status === 401)
  expect(tried.length).toBeLessThanOrEqual(5)
  expect(statuses.filter((status) => status === 429)).toHaveLength(100 - tried.length)
})
