import { authCalls } from '@petsetu/contract/people/auth.ts'
import { factorCalls } from '@petsetu/contract/people/factors.ts'
import { expect, test } from 'vitest'
import { aUser, PASSWORD } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'
import { plainPost } from '../../../test/plain-request.ts'
import { aProtectedUser, codeOf, wrongCode } from '../../../test/second-factor.ts'

const SECRET_KEY = '5c'.repeat(32)
const node = await testApp({ RATE_LIMITS: 'on', SECRET_KEY })
const otherNode = await testApp({ RATE_LIMITS: 'on', SECRET_KEY }, node)

// Each test uses networks of its own.
let network = 0
const newNetwork = () => `127.1.${++network}.2`

async function ticketOf({ username }: { username: string }, from = newNetwork()): Promise<string> {
  const reply = await plainPost(node.url, authCalls.signin.path, { username, password: PASSWORD }, from)
  return JSON.parse(reply.text).ticket
}

const finish = (ticket: string, code: string, from = newNetwork(), app = node) =>
  plainPost(app.url, authCalls.secondFactor.path, { ticket, code }, from)

// ACC-6, AUTH-13
test('after five wrong codes an account’s next ones wait on all networks and nodes', async () => {
  const user = await aProtectedUser(node)
  const wrong = await wrongCode(user.secret)
  for (let time = 0; time < 5; time++) {
    const app = time % 2 === 0 ? node : otherNode
    expect((await finish(await ticketOf(user), wrong, newNetwork(), app)).status).toBe(401)
  }
  const [recoveryCode = ''] = user.recoveryCodes
  for (const code of [wrong, await codeOf(user.secret, 1), recoveryCode]) {
    const reply = await finish(await ticketOf(user), code)
    expect([reply.status, JSON.parse(reply.text).code]).toEqual([429, 'too_many_attempts'])
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
  }
  // With the right password and the session, too.
  const body = { password: PASSWORD, code: recoveryCode }
  expect((await node.call(factorCalls.end, { body }, user)).status).toBe(429)
})

// ACC-6, AUTH-13, V6.5.4
test('the pauses grow, and wrong recovery codes count as well', async () => {
  const user = await aProtectedUser(node)
  const ticket = await ticketOf(user)
  const wrong = [await wrongCode(user.secret), '0'.repeat(32)]
  for (let time = 0; time < 5; time++) expect((await finish(ticket, wrong[time % 2] ?? '')).status).toBe(401)
  const pauses = []
  for (let time = 0; time < 3; time++) {
    const refused = await finish(ticket, wrong[0] ?? '')
    pauses.push(Number(refused.headers['retry-after']))
    await node.pool.query("update throttles set expire = 1 where key like 'signinPauses:%' or key like 'signinTries:%'")
    expect((await finish(ticket, wrong[0] ?? '')).status).toBe(401)
  }
  expect(pauses[0]).toBeLessThanOrEqual(30)
  expect(pauses[1]).toBeGreaterThan(30)
  expect(pauses[2]).toBeGreaterThan(60)
})

// ACC-6, AUTH-13
test('of a hundred codes at once few are tried', async () => {
  const user = await aProtectedUser(node)
  const ticket = await ticketOf(user)
  const wrong = await wrongCode(user.secret)
  const replies = await Promise.all(
    Array.from({ length: 100 }, (_, index) => finish(ticket, wrong, `127.2.${index}.2`)),
  )
  const tried = replies.filter(({ status }) => status === 401)
  expect(tried.length).toBeLessThanOrEqual(5)
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(100 - tried.length)
})

// ACC-6, AUTH-13
test('wrong codes of one account hold up no other, and a right code resets the count', async () => {
  const [user, other] = [await aProtectedUser(node), await aProtectedUser(node)]
  const wrong = await wrongCode(user.secret)
  const ticket = await ticketOf(user)
  for (let time = 0; time < 4; time++) expect((await finish(ticket, wrong)).status).toBe(401)
  expect((await finish(ticket, await codeOf(user.secret, 1))).status).toBe(200)
  for (let time = 0; time < 4; time++) expect((await finish(ticket, wrong)).status).toBe(401)
  expect((await finish(await ticketOf(other), await codeOf(other.secret, 1))).status).toBe(200)
})

// ACC-6
test('a sign-in begun on one node ends on another, if both have the same SECRET_KEY', async () => {
  const user = await aProtectedUser(node)
  expect((await finish(await ticketOf(user), await codeOf(user.secret, 1), newNetwork(), otherNode)).status).toBe(200)
})

// ACC-6, AUTH-13
test('wrong codes that confirm a second factor count like those of a sign-in', async () => {
  const user = await aUser(node.db)
  const { secret } = (await node.call(factorCalls.begin, { body: { password: PASSWORD } }, user)).body.data
  const confirm = async (code: string, app = node) => app.call(factorCalls.confirm, { body: { code } }, user)
  for (let time = 0; time < 5; time++)
    expect((await confirm(await wrongCode(secret), time % 2 === 0 ? node : otherNode)).status).toBe(400)
  const paused = await confirm(await codeOf(secret))
  expect([paused.status, paused.error.code]).toEqual([429, 'too_many_attempts'])
  expect(Number(paused.headers.get('retry-after'))).toBeGreaterThan(0)
  await node.pool.query("update throttles set expire = 1 where key like 'signinPauses:%' or key like 'signinTries:%'")
  expect((await confirm(await wrongCode(secret))).status).toBe(400)
  expect(Number((await confirm(await codeOf(secret))).headers.get('retry-after'))).toBeGreaterThan(30)
})

// ACC-6
test('a second factor that is not confirmed within an hour has to be begun again', async () => {
  const user = await aUser(node.db)
  const begin = async () => (await node.call(factorCalls.begin, { body: { password: PASSWORD } }, user)).body.data
  const { secret } = await begin()
  await node.pool.query("update second_factors set created_at = now() - interval '61 minutes' where user_id = $1", [
    user.id,
  ])
  const late = await node.call(factorCalls.confirm, { body: { code: await codeOf(secret) } }, user)
  expect([late.status, late.error.code]).toEqual([409, 'second_factor_not_begun'])
  const again = await begin()
  expect((await node.call(factorCalls.confirm, { body: { code: await codeOf(again.secret) } }, user)).status).toBe(200)
})
