import { accountCalls } from '@petsetu/contract/people/account.ts'
import { authCalls, recoveryCalls } from '@petsetu/contract/people/auth.ts'
import { passkeyCalls } from '@petsetu/contract/people/factors.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { expect, test } from 'vitest'
import { aConfirmedUser, aLink, anAdmin, aUser, PASSWORD } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'
import { startMailCatcher } from '../../../test/mail-catcher.ts'
import { mailedLink, tokenIn } from '../../../test/mailed-links.ts'
import { aPasskey, aStoredPasskey } from '../../../test/passkeys.ts'
import { plainPost } from '../../../test/plain-request.ts'
import { aProtectedUser } from '../../../test/second-factor.ts'
import { storedText } from '../../../test/stored.ts'
import { deleteExpiredLinks } from '../users/one-time-links.ts'
import { countPasskeys } from './passkeys/passkey-queries.ts'
import { setPassword } from './set-password.ts'
import { pauseSeconds } from './signin-throttle.ts'

const catcher = await startMailCatcher()
const app = await testApp({ RATE_LIMITS: 'on' }, undefined, { smtpUrl: catcher.smtpUrl })

const NEW_PASSWORD = 'rain on a tin roof'

// Each test uses networks of its own.
let network = 0
const newNetwork = () => `127.2.${++network}.2`

type Account = { id: number; username: string; email: string }

const aResetLink = (account: Account) => aLink(app.db, account, 'reset-password')

const reset = (token: string, password = NEW_PASSWORD, from = newNetwork()) =>
  plainPost(app.url, recoveryCalls.resetPassword.path, { token, password }, from)

const signin = (username: string, password: string, from = newNetwork()) =>
  plainPost(app.url, authCalls.signin.path, { username, password }, from)

const isSignedIn = async (token: string) => (await app.call(petCalls.listOwn, { query: {} }, { token })).status === 200

async function expectDead(token: string): Promise<void> {
  const reply = await reset(token)
  expect([reply.status, JSON.parse(reply.text).code]).toEqual([400, 'token_invalid'])
}

// ACC-2, V6.4.3, V7.4.3
test('a link sets a new password, ends every session, signs nobody in and is mailed', async () => {
  const [user, stranger] = [await aUser(app.db), await aUser(app.db)]
  await plainPost(app.url, recoveryCalls.forgotPassword.path, { login: user.email }, newNetwork())
  const token = tokenIn(await mailedLink(catcher, user.email, 'Choose a new password'))
  const reply = await reset(token)
  expect([reply.status, Object.keys(JSON.parse(reply.text))]).toEqual([200, ['message']])
  expect([await isSignedIn(user.token), await isSignedIn(stranger.token)]).toEqual([false, true])
  expect((await signin(user.username, PASSWORD)).status).toBe(401)
  expect((await signin(user.username, NEW_PASSWORD)).status).toBe(200)
  expect((await signin(stranger.username, PASSWORD)).status).toBe(200)
  await expect
    .poll(async () => (await catcher.mails(user.email)).map(({ subject }) => subject))
    .toContain('Your password was changed')
  await expectDead(token)
})

// ACC-2, V16.3.1
test('only the hash of a token is stored, and the log names the account by its id', async () => {
  const user = await aUser(app.db)
  const token = await aResetLink(user)
  expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
  expect(await storedText(app.pool)).not.toContain(token)
  await reset(token)
  expect(app.logged()).toContain(`"event":"password-reset","userId":${user.id}`)
  expect(app.logged()).not.toContain(token)
})

// ACC-2
test('a reset of a confirmed account leaves the second factor on', async () => {
  const user = await aConfirmedUser(app.db)
  await app.db
    .insertInto('second_factors')
    .values({ user_id: user.id, secret_enc: Buffer.from('unread'), confirmed_at: new Date() })
    .execute()
  expect((await reset(await aResetLink(user))).status).toBe(200)
  const reply = await signin(user.username, NEW_PASSWORD)
  expect([reply.status, JSON.parse(reply.text).code]).toEqual([401, 'second_factor_required'])
})

// ACC-2, KEY-1
test('a reset removes passkeys that the old password alone could add, and no others', async () => {
  const plain = { ...(await aConfirmedUser(app.db)) }
  const guarded = await aConfirmedUser(app.db)
  const admin = await anAdmin(app.db)
  const confirmed_at = new Date(Date.now() - 60_000)
  await app.db
    .insertInto('second_factors')
    .values({ user_id: guarded.id, secret_enc: Buffer.from('unread'), confirmed_at })
    .execute()
  for (const { id } of [plain, guarded, admin]) await aStoredPasskey(app.db, id)
  for (const account of [plain, guarded, admin])
    expect((await reset(await aResetLink(account), 'marigold and three tin cups')).status).toBe(200)
  expect(await Promise.all([plain, guarded, admin].map(({ id }) => countPasskeys(app.db, id)))).toEqual([0, 1, 1])
  await expect
    .poll(async () => (await catcher.mails(plain.email)).map(({ text }) => text).join())
    .toContain('A passkey was removed')
})

