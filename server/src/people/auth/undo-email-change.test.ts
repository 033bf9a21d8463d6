import { accountCalls } from '@petsetu/contract/people/account.ts'
import { authCalls, recoveryCalls } from '@petsetu/contract/people/auth.ts'
import { privacyCalls } from '@petsetu/contract/people/privacy.ts'
import { expect, test } from 'vitest'
import { aLink, anAdmin, aUser, PASSWORD } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'
import { startMailCatcher } from '../../../test/mail-catcher.ts'
import { mailedLink, tokenIn } from '../../../test/mailed-links.ts'
import { erasePerson, exportPerson } from '../../../test/rights.ts'
import { storedText } from '../../../test/stored.ts'
import { findNomination } from '../privacy/privacy-requests.ts'
import { confirmEmail } from '../users/account-details.ts'
import { createUndo, deleteExpiredUndos } from '../users/one-time-links.ts'

const catcher = await startMailCatcher()
const app = await testApp({ RATE_LIMITS: 'on' }, undefined, { smtpUrl: catcher.smtpUrl })

type Account = Awaited<ReturnType<typeof aUser>>

const THIEFS_PASSWORD = 'all mine from now on'
const CHANGED = 'Your email address was changed'

async function aConfirmedUser(): Promise<Account> {
  const user = await aUser(app.db)
  await confirmEmail(app.db, user.id)
  return user
}

/** Gives an account another address, as its owner or a thief who knows the password does. */
async function changeEmail(user: Account, email: string): Promise<void> {
  const token = await aLink(app.db, { ...user, email }, 'change-email')
  expect((await app.call(recoveryCalls.confirmEmail, { body: { token } })).status).toBe(200)
}

/** The link in the last of `count` mails to this address. */
const undoLink = (email: string, count = 1) => mailedLink(catcher, email, CHANGED, count)

const undo = (token: string) => app.call(recoveryCalls.undoEmailChange, { body: { token } })

const signin = (username: string, password: string) => app.call(authCalls.signin, { body: { username, password } })

const emailOf = async ({ id }: Account) =>
  (await app.pool.query('select email from users where id = $1', [id])).rows[0].email

const isSignedIn = async (token: string) => (await app.call(accountCalls.read, {}, { token })).status === 200

async function expectDead(token: string): Promise<void> {
  const reply = await undo(token)
  expect([reply.status, reply.error.code]).toEqual([400, 'token_invalid'])
}

// ACC-5, TRU-2
test('whom a thief has named to act for the owner goes when the address is put back', async () => {
  const user = await aConfirmedUser()
  const name = (nominee_name: string) =>
    app.call(privacyCalls.request, { body: { kind: 'nominate', nominee_name, nominee_contact: 'By phone' } }, user)
  await name('Sister of the owner')
  await changeEmail(user, `named-${user.email}`)
  await name('Friend of the thief')
  expect((await undo(tokenIn(await undoLink(user.email)))).status).toBe(200)
  expect(await findNomination(app.db, user.email)).toMatchObject({ name: 'Sister of the owner' })
})

// ACC-5, PRV-4, TRU-2
test('requests come back with the address, but what a thief asked since is not valid', async () => {
  const [user, admin] = [await aConfirmedUser(), await anAdmin(app.db)]
  const ask = async () => {
    const { id } = (await app.call(privacyCalls.request, { body: { kind: 'export' } }, user)).body.data
    return { params: { id: String(id) } }
  }
  const before = await ask()
  await changeEmail(user, `asked-${user.email}`)
  const since = await ask()
  expect((await undo(tokenIn(await undoLink(user.email)))).status).toBe(200)
  const read = async (asked: typeof before) => (await app.call(privacyCalls.read, asked, admin)).body.data
  expect(await read(before)).toMatchObject({ email: user.email, is_confirmed: true })
  expect(await read(since)).toMatchObject({ email: `asked-${user.email}`, is_confirmed: false })
})

