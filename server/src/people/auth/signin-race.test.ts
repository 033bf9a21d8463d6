import { setTimeout as pause } from 'node:timers/promises'
import { hash } from '@node-rs/argon2'
import { accountCalls } from '@petsetu/contract/people/account.ts'
import { authCalls } from '@petsetu/contract/people/auth.ts'
import { factorCalls } from '@petsetu/contract/people/factors.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { expect, test } from 'vitest'
import { aUser, PASSWORD } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'
import { lockWaits } from '../../../test/lock-waits.ts'
import { codeOf } from '../../../test/second-factor.ts'
import { hashPassword } from './password.ts'

const app = await testApp()

const signin = (username: string, password: string) => app.call(authCalls.signin, { body: { username, password } })
const change = (user: { token: string }, currentPassword: string, newPassword: string) =>
  app.call(authCalls.changePassword, { body: { currentPassword, newPassword } }, user)
const isSignedIn = async (token: string) => (await app.call(petCalls.listOwn, { query: {} }, { token })).status === 200

/** Waits until this many calls wait for the test's lock. */
async function untilWaiting(count: number): Promise<void> {
  while ((await lockWaits(app.pool)) !== count) await pause(5)
}

/** Runs this work while nobody can open or end a session. */
async function withSessionsLocked(work: () => Promise<void>): Promise<void> {
  const client = await app.pool.connect()
  try {
    await client.query('begin; lock table sessions in exclusive mode')
    await work()
  } finally {
    await client.query('commit')
    client.release()
  }
}

// AUTH-12, V7.4.3
test('a sign-in with the old password during its change creates no session', async () => {
  const user = await aUser(app.db)
  let changed: ReturnType<typeof change> | undefined
  let signedIn: ReturnType<typeof signin> | undefined
  await withSessionsLocked(async () => {
    signedIn = signin(user.username, PASSWORD)
    await untilWaiting(1)
    changed = change(user, PASSWORD, 'marigold-8')
    await untilWaiting(2)
  })
  expect((await changed)?.status).toBe(204)
  const refused = await signedIn
  expect([refused?.status, refused?.body]).toMatchObject([401, { message: 'Invalid username or password.' }])
  const { rowCount } = await app.pool.query('select 1 from sessions where user_id = $1', [user.id])
  expect(rowCount).toBe(1)
})

// AUTH-12, V7.4.3
test('after a change of the password no session with the old one remains', async () => {
  const user = await aUser(app.db)
  const signins = Array.from({ length: 6 }, async (_, index) => {
    await pause(index * 15)
    return signin(user.username, PASSWORD)
  })
  await pause(40)
  expect((await change(user, PASSWORD, 'marigold-8')).status).toBe(204)
  for (const reply of await Promise.all(signins)) {
    expect([200, 401]).toContain(reply.status)
    if (reply.status === 200) expect(await isSignedIn(reply.body.accessToken)).toBe(false)
  }
  expect(await isSignedIn(user.token)).toBe(true)
})

// AUTH-13, V6.2.2
test('a sign-in that renews an old hash does not undo a change of the password', async () => {
  const user = await aUser(app.db)
  const weak = await hash(PASSWORD, { algorithm: 2, memoryCost: 8_192, timeCost: 1, parallelism: 1 })
  await app.pool.query('update users set password_hash = $2 where id = $1', [user.id, weak])
  const client = await app.pool.connect()
  await client.query('begin')
  await client.query('update users set password_hash = $2 where id = $1', [user.id, await hashPassword('marigold-8')])
  const signedIn = signin(user.username, PASSWORD)
  await untilWaiting(1)
  await client.query('commit')
  client.release()
  expect((await signedIn).status).toBe(401)
  expect((await signin(user.username, PASSWORD)).status).toBe(401)
  expect((await signin(user.username, 'marigold-8')).status).toBe(200)
})