// ACC-2, KEY-1
test('a new password removes passkeys from before the second factor, and no later ones', async () => {
  const [byLink, byCommand] = [await aConfirmedUser(app.db), await aConfirmedUser(app.db)]
  const later: number[] = []
  for (const { id } of [byLink, byCommand]) {
    const early = await aStoredPasskey(app.db, id)
    await app.pool.query("update passkeys set created_at = now() - interval '2 minutes' where id = $1", [early])
    const confirmed_at = new Date(Date.now() - 60_000)
    await app.db
      .insertInto('second_factors')
      .values({ user_id: id, secret_enc: Buffer.from('unread'), confirmed_at })
      .execute()
    later.push(await aStoredPasskey(app.db, id))
  }
  expect((await reset(await aResetLink(byLink))).status).toBe(200)
  await setPassword(app.db, byCommand.id, NEW_PASSWORD)
  const { rows } = await app.pool.query('select id from passkeys where user_id = any($1) order by id', [
    [byLink.id, byCommand.id],
  ])
  expect(rows.map(({ id }) => id)).toEqual(later)
  const told = async () => (await catcher.mails(byLink.email)).map(({ text }) => text).join()
  await expect.poll(told).toContain('A passkey was removed')
})

// ACC-2, KEY-1
test('the command that sets a password removes passkeys in the same way', async () => {
  const [plain, admin] = [await aUser(app.db), await anAdmin(app.db)]
  for (const { id } of [plain, admin]) {
    await aStoredPasskey(app.db, id)
    await setPassword(app.db, id, NEW_PASSWORD)
  }
  expect(await Promise.all([plain, admin].map(({ id }) => countPasskeys(app.db, id)))).toEqual([0, 1])
})

// KEY-1
test('a user who becomes an admin keeps no passkey and no second factor of before', async () => {
  const squatter = await aProtectedUser(app)
  const { signIn } = await aPasskey(app, squatter)
  await setPassword(app.db, squatter.id, NEW_PASSWORD, 'admin')
  expect((await app.call(passkeyCalls.signIn, { body: await signIn() })).status).toBe(401)
  expect(JSON.parse((await signin(squatter.username, NEW_PASSWORD)).text)).toHaveProperty('accessToken')
  const { rows } = await app.pool.query('select from recovery_codes where user_id = $1', [squatter.id])
  expect(rows).toHaveLength(0)
})

// ACC-2
test('of two requests with one link at the same moment one succeeds', async () => {
  for (let round = 0; round < 5; round++) {
    const user = await aUser(app.db)
    const token = await aResetLink(user)
    const passwords = ['first of the two', 'second of the two']
    const replies = await Promise.all(passwords.map((password) => reset(token, password)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400])
    const set = passwords.filter((_, index) => replies[index]?.status === 200)
    for (const password of passwords)
      expect((await signin(user.username, password)).status).toBe(set.includes(password) ? 200 : 401)
  }
})

// ACC-2
test('of several links the newest alone works', async () => {
  const user = await aUser(app.db)
  const [first, second, newest] = [await aResetLink(user), await aResetLink(user), await aResetLink(user)]
  await expectDead(first)
  await expectDead(second)
  expect((await reset(newest)).status).toBe(200)
})

// ACC-2
test('a link works for 30 minutes and is deleted afterwards', async () => {
  const [late, timely] = [await aUser(app.db), await aUser(app.db)]
  const [lateToken, timelyToken] = [await aResetLink(late), await aResetLink(timely)]
  const age = (user: Account, minutes: number) =>
    app.pool.query('update one_time_links set expires_at = expires_at - make_interval(mins => $1) where user_id = $2', [
      minutes,
      user.id,
    ])
  await age(late, 30)
  await age(timely, 29)
  await expectDead(lateToken)
  await deleteExpiredLinks(app.db)
  const left = await app.pool.query('select 1 from one_time_links where user_id = any($1)', [[late.id, timely.id]])
  expect(left.rows).toHaveLength(1)
  expect((await reset(timelyToken)).status).toBe(200)
})

// ACC-2
test('a link is dead after a change of the password, wherever it is changed', async () => {
  const byOwner = await aUser(app.db)
  const ofOwner = await aResetLink(byOwner)
  const body = { currentPassword: PASSWORD, newPassword: 'marigold-8' }
  expect((await app.call(authCalls.changePassword, { body }, byOwner)).status).toBe(204)
  await expectDead(ofOwner)

  const byCommand = await aUser(app.db)
  const ofCommand = await aResetLink(byCommand)
  await setPassword(app.db, byCommand.id, 'marigold-8')
  await expectDead(ofCommand)
})