// ACC-5
test('the mail to the old address links to putting it back, and ends all sessions', async () => {
  const [user, stranger] = [await aConfirmedUser(), await aConfirmedUser()]
  const taken = `taken-${user.email}`
  await changeEmail(user, taken)
  const link = await undoLink(user.email)
  expect([link.pathname, await emailOf(user)]).toEqual(['/undo-email-change', taken])
  const token = tokenIn(link)
  expect(await storedText(app.pool, { except: ['mails'] })).not.toContain(token)

  const reply = await undo(token)
  expect(reply.status).toBe(200)
  expect(await emailOf(user)).toBe(user.email)
  expect([await isSignedIn(user.token), await isSignedIn(stranger.token)]).toEqual([false, true])
  expect((await signin(user.username, PASSWORD)).status).toBe(401)
  const { pathname, searchParams } = new URL(reply.body.reset_path, app.url)
  expect(pathname).toBe('/reset-password')
  const body = { token: searchParams.get('token') ?? '', password: 'mine again' }
  expect((await app.call(recoveryCalls.resetPassword, { body })).status).toBe(200)
  expect((await signin(user.email, 'mine again')).status).toBe(200)

  expect(app.logged()).toContain(`"event":"email-change-undone","userId":${user.id}`)
  expect(app.logged()).not.toContain(token)
  await expectDead(token)
})

// ACC-5
test('the new address gets no such link, and after an undo neither address does', async () => {
  const user = await aConfirmedUser()
  const taken = `taken-${user.email}`
  await changeEmail(user, taken)
  await undo(tokenIn(await undoLink(user.email)))
  const mailsTo = async (address: string) => (await catcher.mails(address)).filter(({ subject }) => subject === CHANGED)
  await expect.poll(async () => (await mailsTo(taken)).length).toBe(2)
  for (const { text } of await mailsTo(taken)) expect(text).not.toContain('token=')
  await expect.poll(async () => (await mailsTo(user.email)).length).toBe(2)
  const links = (await mailsTo(user.email)).filter(({ text }) => text?.includes('token='))
  expect(links).toHaveLength(1)
})

// ACC-5
test('an unconfirmed address gets no such link, since a stranger may read its mails', async () => {
  const user = await aUser(app.db)
  await changeEmail(user, `right-${user.email}`)
  await expect.poll(async () => (await catcher.mails(user.email)).map(({ subject }) => subject)).toContain(CHANGED)
  const [mail] = await catcher.mails(user.email)
  expect(mail?.text).not.toContain('token=')
  const kept = await app.pool.query('select 1 from email_undos where user_id = $1', [user.id])
  expect(kept.rows).toEqual([])
})

// ACC-5
test('the link works after the thief changed the password and the address again', async () => {
  const user = await aConfirmedUser()
  await changeEmail(user, `first-${user.email}`)
  const token = tokenIn(await undoLink(user.email))
  const body = { currentPassword: PASSWORD, newPassword: THIEFS_PASSWORD }
  expect((await app.call(authCalls.changePassword, { body }, user)).status).toBe(204)
  await changeEmail(user, `second-${user.email}`)
  const ofThief = tokenIn(await undoLink(`first-${user.email}`, 2))

  expect((await undo(token)).status).toBe(200)
  expect(await emailOf(user)).toBe(user.email)
  expect((await signin(user.username, THIEFS_PASSWORD)).status).toBe(401)
  // The link of the later change went to an address of the thief.
  expect(ofThief).toHaveLength(43)
  await expectDead(ofThief)
})

// ACC-5
test('a thief who undoes a later change does not end the link of the owner', async () => {
  const user = await aConfirmedUser()
  await changeEmail(user, `first-${user.email}`)
  const token = tokenIn(await undoLink(user.email))
  await changeEmail(user, `second-${user.email}`)
  expect((await undo(tokenIn(await undoLink(`first-${user.email}`, 2)))).status).toBe(200)
  expect((await undo(token)).status).toBe(200)
  expect(await emailOf(user)).toBe(user.email)
})

// ACC-5, AUTH-6
test('nobody else gets the old address while the link works', async () => {
  const [user, thief] = [await aConfirmedUser(), await aConfirmedUser()]
  await changeEmail(user, `taken-${user.email}`)
  const token = tokenIn(await undoLink(user.email))
  const signup = (username: string, email: string) =>
    app.call(authCalls.signup, { body: { username, email, password: PASSWORD } })
  expect((await signup(`again${user.id}`, user.email.toUpperCase())).status).toBe(409)
  expect((await signup(user.email, `again${user.id}@example.org`)).status).toBe(409)
  const change = { email: user.email, current_password: PASSWORD }
  expect((await app.call(accountCalls.changeEmail, { body: change }, thief)).status).toBe(409)
  expect((await undo(token)).status).toBe(200)
})