// ACC-5, V6.2.2
test('a change of the address with a password that changes meanwhile sends no link', async () => {
  const user = await aUser(app.db)
  const client = await app.pool.connect()
  await client.query('begin')
  await client.query('update users set password_hash = $2 where id = $1', [user.id, await hashPassword('marigold-8')])
  const body = { email: `thief-of-${user.email}`, current_password: PASSWORD }
  const asked = app.call(accountCalls.changeEmail, { body }, user)
  await untilWaiting(1)
  await client.query('commit')
  client.release()
  const { status, error } = await asked
  expect([status, error.code, Object.keys(error.errors ?? {})]).toEqual([400, 'wrong_password', ['current_password']])
  const links = await app.pool.query('select from one_time_links where user_id = $1', [user.id])
  expect(links.rows).toEqual([])
})

/** Runs two calls, of which the second begins once the first waits for the account, and lets both go on. */
async function oneAfterTheOther<First, Second>(
  userId: number,
  first: () => Promise<First>,
  second: () => Promise<Second>,
): Promise<[First, Second]> {
  const client = await app.pool.connect()
  await client.query('begin')
  await client.query('select 1 from users where id = $1 for update', [userId])
  const earlier = first()
  await untilWaiting(1)
  const later = second()
  await untilWaiting(2)
  await client.query('commit')
  client.release()
  return Promise.all([earlier, later])
}

/** An account whose second factor only waits for its first code. */
async function aSetUp() {
  const user = await aUser(app.db)
  const { secret } = (await app.call(factorCalls.begin, { body: { password: PASSWORD } }, user)).body.data
  const code = await codeOf(secret)
  const login = () => signin(user.username, PASSWORD)
  return { user, login, confirm: () => app.call(factorCalls.confirm, { body: { code } }, user) }
}

// ACC-6, V7.4.3
test('switching on a second factor ends a session that a sign-in opens just before', async () => {
  const { user, login, confirm } = await aSetUp()
  const [signedIn, confirmed] = await oneAfterTheOther(user.id, login, confirm)
  expect(confirmed.status).toBe(200)
  if (signedIn.status === 200) expect(await isSignedIn(signedIn.body.accessToken)).toBe(false)
  const { rowCount } = await app.pool.query('select 1 from sessions where user_id = $1', [user.id])
  expect(rowCount).toBe(1)
  expect(await isSignedIn(user.token)).toBe(true)
})

// ACC-6, V7.4.3
test('a sign-in whose account gets a second factor meanwhile needs its code', async () => {
  const { user, login, confirm } = await aSetUp()
  const [confirmed, refused] = await oneAfterTheOther(user.id, confirm, login)
  expect([confirmed.status, refused.status, refused.error.code]).toEqual([200, 401, 'second_factor_required'])
  const { rowCount } = await app.pool.query('select 1 from sessions where user_id = $1', [user.id])
  expect(rowCount).toBe(1)
})

// AUTH-2
test('two concurrent sign-ins whose password is hashed again both succeed', async () => {
  const user = await aUser(app.db)
  const weak = await hash(PASSWORD, { algorithm: 2, memoryCost: 8_192, timeCost: 1, parallelism: 1 })
  for (let round = 0; round < 5; round++) {
    await app.pool.query('update users set password_hash = $2 where id = $1', [user.id, weak])
    const replies = await Promise.all(Array.from({ length: 4 }, () => signin(user.username, PASSWORD)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  }
})

// V6.2.2, V6.2.3
test('of two concurrent changes with the same current password, one succeeds', async () => {
  const user = await aUser(app.db)
  const other = (await signin(user.username, PASSWORD)).body.accessToken
  const client = await app.pool.connect()
  await client.query('begin')
  await client.query('select 1 from users where id = $1 for update', [user.id])
  const both = [change(user, PASSWORD, 'marigold-8'), change({ token: other }, PASSWORD, 'marigold-9')]
  await untilWaiting(2)
  await client.query('commit')
  client.release()
  const replies = await Promise.all(both)
  expect(replies.map(({ status }) => status).sort()).toEqual([204, 400])
  const [first] = replies
  const [right, wrong] = first?.status === 204 ? ['marigold-8', 'marigold-9'] : ['marigold-9', 'marigold-8']
  expect((await signin(user.username, right ?? '')).status).toBe(200)
  expect((await signin(user.username, wrong ?? '')).status).toBe(401)
})
