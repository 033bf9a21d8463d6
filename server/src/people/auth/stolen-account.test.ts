import { accountCalls } from '@petsetu/contract/people/account.ts'
import { authCalls, recoveryCalls } from '@petsetu/contract/people/auth.ts'
import { passkeyCalls } from '@petsetu/contract/people/factors.ts'
import { privacyCalls } from '@petsetu/contract/people/privacy.ts'
import { careCalls } from '@petsetu/contract/pets/care.ts'
import { expect, test } from 'vitest'
import { aConfirmedUser, aLink, aUser, PASSWORD } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'
import { lockWaits } from '../../../test/lock-waits.ts'
import { startMailCatcher } from '../../../test/mail-catcher.ts'
import { mailedLink, tokenIn } from '../../../test/mailed-links.ts'
import { aPasskey } from '../../../test/passkeys.ts'
import { aProtectedUser, protect } from '../../../test/second-factor.ts'
import { confirmEmail } from '../users/account-details.ts'

const catcher = await startMailCatcher()
const app = await testApp({}, undefined, { smtpUrl: catcher.smtpUrl })

type Account = { id: number; username: string; email: string; token: string }

const PASSWORD_OF_OWNER = 'mine and nobody else’s'

/** Signs in anew with the owner's password and returns the answer. */
async function signIn({ username }: Account) {
  const { status, error } = await app.call(authCalls.signin, { body: { username, password: PASSWORD_OF_OWNER } })
  return status === 200 ? 'signed in' : error.code
}

async function reset(user: Account, token?: string) {
  const body = { token: token ?? (await aLink(app.db, user, 'reset-password')), password: PASSWORD_OF_OWNER }
  expect((await app.call(recoveryCalls.resetPassword, { body })).status).toBe(200)
}

/** The address of a new calendar feed. */
const aFeed = async (user: Account) => (await app.call(careCalls.renewFeed, {}, user)).body.path
const statusOf = async (path: string) => (await app.fetch(path)).status

// ACC-2, ACC-6
test('a reset takes an account back from a stranger who signed up with the address', async () => {
  const stranger = await aProtectedUser(app)
  const feed = await aFeed(stranger)
  expect(await statusOf(feed)).toBe(200)
  await reset(stranger)
  expect(await signIn(stranger)).toBe('signed in')
  expect(await statusOf(feed)).toBe(404)
})

// ACC-2, ACC-6
test('a feed that is asked for while its session ends is not made', async () => {
  const thief = await aUser(app.db)
  const ending = await app.pool.connect()
  await ending.query('begin; delete from sessions')
  const asked = app.call(careCalls.renewFeed, {}, thief)
  await expect.poll(() => lockWaits(app.pool)).toBe(1)
  await ending.query('commit')
  ending.release()
  expect((await asked).status).toBe(401)
  const { rows } = await app.pool.query('select from care_feeds where user_id = $1', [thief.id])
  expect(rows).toHaveLength(0)
})

// ACC-2, TRU-2
test('a reset withdraws what a stranger asked with an address that is not confirmed', async () => {
  const [stranger, owner] = [await aUser(app.db), await aConfirmedUser(app.db)]
  for (const user of [stranger, owner]) {
    expect((await app.call(privacyCalls.request, { body: { kind: 'erase' } }, user)).status).toBe(201)
    await reset(user)
  }
  const { rows } = await app.pool.query('select user_id from privacy_requests where user_id = any($1)', [
    [stranger.id, owner.id],
  ])
  expect(rows).toEqual([{ user_id: owner.id }])
})

const confirm = async (user: Account, session?: Account) => {
  const body = { token: await aLink(app.db, user, 'confirm-email') }
  expect((await app.call(recoveryCalls.confirmEmail, { body }, session)).status).toBe(200)
}

// ACC-2, ACC-6
test('who confirms the address that a stranger signed up with is not locked out later', async () => {
  const stranger = await aProtectedUser(app)
  await confirm(stranger)
  const told = async () => (await catcher.mails(stranger.email)).map(({ text }) => text).join()
  await expect.poll(told).toContain('Two-step login is now off')
  await reset(stranger)
  expect(await signIn(stranger)).toBe('signed in')
})

