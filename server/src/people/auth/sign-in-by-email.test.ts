import { authCalls } from '@petsetu/contract/people/auth.ts'
import { expect, test } from 'vitest'
import { aUser, PASSWORD } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'
import { plainPost } from '../../../test/plain-request.ts'

const app = await testApp({ RATE_LIMITS: 'on' })

// Each test uses networks of its own.
let network = 0
const newNetwork = () => `127.3.${++network}.2`

const signin = (username: string, password: string, from = newNetwork()) =>
  plainPost(app.url, authCalls.signin.path, { username, password }, from)

const signup = (username: string, email: string) =>
  plainPost(app.url, authCalls.signup.path, { username, email, password: PASSWORD }, newNetwork())

// ACC-4, AUTH-2
test('the username and the e-mail address both sign in, whatever their letter case', async () => {
  const user = await aUser(app.db)
  for (const login of [user.username, user.email, ` ${user.email.toUpperCase()} `]) {
    const reply = await signin(login, PASSWORD)
    expect([reply.status, JSON.parse(reply.text).id]).toEqual([200, user.id])
  }
  const wrong = await signin(user.email, 'not this one')
  const unknown = await signin('nobody@example.org', 'not this one')
  expect([wrong.status, wrong.text]).toEqual([unknown.status, unknown.text])
})

// ACC-4, AUTH-13
test('guesses by username and by e-mail address share one budget', async () => {
  const [user, from] = [await aUser(app.db), newNetwork()]
  for (const login of [user.username, user.email, user.email.toUpperCase(), user.username, user.email])
    expect((await signin(login, 'not this one', from)).status).toBe(401)
  for (const login of [user.username, user.email]) expect((await signin(login, PASSWORD, from)).status).toBe(429)
  expect((await signin(user.email, PASSWORD)).status).toBe(200)
})

// ACC-4
test('nobody takes another account’s e-mail address as a username, or the reverse', async () => {
  const user = await aUser(app.db)
  const refused = [await signup(user.email.toUpperCase(), 'mallory@example.org'), await signup('mallory', user.email)]
  for (const { status, text } of refused)
    expect([status, JSON.parse(text).code]).toEqual([409, 'username_or_email_taken'])
  expect((await signup('asha@example.org', 'asha@example.org')).status).toBe(201)
  expect((await signup('mallory', 'asha@example.org')).status).toBe(409)
  expect((await signup('someone@example.org', 'someone-else@example.org')).status).toBe(201)
  expect((await signup('mallory', 'Someone@example.org')).status).toBe(409)
})

// ACC-4
test('of two sign-ups at once, one by name and one by address, one succeeds', async () => {
  for (let round = 0; round < 5; round++) {
    const wanted = `wanted${round}@example.org`
    const replies = await Promise.all([signup(wanted, `a${round}@example.org`), signup(`b${round}`, wanted)])
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409])
  }
})

// ACC-4
test('of accounts from before, the one with the username goes first', async () => {
  const [owner, other] = [await aUser(app.db), await aUser(app.db)]
  await app.pool.query('update users set username = $1, username_key = $1 where id = $2', [other.email, owner.id])
  expect(JSON.parse((await signin(other.email, PASSWORD)).text).id).toBe(owner.id)
  expect(JSON.parse((await signin(other.username, PASSWORD)).text).id).toBe(other.id)
})