// ACC-5
test('of two requests with one link at the same moment one succeeds', async () => {
  for (let round = 0; round < 3; round++) {
    const user = await aConfirmedUser()
    await changeEmail(user, `taken-${user.email}`)
    const token = tokenIn(await undoLink(user.email))
    const replies = await Promise.all([undo(token), undo(token), undo(token)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    const mails = await app.pool.query("select 1 from mails where user_id = $1 and kind = 'email-changed'", [user.id])
    expect(mails.rows).toHaveLength(4)
  }
})

// ACC-5
test('the link works for seven days, then is deleted; made-up and other ones fail', async () => {
  const user = await aConfirmedUser()
  const [timely, late] = [await createUndo(app.db, user), await createUndo(app.db, user)]
  const age = (interval: string, which: 'min' | 'max') =>
    app.pool.query(
      `update email_undos set expires_at = expires_at - $1::interval
       where created_at = (select ${which}(created_at) from email_undos where user_id = $2)`,
      [interval, user.id],
    )
  await age('6 days 23 hours', 'min')
  await age('7 days', 'max')
  const others = [await aLink(app.db, user, 'reset-password'), await aLink(app.db, user, 'change-email')]
  const before = await storedText(app.pool, { except: ['throttles', 'mails'] })
  for (const token of [late, ...others, '', 'A'.repeat(43), 'नमस्ते', '\u0000']) await expectDead(token)
  expect(await storedText(app.pool, { except: ['throttles', 'mails'] })).toBe(before)
  for (const token of others)
    expect((await app.call(recoveryCalls.confirmEmail, { body: { token: timely } })).status, token).toBe(400)
  await deleteExpiredUndos(app.db)
  const left = await app.pool.query('select 1 from email_undos where user_id = $1', [user.id])
  expect(left.rows).toHaveLength(1)
  expect((await undo(timely)).status).toBe(200)
})

// ACC-5, MAIL-4
test('no GET and no HEAD of the link changes anything', async () => {
  const token = await createUndo(app.db, await aConfirmedUser())
  const before = await storedText(app.pool, { except: ['mails'] })
  for (const path of ['/undo-email-change', '/auth/undo-email-change'])
    for (const method of ['GET', 'HEAD']) {
      const reply = await app.fetch(`${path}?token=${token}`, { method, headers: { accept: 'text/html' } })
      await reply.arrayBuffer()
      expect(reply.headers.get('referrer-policy'), path).toBe('no-referrer')
    }
  expect(await storedText(app.pool, { except: ['mails'] })).toBe(before)
})

// ACC-5, MAIL-5
test('the mail’s text is deleted once sent, because its link is for its reader alone', async () => {
  const user = await aConfirmedUser()
  await changeEmail(user, `taken-${user.email}`)
  await undoLink(user.email)
  const body = async () => {
    const { rows } = await app.pool.query(
      "select state, text, html, action_path from mails where kind = 'email-changed' and to_address = $1",
      [user.email],
    )
    return rows
  }
  await expect.poll(body).toEqual([{ state: 'sent', text: null, html: null, action_path: null }])
})

// ACC-5, V14.2.4
test('the old address belongs to the data of a person, and is erased with it', async () => {
  const user = await aConfirmedUser()
  const taken = `taken-${user.email}`
  await changeEmail(user, taken)
  expect(await exportPerson(app, { email: taken })).toMatchObject({ email_undos: [{ email: user.email }] })
  await erasePerson(app, { email: user.email })
  const kept = await app.pool.query('select 1 from email_undos where user_id = $1', [user.id])
  expect(kept.rows).toEqual([])
})

// ACC-5
test('a change that waits for its confirmation is cancelled, and its link is dead', async () => {
  const [user, stranger] = [await aUser(app.db), await aUser(app.db)]
  const email = `wanted-${user.email}`
  const change = { email, current_password: PASSWORD }
  expect((await app.call(accountCalls.changeEmail, { body: change }, user)).body.data.pending_email).toBe(email)
  const token = tokenIn(await mailedLink(catcher, email, 'Confirm your new email address'))
  expect((await app.call(accountCalls.cancelEmailChange, {}, stranger)).status).toBe(200)
  for (const _ of ['once', 'twice']) {
    const reply = await app.call(accountCalls.cancelEmailChange, {}, user)
    expect([reply.status, reply.body.data.email, reply.body.data.pending_email]).toEqual([200, user.email, null])
  }
  expect((await app.call(recoveryCalls.confirmEmail, { body: { token } })).status).toBe(400)
  expect(await emailOf(user)).toBe(user.email)
})

// ACC-5
test('cancelling a change leaves a link to a new password as it is', async () => {
  const user = await aUser(app.db)
  const token = await aLink(app.db, user, 'reset-password')
  expect((await app.call(accountCalls.cancelEmailChange, {}, user)).status).toBe(200)
  const body = { token, password: 'rain on a tin roof' }
  expect((await app.call(recoveryCalls.resetPassword, { body })).status).toBe(200)
})