// ACC-2, ACC-5, ACC-6, KEY-1
test('a stranger keeps nothing where a new address is the first that is confirmed', async () => {
  const stranger = await aProtectedUser(app)
  const { signIn: withPasskey } = await aPasskey(app, stranger)
  const owner = { ...stranger, email: `owner-of-${stranger.email}` }
  const token = await aLink(app.db, owner, 'change-email')
  expect((await app.call(recoveryCalls.confirmEmail, { body: { token } })).status).toBe(200)
  await reset(owner)
  expect(await signIn(owner)).toBe('signed in')
  expect((await app.call(passkeyCalls.signIn, { body: await withPasskey() })).status).toBe(401)
})

// ACC-3, ACC-5
test('a change to one’s own unconfirmed address mails the link that confirms it', async () => {
  const user = await aUser(app.db)
  await aLink(app.db, { ...user, email: `other-${user.email}` }, 'change-email')
  const body = { email: user.email.toUpperCase(), current_password: PASSWORD }
  expect((await app.call(accountCalls.changeEmail, { body }, user)).body.data).toMatchObject({ pending_email: null })
  const link = await mailedLink(catcher, user.email, 'Confirm your email address')
  expect((await app.call(recoveryCalls.confirmEmail, { body: { token: tokenIn(link) } })).status).toBe(200)
  expect((await app.call(accountCalls.read, {}, user)).body.data).toMatchObject({
    email: user.email,
    email_confirmed: true,
  })
})

// ACC-2, PRV-4, TRU-2
test('what a stranger asked goes where another session confirms the address', async () => {
  const [stranger, own] = [await aUser(app.db), await aUser(app.db)]
  for (const user of [stranger, own])
    expect((await app.call(privacyCalls.request, { body: { kind: 'erase' } }, user)).status).toBe(201)
  await confirm(stranger)
  await confirm(own, own)
  const { rows } = await app.pool.query('select user_id from privacy_requests where user_id = any($1)', [
    [stranger.id, own.id],
  ])
  expect(rows).toEqual([{ user_id: own.id }])
})

// ACC-2, ACC-6
test('the second factor stays where the account’s own session confirms the address', async () => {
  const owner = await aProtectedUser(app)
  await confirm(owner, owner)
  await reset(owner)
  expect(await signIn(owner)).toBe('second_factor_required')
})

// ACC-2, ACC-6
test('a reset leaves the second factor of a confirmed account and of an admin', async () => {
  const owner = await aProtectedUser(app)
  await confirmEmail(app.db, owner.id)
  const admin = await aProtectedUser(app, 'admin')
  for (const user of [owner, admin]) {
    await reset(user)
    expect(await signIn(user)).toBe('second_factor_required')
  }
})

// ACC-5, ACC-6
test('undoing a change of address ends a second factor and feed set up since', async () => {
  const owner = await aConfirmedUser(app.db)
  const stolen = `stolen-${owner.email}`
  const token = await aLink(app.db, { ...owner, email: stolen }, 'change-email')
  expect((await app.call(recoveryCalls.confirmEmail, { body: { token } })).status).toBe(200)
  await protect(app, owner)
  const feed = await aFeed(owner)

  const link = await mailedLink(catcher, owner.email, 'Your email address was changed')
  const undone = await app.call(recoveryCalls.undoEmailChange, { body: { token: tokenIn(link) } })
  expect(await statusOf(feed)).toBe(404)
  await reset(owner, new URL(undone.body.reset_path, app.url).searchParams.get('token') ?? '')
  expect(await signIn(owner)).toBe('signed in')
  const told = async () => (await catcher.mails(owner.email)).map(({ text }) => text).join()
  await expect.poll(told).toContain('Two-step login is now off')
})

// ACC-5, ACC-6
test('undoing a change of address leaves the second factor that the owner had before', async () => {
  const owner = await aProtectedUser(app)
  await confirmEmail(app.db, owner.id)
  const token = await aLink(app.db, { ...owner, email: `moved-${owner.email}` }, 'change-email')
  await app.call(recoveryCalls.confirmEmail, { body: { token } })
  const link = await mailedLink(catcher, owner.email, 'Your email address was changed')
  const undone = await app.call(recoveryCalls.undoEmailChange, { body: { token: tokenIn(link) } })
  await reset(owner, new URL(undone.body.reset_path, app.url).searchParams.get('token') ?? '')
  expect(await signIn(owner)).toBe('second_factor_required')
})