// ACC-2, ACC-5
test('a link is dead after a change of the e-mail address', async () => {
  const user = await aUser(app.db)
  const token = await aResetLink(user)
  const email = `new-${user.email}`
  const body = { email, current_password: PASSWORD }
  expect((await app.call(accountCalls.changeEmail, { body }, user)).status).toBe(200)
  const change = tokenIn(await mailedLink(catcher, email, 'Confirm your new email address'))
  expect((await app.call(recoveryCalls.confirmEmail, { body: { token: change } })).status).toBe(200)
  await expectDead(token)
})

// ACC-2
test('a sign-in that renews an outdated hash does not end the link', async () => {
  const user = await aUser(app.db)
  const token = await aResetLink(user)
  const { hash } = await import('@node-rs/argon2')
  const weak = await hash(PASSWORD, { algorithm: 2, memoryCost: 8_192, timeCost: 1, parallelism: 1 })
  await app.pool.query('update users set password_hash = $1 where id = $2', [weak, user.id])
  expect((await signin(user.username, PASSWORD)).status).toBe(200)
  expect((await reset(token)).status).toBe(200)
})

// ACC-2
test('a link for something else, of a deleted account, or made up, does not work', async () => {
  const [user, deleted] = [await aUser(app.db), await aUser(app.db)]
  const confirmation = await aLink(app.db, user, 'confirm-email')
  const ofDeleted = await aResetLink(deleted)
  await app.pool.query('delete from users where id = $1', [deleted.id])
  const madeUp = ['', 'x', 'A'.repeat(43), 'नमस्ते', "' or true --", 'A'.repeat(10_000), '\u0000']
  const before = await storedText(app.pool, { except: ['throttles', 'mails'] })
  for (const token of [confirmation, ofDeleted, ...madeUp]) await expectDead(token)
  expect(await storedText(app.pool, { except: ['throttles', 'mails'] })).toBe(before)
})

// ACC-2, AUTH-5
test('a password that is too short does not spend the link', async () => {
  const user = await aUser(app.db)
  const token = await aResetLink(user)
  const reply = await reset(token, '12345')
  expect(reply.status).toBe(400)
  expect(JSON.parse(reply.text).errors).toEqual({ password: 'New password must be at least 6 characters long' })
  expect((await reset(token)).status).toBe(200)
})

// ACC-2, V6.2.4, V6.2.11, V6.2.12
test("an admin's new password must be one that an admin may have", async () => {
  const admin = await anAdmin(app.db)
  const token = await aResetLink(admin)
  for (const password of ['marigo7', 'Password123', `${admin.username}-x9`]) {
    const reply = await reset(token, password)
    expect([reply.status, Object.keys(JSON.parse(reply.text).errors)]).toEqual([400, ['password']])
  }
  expect((await reset(token)).status).toBe(200)
})

// ACC-2, AUTH-13
test('guessed tokens are counted by address, and keep nobody from a link that works', async () => {
  const [user, from] = [await aUser(app.db), newNetwork()]
  const token = await aResetLink(user)
  for (let time = 0; time < 60; time++) expect((await reset(`guess-${time}`, NEW_PASSWORD, from)).status).toBe(400)
  for (const path of [recoveryCalls.resetPassword.path, recoveryCalls.confirmEmail.path]) {
    const reply = await plainPost(app.url, path, { token: 'guess-61', password: NEW_PASSWORD }, from)
    expect([reply.status, JSON.parse(reply.text).code]).toEqual([429, 'too_many_attempts'])
  }
  expect((await reset(token, NEW_PASSWORD, from)).status).toBe(200)
})

// ACC-2
test('whoever guessed a forgotten password too often can sign in right after the reset', async () => {
  const [user, from] = [await aUser(app.db), newNetwork()]
  for (let time = 0; time < 5; time++) await signin(user.username, `guess-${time}`, from)
  expect((await signin(user.username, PASSWORD, from)).status).toBe(429)
  expect(pauseSeconds(5)).toBeGreaterThan(20)
  expect((await reset(await aResetLink(user), NEW_PASSWORD, from)).status).toBe(200)
  expect((await signin(user.username, NEW_PASSWORD, from)).status).toBe(200)
})

// ACC-2, MAIL-4
test('no GET and no HEAD of a link changes anything', async () => {
  const user = await aUser(app.db)
  const links = []
  for (const purpose of ['reset-password', 'confirm-email', 'change-email'] as const)
    links.push(await aLink(app.db, user, purpose))
  // Mails of other tests may still be on their way.
  const before = await storedText(app.pool, { except: ['mails'] })
  for (const token of links)
    for (const path of ['/reset-password', '/confirm-email', '/auth/reset-password', '/auth/confirm-email'])
      for (const method of ['GET', 'HEAD'])
        for (const accept of ['text/html', '*/*']) {
          const reply = await app.fetch(`${path}?token=${token}`, { method, headers: { accept } })
          await reply.arrayBuffer()
          expect(reply.headers.get('referrer-policy'), path).toBe('no-referrer')
        }
  expect(await storedText(app.pool, { except: ['mails'] })).toBe(before)
})
